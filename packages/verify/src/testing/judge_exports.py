"""Altered exports of the ledger a second time, from their description; see judge.py.

It reads one export, and then alterations of it, one a line: `[3, "another line", 4, …]` has the lines of the file by their
numbers from 0, or as text. Of each it prints `[ok, firstBadSeq, reason]`, or `null` where the file cannot be read.

    python3 judge_exports.py ledger.ndjson vkey [old-checkpoint.txt] < alterations.ndjson
"""

import functools
import json
import re
import sys

from judge import (
    ORDER,
    Refused,
    base64,
    detail_digest,
    entry_hash,
    genesis,
    jcs,
    key_of,
    leaf,
    open_checkpoint,
    root_of,
    strict,
)

HEADER = {"format", "workspaceId", "origin", "vkeys", "fromSeq", "toSeq", "anchorHash", "exportedAt"}
ROW = {"seq", "prevHash", "hash", "detail"}
END = {"end", "headSeq", "headHash", "events", "checkpoints"}


class Unreadable(Exception):
    pass


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def need(held):
    if not held:
        raise Unreadable


@functools.lru_cache(maxsize=100_000)
def parsed(line):
    try:
        value = strict(line)
    except Refused:
        return None
    return value if isinstance(value, dict) else None


@functools.lru_cache(maxsize=100_000)
def payload_of(text):
    """The payload, or None if it is not canonical."""
    try:
        value = strict(text)
        return value if isinstance(value, dict) and jcs(value).decode() == text else None
    except Refused:
        return None


hashed = functools.lru_cache(maxsize=100_000)(entry_hash)
leaf = functools.lru_cache(maxsize=100_000)(leaf)


@functools.lru_cache(maxsize=100_000)
def digest_of(salt, value):
    return detail_digest(bytes.fromhex(salt), json.loads(value)).hex()


@functools.lru_cache(maxsize=100_000)
def opened(note, vkey):
    try:
        return open_checkpoint(note, [key_of(vkey)])
    except Refused:
        return None


def header_of(line):
    head = parsed(line)
    need(head is not None and set(head) - {"details"} == HEADER and head["format"] == "chancery-audit-export/1")
    need(all(isinstance(head[name], str) for name in ("workspaceId", "origin", "exportedAt")))
    need(is_hash(head["anchorHash"]) and isinstance(head.get("details", True), bool))
    need(isinstance(head["vkeys"], list) and all(isinstance(key, str) for key in head["vkeys"]))
    need(is_count(head["fromSeq"]) and is_count(head["toSeq"]) and 1 <= head["fromSeq"] <= head["toSeq"] + 1)
    return head


def row_of(row):
    need(set(row) == ROW | {"payload"} and is_count(row["seq"]))
    need(all(isinstance(row[name], str) for name in ("prevHash", "hash", "payload")))
    detail = row["detail"]
    if detail is not None:
        need(isinstance(detail, dict) and set(detail) == {"salt", "value"} and isinstance(detail["salt"], str))
        need(re.fullmatch("([0-9a-f]{2})*", detail["salt"]) is not None)
    return row


def parts_of(lines):
    need(lines)
    head, rows, notes, end = header_of(lines[0]), [], [], None
    for line in lines[1:]:
        value = parsed(line)
        need(value is not None and end is None)
        if "checkpoint" in value:
            need(set(value) == {"checkpoint"} and isinstance(value["checkpoint"], str))
            notes.append(value["checkpoint"])
        elif "end" in value:
            need(set(value) == END and value["end"] is True and is_hash(value["headHash"]))
            need(all(is_count(value[name]) for name in ("headSeq", "events", "checkpoints")))
            end = value
        else:
            need(not notes)
            rows.append(row_of(value))
    return head, rows, notes, end


def fault_of(row, seq, previous, ledger):
    if row["seq"] <= seq:
        return row["seq"], "duplicate_seq"
    if row["seq"] != seq + 1:
        return seq + 1, "gap"
    if row["prevHash"] != previous.hex():
        return row["seq"], "prev_hash_mismatch"
    if row["hash"] != hashed(previous, seq + 1, row["payload"].encode()).hex():
        return row["seq"], "hash_mismatch"
    payload = payload_of(row["payload"])
    if payload is None:
        return row["seq"], "not_canonical"
    return None if payload["workspaceId"] == ledger else (row["seq"], "wrong_workspace")


def detail_fault(row, payload, erased, included):
    committed, detail = payload["detail"], row["detail"]
    if detail and committed:
        held = digest_of(detail["salt"], json.dumps(detail["value"])) == committed["digest"]
        return None if held else "detail_mismatch"
    if detail:
        return "detail_unexpected"
    return "detail_missing" if included and committed and row["seq"] not in erased else None


def walked(rows, head, faults):
    """The rows up to the first fault, and the highest seq of all."""
    seq = head["fromSeq"] - 1
    previous = genesis(head["workspaceId"]) if seq == 0 else bytes.fromhex(head["anchorHash"])
    good, highest, broken = [], seq, False
    for row in rows:
        fault = None if broken else fault_of(row, seq, previous, head["workspaceId"])
        if broken and row["seq"] == highest:
            faults.append((row["seq"], "duplicate_seq"))
        elif fault:
            faults.append(fault)
            broken = True
        elif not broken:
            good.append(row)
            seq, previous = row["seq"], bytes.fromhex(row["hash"])
        highest = max(highest, row["seq"])
    return good, highest, broken


def erased_by(rows):
    found = {}
    for row in rows:
        try:
            payload = json.loads(row["payload"])
        except ValueError:
            continue
        if isinstance(payload, dict) and payload.get("action") == "audit.detail_erased":
            facts = payload.get("facts")
            seqs = facts.get("seqs") if isinstance(facts, dict) else None
            for seq in seqs if isinstance(seqs, list) else []:
                if is_count(seq) and seq < row["seq"]:
                    found[seq] = row["seq"]
    return found


def checkpoint_faults(good, pinned, faults):
    matching = 0
    for size, root in sorted(pinned):
        if size > len(good):
            return
        if root_of([leaf(bytes.fromhex(row["hash"])) for row in good[:size]]) == root:
            matching = size
        else:
            faults.append((matching + 1, "checkpoint_mismatch"))


def frame_faults(head, end, good, notes, broken, faults):
    """What the lines around the events contradict; of a walk that broke off nobody knows where it would have ended."""
    last = head["fromSeq"] + len(good) - 1
    if head["fromSeq"] == 1 and head["anchorHash"] != genesis(head["workspaceId"]).hex():
        faults.append((1, "prev_hash_mismatch"))
    if not broken and (last < head["toSeq"] or end is None):
        faults.append((last + 1, "truncated"))
    if last > head["toSeq"]:
        faults.append((head["toSeq"] + 1, "beyond_head"))
    if not faults and end["events"] != len(good):
        faults.append((last, "head_mismatch"))
    if not faults and end["checkpoints"] != len(notes):
        faults.append((1, "checkpoint_mismatch"))


def verdict(lines, vkey, kept):
    head, rows, notes, end = parts_of(lines)
    faults, pinned, size = [], [], 0
    for note in notes:
        found = opened(note, vkey)
        if found and found[0] == head["origin"] and found[1] >= size:
            pinned.append((found[1], found[2]))
            size = found[1]
        else:
            faults.append((size + 1, "checkpoint_mismatch"))
    if head["fromSeq"] == 1:
        pinned += [opened(note, vkey)[1:3] for note in kept]
    else:
        pinned = []
    good, highest, broken = walked(rows, head, faults)
    until = end["headSeq"] if end and end["headSeq"] <= head["toSeq"] else None
    if highest < max([until or 0] + [size for size, _ in pinned]):
        faults.append((highest + 1, "truncated"))
    if until is not None and highest > until:
        faults.append((until + 1, "beyond_head"))
    if until is not None and not broken and good and good[-1]["seq"] == until and good[-1]["hash"] != end["headHash"]:
        faults.append((until, "head_mismatch"))
    erased, included = erased_by(rows), head.get("details", True)
    for row in good:
        reason = detail_fault(row, payload_of(row["payload"]), erased, included)
        if reason:
            faults.append((row["seq"], reason))
    checkpoint_faults(good, pinned, faults)
    frame_faults(head, end, good, notes, broken, faults)
    seq, reason = min(faults, key=lambda fault: (fault[0], ORDER.index(fault[1])), default=(None, None))
    return [not faults, seq, reason]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        whole = file.read().split("\n")[:-1]
    old = [open(name, encoding="utf-8").read() for name in sys.argv[3:]]
    for line in sys.stdin:
        changed = [whole[each] if isinstance(each, int) else each for each in json.loads(line)]
        try:
            print(json.dumps(verdict(changed, sys.argv[2], old)))
        except Unreadable:
            print("null")
