"""What runs say to programs, and what is written in their folders."""

from plyground.core.wire import Message, Part, Score, Sprt


class LearnPlan(Message, frozen=True, kw_only=True):
    """What a run is to do: `run.json` in its folder."""

    game: str
    """The text that names the game."""
    method: str
    """The method with its options: `td-leaf:depth=3`."""
    out: str
    """The file that what was learned is written to."""
    seed: int
    minutes: float | None
    """How long it learns at most, by the clock; to measure its strength does not count."""
    games: int | None
    """How many games it learns from at most."""
    threads: int
    deterministic: bool
    """Whether the same seed leads to the same weights to the last bit."""
    evaluation: str | None
    """The evaluation whose weights are learned, if not the default of the method."""
    opponents: tuple[str, ...]
    """Players that it meets in turn; none: itself."""
    sources: tuple[str, ...]
    """Files of finished games that are learned from."""
    ladder: int
    """How many pairs of games a checkpoint plays against each player of the ladder; 0: none."""
    digest: str
    """A hash of the game's rules."""
    jobs: int = 1
    """How many processes of this machine learn."""
    pool: str | None = None
    """The pool whose processes learn, such as `ray` or `ray:ADDRESS`."""


class LearnProgress(Message, frozen=True, kw_only=True):
    """A checkpoint: a line of `progress.jsonl` in the folder of a run."""

    number: int
    """Of the checkpoint, from 0: the beginning."""
    games: int
    plies: int
    seconds: float
    """Spent learning so far, by the clock."""
    cpu_seconds: float
    """Of the processor, all threads and processes together."""
    first_wins: int
    """Results of the games since the last checkpoint."""
    draws: int
    second_wins: int
    watched: dict[str, float]
    """The weights by name, and other numbers that are worth a curve."""


class Learned(Message, frozen=True, kw_only=True):
    """A run that has ended."""

    game: str
    method: str
    games: int
    plies: int
    seconds: float
    cpu_seconds: float
    plies_per_second: float
    """By processor time."""
    out: str
    """The file with what was learned."""
    folder: str
    """The folder of the run, from which it can be resumed."""
    checkpoints: int
    """How many were written."""
    interrupted: bool


class LearnRung(Message, frozen=True, kw_only=True):
    """How a checkpoint did against a player of known strength: a line of `ladder.jsonl` in the
    folder of a run."""

    number: int
    """Of the checkpoint."""
    games: int
    """How many it had learned from."""
    player: str
    """The player with what was learned."""
    rung: str
    """The player it met."""
    as_first: Score
    """Games that it began."""
    as_second: Score


class LearnProof(Message, frozen=True, kw_only=True):
    """A test whether what was learned is stronger than what was there before: a line of
    `proof.jsonl` in the folder of a run."""

    game: str
    new: str
    """The player with what was learned."""
    old: str
    """The same player with what was there before."""
    games: int
    as_first: Score
    """Games of the new player that it began."""
    as_second: Score
    pairs: tuple[int, ...]
    """How many pairs of games brought it 0, 1/2, 1, 3/2 and 2 points."""
    opening_plies: int
    seed: int
    sprt: Sprt


class Strong(Part, frozen=True, kw_only=True):
    """What counts much in a position: a feature, or a pattern on some squares."""

    name: str
    squares: tuple[int, ...]
    """Empty for a feature of the whole board."""
    points: float
    """For the side to move."""


class Sample(Part, frozen=True, kw_only=True):
    """A position, and what counts most in it."""

    position: str
    moves: tuple[str, ...]
    score: float
    """For the side to move."""
    strongest: tuple[Strong, ...]


class LearnReport(Message, frozen=True, kw_only=True):
    """All that is known of a run."""

    folder: str
    plan: LearnPlan
    is_running: bool
    progress: tuple[LearnProgress, ...]
    ladder: tuple[LearnRung, ...]
    proofs: tuple[LearnProof, ...]
    sample: Sample | None
    """Null where the result cannot be read, or tells no parts of its scores."""
