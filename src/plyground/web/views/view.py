"""What a view is, and how requests find theirs."""

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import plyground.web.views as room
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services


class View:
    """One view of one tab. It is made when it is first asked for something."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        self.services, self.outbox = services, outbox

    def handle(self, request: Any) -> None:
        """Do what is asked, in a thread; raises an error that says why not."""
        raise NotImplementedError

    def close(self) -> None:
        """The tab is closed."""


_views: dict[type[Request], type[View]] = {}
Made = TypeVar("Made", bound=type[View])


def handles(*requests: type[Request]) -> Callable[[Made], Made]:
    """Make a class the view that does what these requests ask for."""

    def register(cls: Made) -> Made:
        _views.update(dict.fromkeys(requests, cls))
        return cls

    return register


def view_modules() -> list[ModuleType]:
    """The modules of all views."""
    found = sorted(module.name for module in pkgutil.iter_modules(room.__path__))
    return [importlib.import_module(f"{room.__name__}.{name}") for name in found]


def view_of(request: Request) -> type[View]:
    """The view that a request is for."""
    return _views[type(request)]
