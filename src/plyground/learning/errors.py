"""What can go wrong with a run; each message is one sentence."""

from plyground.core.errors import BadWeights, InvalidText, PlygroundError


class BadRun(InvalidText):
    """The folder of a run that cannot be read, written or used."""


class CannotLearn(PlygroundError, ValueError):
    """A game, an evaluation or games that a method can learn nothing from."""


class RanAway(BadWeights):
    """Weights that are no longer numbers, or far too large."""
