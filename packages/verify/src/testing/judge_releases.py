"""Releases and certificates of disposition a second time, from their description; see judge.py.

    python3 judge_releases.py releases.json vkey
"""

import copy
import hashlib
import json
import sys

from judge import (
    Refused,
    canonical,
    cut,
    disclosure_holds,
    domain,
    inclusion_holds,
    jcs,
    key_of,
    open_checkpoint,
    sha256,
    signature_holds,
    strict,
    unbase64,
)

ATTACHMENT = {"id", "fileName", "contentType", "sizeBytes", "sha256", "contentBase64", "contentPath"}
VIEW = set(
    "id position title entryType occurredAt signedBy content addenda attachments redacted contentHash flag flagText".split()
)
PACKAGE = set(
    "id packageNumber title coverNote workspaceName subjectDisplayName purposeOfUse releasedAt expiresAt singlePerson "
    "requires downloadAllowed redisclosureNotice terms consentedAt manifestSha256".split()
)
TOP = {"format", "authorizationId", "package", "items", "keys", "checkpoint", "notice", "generatedAt"}
ITEM = {"item", "disclosure", "addenda", "signatures", "redactions", "eventHash", "proof"}


def is_release(value):
    """Step 1, as far as the alterations go: members, and the types of some."""
    if set(value) != TOP or value["format"] != "chancery.release/1" or set(value["package"]) != PACKAGE:
        return False
    for each in value["items"]:
        view = each["item"]
        texts = ("id", "title", "entryType", "occurredAt", "contentHash", "flag")
        if set(each) != ITEM or set(view) != VIEW or not all(isinstance(view[name], str) for name in texts):
            return False
        if any(set(file) != ATTACHMENT for file in files_of(each)):
            return False
    return True


def files_of(each):
    return each["item"]["attachments"] + [f for a in each["item"]["addenda"] for f in a["attachments"]]


def head_of(disclosure):
    return next(json.loads(part["part"]) for part in disclosure["shown"] if part["index"] == 0)


def manifest_of(release):
    return {
        "format": "chancery.package/1",
        "packageId": release["package"]["id"],
        "authorizationId": release["authorizationId"],
        "items": [
            {
                "position": each["item"]["position"],
                "artifactId": head_of(each["disclosure"])["artifactId"],
                "versionNumber": head_of(each["disclosure"])["versionNumber"],
                "contentHash": each["item"]["contentHash"],
                "addenda": [{"id": a["id"], "contentHash": a["disclosure"]["contentHash"]} for a in each["addenda"]],
                "attachments": [{"id": f["id"], "sha256": f["sha256"]} for f in each["item"]["attachments"]],
                "redactions": each["redactions"],
            }
            for each in release["items"]
        ],
    }


def note_fault(note, keys):
    try:
        open_checkpoint(note, keys)
        return False
    except Refused:
        return True


def proof_fault(each, keys):
    """The step that the proof of an item fails at, or None."""
    lines, note = each["proof"].split("\n\n", 1)
    if note_fault(note, keys):
        return 3
    _, *lines = lines.split("\n")
    data = bytes.fromhex(each["eventHash"])
    extra = unbase64(lines.pop(0)[6:]) if lines[0].startswith("extra ") else None
    index = int(lines.pop(0).removeprefix("index "))
    _, size, root, _ = open_checkpoint(note, keys)
    if not inclusion_holds(index, size, data, [unbase64(line) for line in lines], root):
        return 4
    if extra is not None:
        event = json.loads(extra[40:])
        if sha256(domain("chancery.audit.v1.entry"), extra) != data:
            return 4
        if event["facts"]["contentHash"] != each["item"]["contentHash"]:
            return 4
        if event["refs"]["artifactId"] != head_of(each["disclosure"])["artifactId"]:
            return 4
    return None


def places(head):
    """Of each part behind the first: its section (None for an addendum's text), its position, or that it is a file."""
    found = [(s["key"], i) for s in head.get("sections", []) for i in range(s["value"])]
    found += [(None, i) for i in range(head.get("content", 0))]
    return found + [("", i) for i in range(head["attachments"])]


def content_holds(disclosure, frame, sections, files, redacted):
    """`sections` are key, kind and value as they are shown; `redacted` says whether text of a section may be withheld."""
    if not disclosure_holds(disclosure):
        return False
    head = head_of(disclosure)
    if any(head.get(name) != value for name, value in frame.items()):
        return False
    shown = {part["index"]: json.loads(part["part"]) for part in disclosure["shown"]}
    at = list(enumerate(places(head), 1))
    for key, kind, value in sections:
        own = [index for index, (section, _) in at if section == key]
        values = cut(value) if kind in ("text", "markdown") and isinstance(value, str) else [value]
        for position, index in enumerate(own):
            if index not in shown:
                if not redacted(key):
                    return False
            elif len(values) != len(own) or canonical(values[position]) != canonical(shown[index]):
                return False
    described = [{name: file[name] for name in ATTACHMENT - {"contentBase64", "contentPath"}} for file in files]
    return described == [shown[index] for index, (section, _) in at if section == "" and index in shown]


def entry_holds(each):
    view, disclosure = each["item"], each["disclosure"]
    sections = view["content"]["sections"]
    if disclosure["contentHash"] != view["contentHash"]:
        return False
    try:
        named = [(s["key"], s["title"], s["kind"]) for s in head_of(disclosure)["sections"]]
    except (ValueError, KeyError):
        return False
    if named != [(s["key"], s["title"], s["kind"]) for s in sections]:
        return False
    frame = {name: view[name] for name in ("title", "entryType", "occurredAt")}
    keys = {r["key"] for r in each["redactions"] if r["part"] == "section"}
    shown = [(s["key"], s["kind"], s["value"]) for s in sections]
    return content_holds(
        disclosure, {"format": "chancery.entry/1", **frame}, shown, view["attachments"], lambda key: key in keys
    )


def addenda_hold(each):
    views = each["item"]["addenda"]
    if [a["id"] for a in views] != [a["id"] for a in each["addenda"]]:
        return False
    keys = {r["key"] for r in each["redactions"] if r["part"] == "addendum"}
    entry = head_of(each["disclosure"])["artifactId"]
    if any(head_of(given["disclosure"])["artifactId"] != entry for given in each["addenda"]):
        return False
    return all(
        content_holds(
            given["disclosure"],
            {"format": "chancery.addendum/1", "addendumId": view["id"], "kind": view["kind"]},
            [(None, "text", view["content"])],
            view["attachments"],
            lambda _: view["id"] in keys,
        )
        for view, given in zip(views, each["addenda"])
    )


def signatures_hold(each, keys):
    """True, False, or None where a key is not there."""
    head, missing = head_of(each["disclosure"]), False
    addenda = [a["disclosure"]["contentHash"] for a in each["addenda"]]
    for given in each["signatures"]:
        statement = given["statement"]
        is_addendum = statement["meaning"] == "addendum"
        hashes = addenda if is_addendum else [each["item"]["contentHash"]]
        version = None if is_addendum else head["versionNumber"]
        if (statement["artifactId"], statement["versionNumber"]) != (head["artifactId"], version):
            return False
        if statement["contentHash"] not in hashes:
            return False
        if given["keyId"] not in keys:
            missing = True
        elif not signature_holds(
            keys[given["keyId"]], domain("chancery.entry.v1.signature") + jcs(statement), unbase64(given["signature"])
        ):
            return False
    if [s["statement"]["signedAt"] for s in each["signatures"]] != [s["signedAt"] for s in each["item"]["signedBy"]]:
        return False
    return None if missing else True


def file_state(file):
    if file["contentBase64"] is None:
        return None
    try:
        return hashlib.sha256(unbase64(file["contentBase64"])).hexdigest() == file["sha256"]
    except Refused:
        return False


def verdict(text, vkey, signing_key):
    """The outcome, and the first step that fails or could not be checked, with its item."""
    try:
        release = strict(text)
    except Refused:
        return "unreadable", 1, None
    if not is_release(release):
        return "unreadable", 1, None
    faults, unchecked = [], []
    log = [key_of(vkey or release["keys"]["vkey"])]
    public = [signing_key] if signing_key else [key["publicKey"] for key in release["keys"]["signingKeys"]]
    keys = {sha256(bytes.fromhex(key))[:8].hex(): bytes.fromhex(key) for key in public}
    for each in release["items"]:
        if each["item"]["redacted"] != (each["redactions"] != []):
            faults.append((2, None))
    if sha256(jcs(manifest_of(release))).hex() != release["package"]["manifestSha256"]:
        faults.append((2, None))
    if note_fault(release["checkpoint"], log):
        faults.append((3, None))
    for each in release["items"]:
        position = each["item"]["position"]
        step = proof_fault(each, log)
        checks = [(step, step is None), (5, entry_holds(each)), (6, signatures_hold(each, keys)), (7, addenda_hold(each))]
        checks += [(8, file_state(file)) for file in files_of(each)]
        faults += [(step, position) for step, holds in checks if holds is False]
        unchecked += [(step, position) for step, holds in checks if holds is None]
    faults.sort(key=lambda fault: fault[0])
    if faults:
        return ("fails", *faults[0])
    return ("incomplete", *unchecked[0]) if unchecked else ("holds", None, None)


UNCOVERED = ("sha256", "signature", "keyId", "auditSeq", "checkpointSize")
CERTIFICATE = set(
    "certificateNumber reviewId issuedAt method items legalBasis requestedBy approvedBy executedBy singlePerson "
    "backupsExpireOn".split()
) | set(UNCOVERED)


def certificate_fault(certificate, key):
    if set(certificate) != CERTIFICATE:
        return "malformed"
    covered = jcs({name: value for name, value in certificate.items() if name not in UNCOVERED})
    if sha256(covered).hex() != certificate["sha256"]:
        return "wrong_digest"
    if sha256(key)[:8].hex() != certificate["keyId"]:
        return "unknown_key"
    held = signature_holds(key, domain("chancery.disposition.v1") + covered, unbase64(certificate["signature"]))
    return None if held else "bad_signature"


def altered(whole, change):
    whole = copy.deepcopy(whole)
    at = whole
    for name in change["path"][:-1]:
        at = at[name]
    if "value" in change:
        at[change["path"][-1]] = change["value"]
    else:
        del at[change["path"][-1]]
    return whole


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    vkey, signing_key = sys.argv[2], vectors["signingKey"]
    wrong = []
    # Of the file that is not embedded nothing can be said here.
    if verdict(json.dumps(vectors["release"]), vkey, signing_key) != ("incomplete", 8, 1):
        wrong.append("the release")
    for each in vectors["alterations"]:
        own = each["path"][0] == "keys"
        found = verdict(json.dumps(altered(vectors["release"], each)), not own and vkey, not own and signing_key)
        if found != (each["outcome"], each["step"], each["item"]):
            wrong.append("%s: %s" % (each["name"], found))
    key = bytes.fromhex(signing_key)
    if certificate_fault(vectors["certificate"], key) is not None:
        wrong.append("the certificate")
    for each in vectors["alteredCertificates"]:
        if certificate_fault(altered(vectors["certificate"], each), key) != each["fault"]:
            wrong.append("the certificate: %s" % each["path"])
    counted = {"alterations": len(vectors["alterations"]), "certificates": len(vectors["alteredCertificates"])}
    print(json.dumps({**counted, "wrong": wrong}))
