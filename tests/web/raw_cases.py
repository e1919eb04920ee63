"""What a client may send that no client should; `raw_answers.toml` says how each is answered."""

from __future__ import annotations

from web.raw_http import LIVE, asking, head_and_body, request

Parts = tuple[bytes | float, ...]
PAGE = ("Cookie: __Host-cutcard={ann}", "X-Cutcard-Page: {page}", "Origin: http://{host}")
CHUNKED = "Transfer-Encoding: chunked"


def chunked(body: bytes, *headers: str, trailer: bytes = b"") -> bytes:
    """A command that comes in a chunk."""
    head = request(b"", CHUNKED, *headers, without="Content-Length")
    return head + b"%x\r\n%b\r\n0\r\n%b\r\n" % (len(body), body, trailer)


def sized(length: str) -> bytes:
    """A command that says so of its length."""
    body = asking()
    said = length.format(len(body), len(body) - 5)
    return request(body, f"Content-Length: {said}", without="Content-Length")


def by(*headers: str) -> bytes:
    """A command of whoever these headers name."""
    return request(None, *headers, without="Authorization")


def framed() -> dict[str, Parts]:
    """Several in one packet, lengths that lie, headers that break a line."""
    again, late, large = request(), head_and_body(request()), asking()
    whole = request(large + b" " * (65536 - len(large)))
    found: dict[str, Parts] = {
        "one": (request(),),
        "five": (b"".join(request() for _ in range(5)),),
        "one key twice": (again + again,),
        "command and page": (request() + LIVE,),
        "page and command": (LIVE + request(),),
        "garbage behind": (request() + b"garbage\r\n\r\n",),
        "three and garbage": (request() + LIVE + request() + b"garbage\r\n\r\n",),
        "a bad chunk behind": (request() + request(b"", CHUNKED, without="Content-Length") + b"zz\r\n",),
        "chunk": (chunked(asking()),),
        "chunk and trailer": (chunked(asking(), trailer=b"Authorization: Bearer {bob}\r\n"),),
        "length and chunk": (request(None, CHUNKED),),
        "two lengths": (request(asking(), "Content-Length: 3"),),
        "largest": (whole,),
        "largest in two": (whole[:30000], 0.01, whole[30000:]),
        "too large": (request(b" " * 65537),),
        "in halves": (late[0], 0.01, late[1]),
        "late": (late[0], 0.15, late[1]),
        "second in halves": (request() + late[0], 0.02, late[1] + LIVE),
        "bytes": tuple(bytes([each]) for each in request(None, without="Authorization Host")),
        "lines before": (b"\r\n\r\n" + request() + b"\r\n\r\n" + request(),),
        "bare lines": (request().replace(b"\r\n", b"\n"),),
        "many headers": (request(None, *(f"X-{each}: y" for each in range(500))),),
        "long header": (request(None, "X-Y: " + "y" * 40_000),),
    }
    lengths = ("+{0}", "  {0}  ", "{0}, {0}", "000000{0}", "-1", "9" * 30, "{1}", "0x10", "")
    found |= {f"length {each}": (sized(each),) for each in lengths}
    folded = ("X-A: b\r\n folded", "X-A : b", "X-A: b\rContent-Length: 4", "X-A: \0", "X-A: \xff", ": b")
    found |= {f"header {each!r}": (request(None, each),) for each in folded}
    encodings = ("identity", "xchunked", "\x0bchunked", "chunked, identity")
    found |= {f"encoding {each!r}": (request(None, f"Transfer-Encoding: {each}"),) for each in encodings}
    return found


def started() -> dict[str, Parts]:
    """Other versions, methods, addresses, and wishes for another protocol."""
    expects = head_and_body(request(None, "Expect: 100-continue"))
    upgrade = ("Connection: Upgrade", "Upgrade: websocket")
    found: dict[str, Parts] = {
        "expect, and body": (b"".join(expects),),
        "expect, then body": (expects[0], 0.02, expects[1]),
        "expects more": (request(None, "Expect: 200-ok"),),
        "close": (request(None, "Connection: close"),),
        "close, another": (request(None, "Connection: close") + request(),),
        "upgrade": (request(None, *upgrade),),
        "upgrade, a command behind": (request(None, *upgrade) + request(),),
        "upgrade h2c": (request(None, "Connection: Upgrade", "Upgrade: h2c"),),
        "upgrade behind": (request() + request(None, *upgrade),),
        "upgrade alone": (request(None, upgrade[1]),),
        "upgrade a page": (LIVE[:-2] + "\r\n".join([*upgrade, "", ""]).encode(),),
    }
    for version in ("0.9", "1.0", "1.2", "2.0"):
        found[f"HTTP/{version}"] = (request(start=f"POST /api/tables/one/commands HTTP/{version}"),)
    for method in ("GET", "PUT", "OPTIONS", "DELETE", "post", "TRACE", "FOO"):
        found[method] = (request(start=f"{method} /api/tables/one/commands HTTP/1.1"),)
    one = "/api/tables/one/commands"
    paths = (
        f"http://{{host}}{one} http://evil.example{one} //evil{one} * http://evil.example "
        "/api/tables/%6fne/commands /api/tables/%2e%2e/commands /api/tables/../tables/one/commands "
        f"/api/tables/one%2fcommands /api%2ftables/one/commands {one}?x=1 {one}#f {one}/ {one}%0a "
        f"{one}%00 "
        f"{one};x /{one} /API/tables/one/commands /api/tables/none/commands /api/tables/two/commands "
        "/api/tables/%ff/commands /api/tables/\xe9/commands /api/tables//commands "
        f"/api/tables/{'x' * 41}/commands {one}%3Fa {one}?{'x' * 70_000}"
    )
    return found | {f"to {each[:60]}": (request(path=each),) for each in paths.split()}


def named() -> dict[str, Parts]:
    """Two of a header, other origins, other people, pages without their token."""
    evil, bob, ann = "evil.example", "Authorization: Bearer {bob}", "Authorization: Bearer {ann}"
    return {
        "ann and bob": (request(None, bob),),
        "bob and ann": (by(bob, ann),),
        "two hosts": (request(None, f"Host: {evil}"),),
        "another host first": (request(None, f"Host: {evil}", "Host: {host}", without="Host"),),
        "no host": (request(without="Host"),),
        "host of bytes": (request(None, "Host: \xff", without="Host"),),
        "own origin": (request(None, "Origin: http://{host}"),),
        "own origin and another": (request(None, "Origin: http://{host}", f"Origin: http://{evil}"),),
        "another origin and own": (request(None, f"Origin: http://{evil}", "Origin: http://{host}"),),
        "another site": (request(None, "Sec-Fetch-Site: cross-site"),),
        "two sites": (request(None, "Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"),),
        "text": (request(None, "Content-Type: text/plain", without="Content-Type"),),
        "JSON and text": (request(None, "Content-Type: text/plain"),),
        "no type": (request(without="Content-Type"),),
        "loud type": (request(None, "CONTENT-TYPE: APPLICATION/JSON;;", without="Content-Type"),),
        "page": (by(*PAGE),),
        "page without token": (by(PAGE[0], PAGE[2]),),
        "page with another token": (by(PAGE[0], "X-Cutcard-Page: \xff", PAGE[2]),),
        "page without origin": (by(*PAGE[:2]),),
        "page of two": (by("Cookie: __Host-cutcard={bob}", *PAGE),),
        "cookie of another": (by("Cookie: __Host-cutcard={bob}", *PAGE[1:]),),
        "page that says nothing": (by("Authorization: ", *PAGE),),
        "page that says Basic": (by("Authorization: Basic x", *PAGE),),
        "nobody": (by(),),
        "bob, who has no seat": (by(bob),),
        "a dealer": (by("Authorization: Bearer {dee}"),),
        "small letters": (by("authorization: bearer   {ann}  "),),
        "a token too long": (by("Authorization: Bearer {ann}x"),),
        "a token of bytes": (by("Authorization: Bearer \xe9"),),
    }


def asked_by_others() -> dict[str, Parts]:
    """Bodies in good and bad order, of nobody and of a dealer."""
    bodies = {
        "a tip": asking(),
        "too much": asking('{"do":"tip","amount":"99999999"}'),
        "opening": asking('{"do":"open_table"}'),
        "decided long ago": asking(more=',"expected":0'),
        "no command": asking('{"do":"fly"}'),
        "a short key": asking(key="1"),
        "a number": asking('{"do":"tip","amount":1}'),
        "one key more": asking(more=',"more":1'),
        "a key alone": b'{"key":"12345675"}',
        "a list": b"[]",
        "nothing": b"",
        "half": b"{",
        "bytes": b"\xff",
        "deep": b"[" * 5000,
    }
    people: dict[str, tuple[str, ...]] = {"nobody": (), "a dealer": ("Authorization: Bearer {dee}",)}
    return {
        f"{who}: {what}": (request(body, *said, without="Authorization"),)
        for who, said in people.items()
        for what, body in bodies.items()
    }


def said() -> dict[str, Parts]:
    """JSON that is none, or more than one thing."""
    tip = '{"do":"tip","amount":%s}'
    more = [
        f'"expected":{each}' for each in ("1", "1.0", "true", "-1", "9" * 400, "9" * 5000, "Infinity")
    ]
    more += [
        '"signatures":[]',
        '"signatures":null',
        '"signatures":["x"]',
        '"command":{"do":"open_table"}',
    ]
    more += [f'"signatures":[{",".join(["2"] * 60)}]', '"\\ud800":1', '"key":"another-key-1"']
    commands = [tip % each for each in ("NaN", '"\\udfff"', '"\\u0000"', "1", '"0.25","amount":"0.50"')]
    commands += [
        "[" * 30_000,
        "[" * 900 + "]" * 900,
        '{"do":"\\udfff"}',
        '{"do":"claim","hit":"\\ud800"}',
    ]
    keys = ["clock:12345", "x" * 81, "short", "a b c d e f", "\\ud800aaaaaaaa", "a\\u0000aaaaaaaa"]
    plain = asking().decode()
    raw = {
        "empty": b"",
        **{each: each.encode() for each in ("null", "true", "0", '""', "{}", "[]", "{")},
        "twice": asking() + asking(),
        "a byte before": b"\xff" + asking(),
        **{each: plain.encode(each) for each in ("utf-8-sig", "utf-16", "utf-16-le", "utf-32")},
        "spaces around": b" \r\n\t" + asking() + b"\n ",
        "a byte within": asking().replace(b"0.25", b"\xff"),
        "a zero": b"\0",
        "a zero behind": asking() + b"\0",
    }
    bodies = {f"more {_named(each)}": asking(more=f",{each}") for each in more}
    bodies |= {f"command {_named(each)}": asking(each) for each in commands}
    bodies |= {f"key {_named(each)}": asking(key=each) for each in keys} | raw
    return {name: (request(each),) for name, each in bodies.items()}


def _named(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:30]}, {len(text)} characters"
