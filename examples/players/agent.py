"""An agent for Kaggle's ConnectX: the lowest column that is free, from the centre outwards."""


def agent(observation, configuration):
    columns, board = configuration.columns, observation.board
    free = [column for column in range(columns) if not board[column]]
    filled = [sum(1 for mark in board[column::columns] if mark) for column in range(columns)]
    return min(free, key=lambda column: (filled[column], abs(column - columns // 2)))
