"""Where a server listens, and under which names a browser may open it."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.files import why

LOOPBACK: Final = "127.0.0.1"
HTTP_PORT: Final = 80
"""Browsers leave this port out."""
_LABEL: Final = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_NAME: Final = re.compile(rf"({_LABEL}\.)*(?!(\d+|0x[0-9a-f]*)$){_LABEL}")
"""A last part that is a number would be read as an address."""
_PORT: Final = re.compile(r"(?P<name>\[.*\]|[^:]*):(?P<port>\d{1,5})")


class Address(NamedTuple):
    """An address of this machine, bound to a socket, and the hosts that requests may name."""

    socket: socket.socket
    port: int
    hosts: tuple[str, ...]
    """Names with their ports, as in 127.0.0.1:8000. The first one is told."""
    is_open: bool
    """Whether other machines can reach it."""


def bind(
    host: str = LOOPBACK, port: int = 0, names: Sequence[str] = (), allow_network: bool = False
) -> Address:
    """Listen at a host of this machine, at any free port if it is 0; raises BadOption. Others than
    this machine are let in only if that is allowed; `names` are how they open it."""
    own = _checked(host)
    for name in names:
        _host(name, port)  # refused before anything is bound
    ip = _ip(own)
    if not ip.is_loopback and not allow_network:
        raise BadOption(
            f"{host} can be reached from other machines: add --allow-network if that is meant"
        )
    if ip.is_unspecified and not names:
        raise BadOption(
            f"{host} stands for all addresses of this machine: add --name with the one to open"
        )
    bound = _bound(host, ip, port)
    port = bound.getsockname()[1]
    hosts = tuple(dict.fromkeys(_host(name, port) for name in names or [own]))
    return Address(bound, port, hosts, not ip.is_loopback)


def _host(text: str, port: int) -> str:
    """What a browser sends as Host when it opens a name, which may have a port of its own."""
    found = _PORT.fullmatch(text)
    name, number = (found["name"], int(found["port"])) if found else (text, port)
    name = _checked(name)
    if number > 65535:
        raise BadOption(f"the name {text!r}: expected a port up to 65535")
    written = f"[{name}]" if ":" in name else name
    return written if number == HTTP_PORT else f"{written}:{number}"


def _checked(text: str) -> str:
    """A name or an address as browsers write it; raises BadOption."""
    name = text.strip().lower()
    with suppress(ValueError):
        ip = ipaddress.ip_address(name[1:-1] if re.fullmatch(r"\[.*:.*\]", name) else name)
        if "%" not in name:  # browsers know no zones
            return str(ip)
    if len(name) > 253 or not _NAME.fullmatch(name):
        raise BadOption(f"the host {text[:100]!r}: expected a name or an address of this machine")
    return name


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except OSError as error:
        raise BadOption(f"the host {name} cannot be used: {why(error)}") from None
    addresses = [ipaddress.ip_address(entry[4][0]) for entry in found]
    return next((ip for ip in addresses if ip.version == 4), addresses[0])


def _bound(
    host: str, ip: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int
) -> socket.socket:
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    made = socket.socket(family)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((str(ip), port))
        made.listen()  # another server may have bound it too, but only one can listen
    except OSError as error:
        made.close()
        where = f"port {port}" if host == LOOPBACK else f"{host}, port {port},"
        raise BadOption(f"{where} cannot be used: {why(error)}") from None
    return made
