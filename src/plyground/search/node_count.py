"""The nodes that a kernel has visited, counted in its workspace."""

from typing import Any

from plyground.core.compile import part
from plyground.search.workspace import NODE_LIMIT, NODES, STOP


@part
def count_nodes(number: int, workspace: Any) -> None:
    """Add to the nodes; at the limit the kernel stops."""
    workspace[NODES] += number
    if workspace[NODES] >= workspace[NODE_LIMIT]:
        workspace[STOP] = 1
