"""Straight lines on a rectangle of squares, shared by the games that are won with one."""

Square = tuple[int, int]

RIGHT = (0, 1)
DOWN = (1, 0)
DOWN_RIGHT = (1, 1)
DOWN_LEFT = (1, -1)


def straight_lines(rows: int, columns: int, length: int) -> list[list[Square]]:
    """Every run of `length` squares (row, column) across, down and along both diagonals."""
    lines = []
    for row in range(rows):
        for column in range(columns):
            for row_step, column_step in (RIGHT, DOWN, DOWN_RIGHT, DOWN_LEFT):
                line = [(row + i * row_step, column + i * column_step) for i in range(length)]
                last_row, last_column = line[-1]
                if 0 <= last_row < rows and 0 <= last_column < columns:
                    lines.append(line)
    return lines


def owns_a_line(cells: str, mark: str, lines: list[list[int]]) -> bool:
    """Whether some line, given as indices into `cells`, carries `mark` from end to end."""
    for line in lines:
        for index in line:
            if cells[index] != mark:
                break
        else:
            return True
    return False
