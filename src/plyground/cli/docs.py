"""`plyground docs`: shows the documents."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import plyground
from plyground.cli.common import Json, print_message
from plyground.core.errors import BadOption
from plyground.core.names import find_named

if TYPE_CHECKING:
    from plyground.core.wire import PageSummary

EXAMPLES = (
    "plyground docs",
    "plyground docs playing",
    "plyground docs connect-four --path",
    "plyground docs players | less",
)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\n*")
_MARKS = re.compile(r"[*`]")


class Page(NamedTuple):
    """A document by its name."""

    name: str
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def about(self) -> str:
        """The first sentence of its first paragraph, up to a colon."""
        _, first, *_ = _without_links(_PICTURE.sub("", self.text)).split("\n\n")
        words = " ".join(_MARKS.sub("", first).split())
        return re.split(r"(?<=[.?])\s|: ", words)[0].rstrip(".:")


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="PAGE", help="Leave it out for a list of pages.")
    ] = None,
    path: Annotated[bool, typer.Option("--path", help="Print the path of the file.")] = False,
    json: Json = False,
) -> None:
    """Read the documents.

    On a terminal a page is formatted; elsewhere it is printed as it is, in Markdown.
    """
    known: dict[str, Any] = pages()
    if name is None and path:
        print(_folder())
        return
    if name is None:
        _list(known, json)
        return
    page: Page = find_named("page", known, _page_name(name))
    if json:
        from plyground.core import wire

        print_message(wire.Page(page=_summary(page), text=page.text))
    elif path:
        print(page.path)
    else:
        _show(page)


def pages() -> dict[str, Page]:
    """Every document by its name; those in the top folder come first."""
    folder = _folder()
    found = folder.glob("**/*.md")
    files = sorted(found, key=lambda path: (path.parent != folder, path.parent, path.name.lower()))
    return {_page_name(path.name): Page(_page_name(path.name), path) for path in files}


def _folder() -> Path:
    """Where the documents are: inside the package, or beside it in a checkout."""
    package = Path(plyground.__file__).parent
    for folder in (package / "docs", package.parents[1] / "docs"):
        if (folder / "playing.md").is_file():
            return folder
    raise BadOption("the documents are not part of this installation")


def _page_name(text: str) -> str:
    """`docs/games/connect-four.md` is `connect-four`."""
    return Path(text).name.lower().removesuffix(".md")


def _summary(page: Page) -> "PageSummary":
    from plyground.core.wire import PageSummary

    return PageSummary(name=page.name, title=page.title, about=page.about, path=str(page.path))


def _list(known: dict[str, Page], json: bool) -> None:
    if json:
        from plyground.core.wire import Pages

        print_message(Pages(pages=tuple(map(_summary, known.values()))))
        return
    from rich.text import Text

    from plyground.terminal.screen import output

    console, size = output(), max(map(len, known))
    for page in known.values():
        line = Text.assemble((f"{page.name:{size}}", "bold"), "  ", page.about)
        if console.is_terminal:
            line.truncate(console.width, overflow="ellipsis")
        console.print(line)


def _show(page: Page) -> None:
    from rich.markdown import Markdown

    from plyground.terminal.screen import output

    console = output()
    if console.is_terminal:
        console.print(Markdown(_without_links(_PICTURE.sub("", page.text))))
    else:
        console.print(page.text, markup=False, emoji=False, end="")


def _without_links(text: str) -> str:
    """A text with links to other pages replaced by their words, since they cannot be followed."""
    return _LINK.sub(r"\1", text)
