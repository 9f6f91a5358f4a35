"""The formats of the ledger a second time, from their description and with Python's standard library alone.

It reads the vectors, and prints how many checks of each kind hold. Whoever changes a format changes it here too,
without looking at the other implementation: where the two disagree, one of them has read the description wrongly.

    python3 judge.py audit-chain.json
"""

import base64
import hashlib
import hmac
import json
import math
import re
import struct
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# Ed25519, RFC 8032 section 6.


def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def point_mul(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = point_add(q, p)
        p = point_add(p, p)
        s >>= 1
    return q


def point_equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * SQRT_M1 % P
    if (x * x - x2) % P:
        return None
    return P - x if (x & 1) != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def compress(p):
    inverse = pow(p[2], P - 2, P)
    return int.to_bytes((p[1] * inverse % P) | ((p[0] * inverse % P & 1) << 255), 32, "little")


def decompress(raw):
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def hash_modulo(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def sign(seed, message):
    digest = hashlib.sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    public = compress(point_mul(a, BASE))
    r = hash_modulo(digest[32:], message)
    nonce = compress(point_mul(r, BASE))
    return nonce + int.to_bytes((r + hash_modulo(nonce, public, message) * a) % L, 32, "little")


def signature_holds(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, nonce = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or nonce is None or s >= L:
        return False
    h = hash_modulo(signature[:32], public, message)
    return point_equal(point_mul(s, BASE), point_add(nonce, point_mul(h, key)))


# Canonical JSON, RFC 8785 over I-JSON.


class Refused(Exception):
    pass


def number_text(value):
    if isinstance(value, int):
        # Integers of JSON text are doubles to every other reader.
        value = float(value)
    if not math.isfinite(value):
        raise Refused("not_finite")
    if value == 0:
        return "0"
    if value < 0:
        return "-" + number_text(-value)
    digits, exponent = ("%r" % value).lower(), 0
    if "e" in digits:
        digits, power = digits.split("e")
        exponent = int(power)
    whole, _, fraction = digits.partition(".")
    if fraction == "0":
        fraction = ""
    point = len(whole) + exponent
    digits = whole + fraction
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    digits = stripped.rstrip("0")
    count = len(digits)
    # ECMAScript, Number::toString.
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = point - 1
    mantissa = digits if count == 1 else digits[0] + "." + digits[1:]
    return "%se%s%d" % (mantissa, "+" if power > 0 else "-", abs(power))


SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def string_text(text):
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise Refused("lone_surrogate")
    return '"' + "".join(SHORT.get(c) or ("\\u%04x" % ord(c) if c < " " else c) for c in text) + '"'


def canonical(value):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(string_text(n) + ":" + canonical(value[n]) for n in names) + "}"


def jcs(value):
    return canonical(value).encode()


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise Refused("duplicate_member")
    return dict(pairs)


def strict(text):
    def refuse(_):
        raise Refused("not_json")

    try:
        value = json.loads(text, object_pairs_hook=no_duplicates, parse_constant=refuse)
    except ValueError:
        raise Refused("not_json")
    refuse_rounded(value)
    return value


def refuse_rounded(value):
    if isinstance(value, str):
        string_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise Refused("not_finite")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if float(value).is_integer() and abs(value) > 2**53 - 1:
            raise Refused("unsafe_integer")
    elif isinstance(value, list):
        for each in value:
            refuse_rounded(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            string_text(name)
            refuse_rounded(each)


# Chain, tree, proofs.


def domain(name):
    return name.encode() + b"\0"


def genesis(ledger):
    return sha256(domain("chancery.audit.v1.genesis"), ledger.encode())


def entry_hash(previous, seq, payload):
    return sha256(domain("chancery.audit.v1.entry"), previous, struct.pack(">Q", seq), payload)


def detail_digest(salt, value):
    return sha256(domain("chancery.audit.v1.detail"), salt, jcs(value))


def leaf(data):
    return sha256(b"\0", data)


def node(left, right):
    return sha256(b"\1", left, right)


def split(size):
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves):
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return node(root_of(leaves[:k]), root_of(leaves[k:]))


def root_by_path(index, size, hashed, path):
    """The recursion of RFC 6962 upside down: None if the path has another length."""
    if size == 1:
        return hashed if not path else None
    if not path:
        return None
    k = split(size)
    if index < k:
        left = root_by_path(index, k, hashed, path[:-1])
        return left and node(left, path[-1])
    right = root_by_path(index - k, size - k, hashed, path[:-1])
    return right and node(path[-1], right)


def inclusion_holds(index, size, data, path, root):
    if not 0 <= index < size or len(data) != 32:
        return False
    return root_by_path(index, size, leaf(data), path) == root


def roots_by_consistency(old, new, path, known, whole):
    """The old and the new root that the proof gives, or None."""
    if old == new:
        if whole:
            return (known, known) if not path else None
        return (path[0], path[0]) if len(path) == 1 else None
    if not path:
        return None
    k = split(new)
    if old <= k:
        both = roots_by_consistency(old, k, path[:-1], known, whole)
        return both and (both[0], node(both[1], path[-1]))
    both = roots_by_consistency(old - k, new - k, path[:-1], known, False)
    return both and (node(path[-1], both[0]), node(path[-1], both[1]))


def consistency_holds(old, new, old_root, new_root, path):
    if old > new:
        return False
    if old == 0 and new > 0:
        return not path and old_root == sha256()
    return roots_by_consistency(old, new, path, old_root, True) == (old_root, new_root)


# Notes.


def unbase64(text):
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused("malformed")
    if base64.b64encode(raw).decode() != text:
        raise Refused("malformed")
    return raw


def key_of(vkey):
    name, identity, encoded = vkey.split("+", 2)
    raw = unbase64(encoded)
    assert sha256(name.encode(), b"\n", raw)[:4].hex() == identity
    return name, raw[0], raw[1:], bytes.fromhex(identity)


def open_checkpoint(note, keys):
    if any(c < " " and c != "\n" for c in note) or "\n\n" not in note or not note.endswith("\n"):
        raise Refused("malformed")
    cut = note.rindex("\n\n")
    text, lines = note[: cut + 1], note[cut + 2 : -1].split("\n")
    signatures = []
    for line in lines:
        match = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
        if not match:
            raise Refused("malformed")
        signatures.append((match[1], unbase64(match[2])))
    body = re.fullmatch(r"([^\n]+)\n(0|[1-9][0-9]*)\n([^\n]+)\n", text)
    if not body:
        raise Refused("malformed")
    if not any(name == body[1] and kind == 1 for name, kind, _, _ in keys):
        raise Refused("unknown_origin")
    times, by_log = [], 0
    for signer, raw in signatures:
        for name, kind, public, identity in keys:
            if name != signer or raw[:4] != identity:
                continue
            message, signature = text.encode(), raw[4:]
            if kind == 4:
                (time,) = struct.unpack(">Q", signature[:8])
                message, signature = b"cosignature/v1\ntime %d\n" % time + message, signature[8:]
                times.append(time)
            if not signature_holds(public, message, signature):
                raise Refused("bad_signature")
            by_log += kind == 1
    if not by_log:
        raise Refused("no_known_signature")
    return body[1], int(body[2]), unbase64(body[3]), times


def proof_holds(text, keys, given):
    lines, note = text.split("\n\n", 1)
    first, *lines = lines.split("\n")
    assert first == "c2sp.org/tlog-proof@v1"
    data = given
    extra = unbase64(lines.pop(0)[6:]) if lines[0].startswith("extra ") else None
    index = int(lines.pop(0).removeprefix("index "))
    if extra is not None:
        data = sha256(domain("chancery.audit.v1.entry"), extra)
        if struct.unpack(">Q", extra[32:40])[0] != index + 1:
            return False
    _, size, root, _ = open_checkpoint(note, keys)
    return inclusion_holds(index, size, data, [unbase64(line) for line in lines], root)


# Contents.


def cut(text):
    parts, start = [], 0
    for match in re.finditer(r"\n{2,}", text):
        if match.end() < len(text):
            parts.append(text[start : match.end()])
            start = match.end()
    return parts + [text[start:]]


def parts_of(document):
    head, parts = dict(document), []

    def counted(values):
        parts.extend(values)
        return len(values)

    if "sections" in document:
        head["sections"] = [
            {
                **section,
                "value": counted(
                    cut(section["value"])
                    if section["kind"] in ("text", "markdown") and isinstance(section["value"], str)
                    else [section["value"]]
                ),
            }
            for section in document["sections"]
        ]
    if "content" in document:
        head["content"] = counted(cut(document["content"]))
    if "attachments" in document:
        head["attachments"] = counted(document["attachments"])
    return [head] + parts


def content_hash(leaves):
    return sha256(domain("chancery.entry.v1.content"), root_of(leaves))


def disclosure_holds(disclosure):
    leaves, head = {}, None
    for each in disclosure["withheld"]:
        if each["index"] in leaves:
            return False
        leaves[each["index"]] = bytes.fromhex(each["leafHash"])
    for each in disclosure["shown"]:
        value = strict(each["part"])
        if each["index"] in leaves or canonical(value) != each["part"]:
            return False
        if each["index"] == 0:
            head = value
        leaves[each["index"]] = sha256(b"\0", bytes.fromhex(each["salt"]), each["part"].encode())
    if not isinstance(head, dict):
        return False
    count = 1 + sum(section["value"] for section in head.get("sections", []))
    count += head.get("content", 0) + head.get("attachments", 0)
    if sorted(leaves) != list(range(count)):
        return False
    return content_hash([leaves[i] for i in range(count)]).hex() == disclosure["contentHash"]


# Verification of a ledger.

ORDER = (
    "gap duplicate_seq prev_hash_mismatch hash_mismatch not_canonical wrong_workspace projection_mismatch truncated "
    "beyond_head head_mismatch detail_mismatch detail_unexpected detail_missing checkpoint_mismatch"
).split()


def column(payload, name):
    for prefix in ("actor", "target"):
        if name.startswith(prefix):
            return payload[prefix][name[len(prefix)].lower() + name[len(prefix) + 1 :]]
    return payload["refs"][name] if name in payload["refs"] else payload[name]


def payload_of(row):
    if "payloadBase64" in row:
        return base64.b64decode(row["payloadBase64"])
    return row["payload"].encode()


def row_fault(row, seq, previous, ledger, projections):
    raw = payload_of(row)
    if row["seq"] <= seq:
        return row["seq"], "duplicate_seq"
    if row["seq"] != seq + 1:
        return seq + 1, "gap"
    if row["prevHash"] != previous.hex():
        return row["seq"], "prev_hash_mismatch"
    if row["hash"] != entry_hash(previous, row["seq"], raw).hex():
        return row["seq"], "hash_mismatch"
    try:
        payload = strict(raw.decode())
        if jcs(payload) != raw:
            raise ValueError
    except (ValueError, Refused):
        return row["seq"], "not_canonical"
    if payload["workspaceId"] != ledger:
        return row["seq"], "wrong_workspace"
    for name, value in projections.get(row["seq"], {}).items():
        if name != "seq" and column(payload, name) != value:
            return row["seq"], "projection_mismatch"
    return None


def detail_faults(payloads, details, erased, whole):
    for seq, payload in payloads.items():
        committed, detail = payload["detail"], details.get(seq)
        if committed and detail:
            digest = detail_digest(bytes.fromhex(detail["salt"]), detail["value"]).hex()
            if digest != committed["digest"]:
                yield seq, "detail_mismatch"
        elif detail:
            yield seq, "detail_unexpected"
        elif committed and seq not in erased:
            yield seq, "detail_missing"
    if whole:
        yield from ((seq, "detail_unexpected") for seq in details if seq not in payloads)


def verdict(ledger):
    faults, payloads, hashes, erased = [], {}, [], set()
    seq, previous, intact, highest = 0, genesis(ledger["workspaceId"]), True, 0
    projections = {each["seq"]: each for each in ledger["projections"]}
    for row in ledger["rows"]:
        if not intact:
            if row["seq"] == highest:
                faults.append((row["seq"], "duplicate_seq"))
        else:
            fault = row_fault(row, seq, previous, ledger["workspaceId"], projections)
            if fault:
                faults.append(fault)
                intact = False
            else:
                seq, previous = row["seq"], bytes.fromhex(row["hash"])
                payloads[seq] = json.loads(payload_of(row))
                hashes.append(previous)
        highest = max(highest, row["seq"])
        try:
            payload = json.loads(payload_of(row))
        except ValueError:
            continue
        if payload.get("action") == "audit.detail_erased":
            erased |= {each for each in payload["facts"]["seqs"] if each < row["seq"]}
    head, pinned = ledger["head"], []
    for note in ledger["pinnedCheckpoints"]:
        _, size, root = note.split("\n")[:3]
        pinned.append((int(size), base64.b64decode(root)))
    if highest < max([head["seq"]] + [size for size, _ in pinned]):
        faults.append((highest + 1, "truncated"))
    if highest > head["seq"]:
        faults.append((head["seq"] + 1, "beyond_head"))
    if intact and seq == head["seq"] and previous.hex() != head["hash"]:
        faults.append((seq, "head_mismatch"))
    details = {each["seq"]: each for each in ledger["details"]}
    faults.extend(detail_faults(payloads, details, erased, intact))
    matching = 0
    for size, root in sorted(pinned):
        if size > len(hashes):
            break
        if root_of([leaf(each) for each in hashes[:size]]) == root:
            matching = size
        else:
            faults.append((matching + 1, "checkpoint_mismatch"))
    first = min(faults, key=lambda fault: (fault[0], ORDER.index(fault[1])), default=(None, None))
    return {"ok": not faults, "firstBadSeq": first[0], "reason": first[1]}


# The checks, by the members of the file.


def reason_of(work):
    try:
        work()
        return None
    except Refused as refused:
        return str(refused)


def raw(texts):
    return [bytes.fromhex(text) for text in texts]


def checks(v):
    for each in v["jcs"]:
        yield "jcs", jcs(json.loads(each["input"])).hex() == each["canonicalHex"]
    for each in v["jcsReject"]:
        yield "jcsReject", reason_of(lambda: strict(each["input"])) == each["reason"]
    for each in v["genesis"]:
        yield "genesis", genesis(each["workspaceId"]).hex() == each["genesisHash"]
    for each in v["details"]:
        yield "details", detail_digest(bytes.fromhex(each["salt"]), each["value"]).hex() == each["digest"]
    for each in v["contents"]:
        salt, leaves = bytes.fromhex(each["salt"]), []
        for index, part in enumerate(parts_of(each["content"])):
            own = hmac.new(salt, struct.pack(">I", index), hashlib.sha256).digest()
            leaves.append(sha256(b"\0", own, jcs(part)))
            known = each["parts"][index]
            yield "parts", (canonical(part), own.hex(), leaves[-1].hex()) == (
                known["part"],
                known["salt"],
                known["leafHash"],
            )
        yield "contents", content_hash(leaves).hex() == each["contentHash"]
    for each in v["disclosures"]:
        yield "disclosures", disclosure_holds(each)
    for each in v["disclosuresMustFail"]:
        yield "disclosuresMustFail", not disclosure_holds(each)
    for chain in v["chains"]:
        previous = genesis(chain["workspaceId"])
        for row in chain["rows"]:
            held = row["prevHash"] == previous.hex()
            previous = entry_hash(previous, row["seq"], payload_of(row))
            yield "chains", held and row["hash"] == previous.hex()
    yield from tree_checks(v)
    yield from note_checks(v)
    signature = v["entrySignature"]
    message = domain("chancery.entry.v1.signature") + jcs(signature["statement"])
    made = sign(bytes.fromhex(signature["seed"]), message)
    yield "entrySignature", base64.b64encode(made).decode() == signature["signature"]
    yield "entrySignature", signature_holds(bytes.fromhex(signature["publicKey"]), message, made)
    for each in v["tampering"]:
        yield "tampering", verdict(each) == each["expected"]


def tree_checks(v):
    tree = v["merkle"]
    hashes = [bytes.fromhex(row["hash"]) for c in v["chains"] if c["name"] == tree["chain"] for row in c["rows"]]
    for each in tree["roots"]:
        yield "roots", root_of([leaf(h) for h in hashes[: each["size"]]]).hex() == each["root"]
    for name, expected in (("inclusion", True), ("inclusionMustFail", False)):
        for each in tree[name]:
            data, root = bytes.fromhex(each["entryHash"]), bytes.fromhex(each["root"])
            yield name, inclusion_holds(each["index"], each["size"], data, raw(each["proof"]), root) == expected
    for name, expected in (("consistency", True), ("consistencyMustFail", False)):
        for each in tree[name]:
            old, new = raw([each["oldRoot"], each["newRoot"]])
            held = consistency_holds(each["oldSize"], each["newSize"], old, new, raw(each["proof"]))
            yield name, held == expected


def note_checks(v):
    notes = v["checkpoints"]
    key, following = key_of(notes["key"]["vkey"]), key_of(notes["nextKey"]["vkey"])
    witness = key_of(notes["cosigned"]["vkey"])
    for each in notes["valid"]:
        origin, size, root, _ = open_checkpoint(each["text"], [key])
        text = "%s\n%d\n%s\n" % (origin, size, base64.b64encode(root).decode())
        made = base64.b64encode(key[3] + sign(bytes.fromhex(notes["key"]["seed"]), text.encode())).decode()
        yield "checkpoints", "%s\n— %s %s\n" % (text, origin, made) == each["text"]
    for keys in ([key], [following], [key, following]):
        yield "rotation", open_checkpoint(notes["rotation"]["text"], keys)[1] == 21
    yield "cosigned", open_checkpoint(notes["cosigned"]["text"], [key, witness])[3] == [notes["cosigned"]["time"]]
    for each in notes["mustFail"]:
        yield "notesMustFail", reason_of(lambda: open_checkpoint(each["text"], [key])) == each["reason"]
    for each in v["proofs"]:
        yield "proofs", proof_holds(each["text"], [key], bytes.fromhex(each["entryHash"]))
    for each in v["proofsWithEvent"]:
        yield "proofsWithEvent", proof_holds(each["text"], [key], None)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    counts = {}
    for kind, holds in checks(vectors):
        held, failed = counts.get(kind, (0, 0))
        counts[kind] = (held + holds, failed + (not holds))
    print(json.dumps({kind: {"hold": held, "fail": failed} for kind, (held, failed) in counts.items()}))
    sys.exit(any(failed for _, failed in counts.values()))
