import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { hexOf, utf8 } from './bytes.ts';
import { type ExportReport, ExportUnreadable, verifyExport } from './export-file.ts';
import { verifyExport as verifyQuickly } from './fast.ts';
import {
  type AlteredLines,
  aHistory,
  altered,
  EVENTS,
  type ExportedEvent,
  exportOf,
} from './testing/altered-exports.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { fastPrimitives, nodeSha256 } from './testing/now.ts';
import { seeded } from './testing/seeded.ts';
import type { Primitives } from './web-crypto.ts';

/** The long run has a hundred thousand. */
const CHANGES = Number(process.env.CHANCERY_ALTERED_EXPORTS ?? 400);
const EDITS = Math.min(1_000, CHANGES);
const SEED = Number(process.env.CHANCERY_ALTERED_SEED ?? Date.now() % 1_000_000);
const vkeys = [auditVectors.checkpoints.key.vkey];

/** Most notes come again unchanged, so that each is verified once. */
const verified = new Map<string, boolean>();
const primitives: Primitives = {
  sha256: fastPrimitives.sha256,
  async verifyEd25519(key, message, signature) {
    const name = hexOf(nodeSha256(key, message, signature));
    const held = verified.get(name) ?? (await fastPrimitives.verifyEd25519(key, message, signature));
    verified.set(name, held);
    return held;
  },
};

type Verdict = readonly [boolean, number | null, string | null] | null;

/** Of the ordinary reading and the quick one, which must say the same, word for word. */
async function verdictOf(lines: readonly string[], checkpoints: readonly string[] = []): Promise<Verdict> {
  const bytes = utf8(`${lines.join('\n')}\n`);
  const [ordinary, quick] = await Promise.all(
    [verifyExport, verifyQuickly].map(async (verify): Promise<ExportReport | string> => {
      try {
        return await verify(() => [bytes], { vkeys, checkpoints }, primitives);
      } catch (error) {
        if (error instanceof ExportUnreadable) return error.message;
        throw error;
      }
    }),
  );
  expect(quick, `seed ${SEED}`).to.deep.equal(ordinary);
  return typeof ordinary === 'object' ? [ordinary.ok, ordinary.firstBadSeq, ordinary.reason] : null;
}

describe('altered exports', function () {
  this.timeout(60_000 + CHANGES * 40);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-exports-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What the second implementation says of each, which was written from the description alone. */
  async function judged(
    base: readonly string[],
    alterations: AsyncIterable<AlteredLines>,
    hear: (said: Verdict) => void,
  ) {
    const file = join(folder, 'ledger.ndjson');
    writeFileSync(file, `${base.join('\n')}\n`);
    const program = fileURLToPath(new URL('./testing/judge_exports.py', import.meta.url));
    const judge = spawn('python3', ['-B', program, file, ...vkeys], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(judge, 'close');
    const heard = (async () => {
      for await (const line of createInterface({ input: judge.stdout })) hear(JSON.parse(line));
    })();
    for await (const lines of alterations)
      if (!judge.stdin.write(`${JSON.stringify(lines)}\n`)) await once(judge.stdin, 'drain');
    judge.stdin.end();
    await heard;
    expect((await ended)[0]).to.equal(0);
  }

  it(`REC-81: of ${CHANGES} random changes, one and two at a time, each is found where it is, or is none`, async () => {
    const random = seeded(SEED);
    const pick = (below: number) => Math.floor(random() * below);
    const base = await exportOf(aHistory());
    expect(await verdictOf(base)).to.deep.equal([true, null, null]);
    const whole: AlteredLines = [...base.keys()];
    const [ours, files]: [Verdict[], AlteredLines[]] = [[], []];
    const counts = { found: 0, unreadable: 0, none: 0 };
    const reasons = new Set<string>();
    async function* alterations() {
      for (let count = 0; count < CHANGES; count += 1) {
        const once = altered(base, whole, pick);
        const lines = count % 2 === 0 ? once : altered(base, once, pick);
        const texts = lines.flatMap((line) => (typeof line === 'number' ? (base[line] ?? '') : line));
        ours.push(await verdictOf(texts));
        files.push(lines);
        yield splitLines(lines);
      }
    }
    let at = 0;
    await judged(base, alterations(), (said) => {
      const [found, lines] = [ours[at] ?? null, files[at] ?? []];
      at += 1;
      expect(found, `seed ${SEED}, change ${at}: ${JSON.stringify(lines)}`).to.deep.equal(said);
      if (found === null) counts.unreadable += 1;
      else if (found[2] !== null) reasons.add(found[2]);
      if (found?.[0] === false) counts.found += 1;
      if (found?.[0] !== true) return;
      counts.none += 1;
      expect(saysTheSame(base, lines), `seed ${SEED}, change ${at}: ${JSON.stringify(lines)}`).to.equal(true);
    });

    expect(at).to.equal(CHANGES);
    if (CHANGES > 10_000) console.log(counts, [...reasons].sort());
    expect(counts.found).to.be.greaterThan(CHANGES / 2);
    expect(reasons.size).to.be.at.least(8);
  });

  it(`REC-81: an old checkpoint finds each of ${EDITS} edits of which all hashes were made anew`, async () => {
    const random = seeded(SEED);
    const pick = (below: number) => Math.floor(random() * below);
    const history = aHistory([]);
    const old: string = JSON.parse((await exportOf(history, [20])).at(-2) ?? '').checkpoint;
    for (let count = 0; count < EDITS; count += 1) {
      const edited = editedBelow(history, 20, pick);
      const lines = await exportOf(edited, []);
      const said = `seed ${SEED}, edit ${count}`;
      expect(await verdictOf(lines), said).to.deep.equal([true, null, null]);
      expect(await verdictOf(lines, [old]), said).to.deep.equal([false, 1, 'checkpoint_mismatch']);
    }
  });
});

/** A line into which a line feed was put is two. */
const splitLines = (lines: AlteredLines): AlteredLines =>
  lines.flatMap((line): AlteredLines => (typeof line === 'number' ? [line] : line.split('\n')));

/**
 * Whether the file says nothing else of the ledger: the same events, up to the same head, under checkpoints of the ledger.
 * It may hold fewer checkpoints, and fewer details if it says so.
 */
function saysTheSame(base: readonly string[], lines: AlteredLines): boolean {
  const texts = splitLines(lines).map((line) => (typeof line === 'number' ? (base[line] ?? '') : line));
  const [header, ...values] = texts.map((text) => JSON.parse(text));
  const events = values.filter((value) => 'seq' in value);
  const known = base.map((line) => JSON.parse(line));
  const isSame = (event: Record<string, unknown>, index: number) => {
    const own = known[index + 1];
    const detail = header.details === false && event.detail === null ? null : own.detail;
    return JSON.stringify(event) === JSON.stringify({ ...own, detail });
  };
  const checkpoints = values.filter((value) => 'checkpoint' in value).map((value) => JSON.stringify(value));
  const { headSeq, headHash } = known.at(-1);
  const end = values.at(-1);
  return (
    events.length === EVENTS &&
    events.every(isSame) &&
    checkpoints.every((line) => base.includes(line)) &&
    // Of a head behind the events nothing can be known.
    (end.headSeq > EVENTS || (end.headSeq === headSeq && end.headHash === headHash))
  );
}

/** One event below the size of the checkpoint changed, removed, put in, or exchanged with another. */
function editedBelow(history: readonly ExportedEvent[], size: number, pick: (below: number) => number) {
  const at = pick(size);
  const event = history[at];
  if (!event) throw new Error('it is not there');
  const changed = { ...event, payload: event.payload.replace('"success"', '"failure"') };
  const other = (at + 1 + pick(size - 1)) % size;
  const edits = [
    () => history.with(at, changed),
    () => history.toSpliced(at, 1),
    () => history.toSpliced(at, 0, changed),
    () => history.with(at, history[other] ?? event).with(other, event),
  ];
  return (edits[pick(edits.length)] ?? edits[0])?.() ?? history;
}
