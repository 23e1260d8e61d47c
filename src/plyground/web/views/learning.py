"""Runs of learning: how far they have come while another process learns."""

from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.runs import ServedRun
from plyground.web.services import Services
from plyground.web.views.view import View, handles


class WatchLearning(Request, frozen=True, kw_only=True):
    """Tell how far a run has come, and no other from now on."""

    name: str | None
    """Null: none."""


@handles(WatchLearning)
class LearningView(View):
    """Follows one run at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.watched: ServedRun | None = None

    def handle(self, request: WatchLearning) -> None:
        self.close()
        if request.name is not None:
            self.watched = self.services.runs.find(request.name)
            self.watched.watch(self.outbox)

    def close(self) -> None:
        if self.watched:
            self.watched.leave(self.outbox)
            self.watched = None
