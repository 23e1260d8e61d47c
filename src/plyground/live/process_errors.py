"""What can go wrong with an engine in a process of its own. The process is gone then, and another
one takes its place with the next question."""

from plyground.core.errors import PlygroundError


class EngineFailed(PlygroundError):
    """An engine did not do what it was asked for."""


class EngineRaised(EngineFailed):
    """An error was raised in the engine; its process goes on."""


class EngineDied(EngineFailed):
    """The process of an engine ended."""


class EngineStalled(EngineFailed):
    """An engine did not answer in time, or not to a stop."""


class EngineOverMemory(EngineFailed):
    """An engine took more memory than it may."""


class EngineNonsense(EngineFailed):
    """An engine sent something that is no answer, or far too much."""
