import { expect } from 'chai';
import { base64Of, hexOf, utf8 } from './bytes.ts';
import { entryHash, genesisHash } from './chain.ts';
import { type ExportReport, ExportUnreadable, type ExportVerification, verifyExport } from './export-file.ts';
import { verifyExport as verifyQuickly } from './fast.ts';
import { NoteRefused } from './note.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { fastPrimitives, now } from './testing/now.ts';

const { mainLog, exportFile, tampering, checkpoints } = auditVectors;
const vkeys = [mainLog.vkey];
type Members = Readonly<Record<string, unknown>>;
const lines = exportFile.text.split('\n').slice(0, -1);
/** The report of the ordinary reading, which that of the quick one must equal. */
async function verified(text: string, given: ExportVerification = { vkeys }): Promise<ExportReport> {
  const quick = await verifyQuickly(() => [utf8(text)], given, fastPrimitives).catch(String);
  const ordinary = verifyExport(() => [utf8(text)], given, fastPrimitives);
  expect(await ordinary.catch(String)).to.deep.equal(quick);
  return ordinary;
}
const verdictOf = ({ ok, firstBadSeq, reason }: ExportReport) => ({ ok, firstBadSeq, reason });
const fileOf = (changed: readonly string[]) => `${changed.join('\n')}\n`;
/** The export with one line as it is after `change`. */
const withLine = (at: number, change: (members: Record<string, unknown>) => object) =>
  fileOf(
    lines.map((line, index) =>
      index === lines.length + at || index === at ? JSON.stringify(change(JSON.parse(line))) : line,
    ),
  );

describe('exports of a ledger', () => {
  it('REC-70: accepts the export of the vectors, by WebCrypto alone', async () => {
    const report = await verifyExport(() => [utf8(exportFile.text)], { vkeys });
    expect(verdictOf(report)).to.deep.equal({ ok: true, firstBadSeq: null, reason: null });
    expect(report).to.deep.include({
      eventsChecked: 10,
      detailsChecked: 2,
      lastCheckpoint: 10,
      warnings: [],
    });
  });

  it('REC-70: reads it from pieces of any size', async () => {
    const bytes = utf8(exportFile.text);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    expect(await verifyExport(pieces, { vkeys }, fastPrimitives)).to.include({ ok: true, eventsChecked: 10 });
  });

  it('warns that keys are the file’s own, and believes keys that are given instead', async () => {
    expect((await verified(exportFile.text, {})).warnings).to.deep.equal(['keys_from_file']);
    const other = await verified(exportFile.text, { vkeys: [checkpoints.key.vkey] });
    expect(verdictOf(other)).to.deep.equal({ ok: false, firstBadSeq: 1, reason: 'checkpoint_mismatch' });
  });

  // What a database without the comparison of columns would give as an export.
  for (const ledger of tampering.filter(({ projections }) => projections.length === 0))
    it(`REC-70: ${ledger.name}: ${ledger.expected.reason ?? 'ok'}`, async () => {
      const details = new Map(ledger.details.map(({ seq, salt, value }) => [seq, { salt, value }]));
      const text = fileOf([
        JSON.stringify({
          ...JSON.parse(lines[0] ?? ''),
          workspaceId: ledger.workspaceId,
          toSeq: ledger.head.seq,
          anchorHash: hexOf(now(genesisHash(ledger.workspaceId))),
        }),
        ...ledger.rows.map((row) => JSON.stringify({ ...row, detail: details.get(row.seq) ?? null })),
        JSON.stringify({
          end: true,
          headSeq: ledger.head.seq,
          headHash: ledger.head.hash,
          events: ledger.rows.length,
          checkpoints: 0,
        }),
      ]);
      const report = await verified(text, { vkeys, checkpoints: ledger.pinnedCheckpoints });
      expect(verdictOf(report)).to.deep.equal(ledger.expected);
    });

  const changes: readonly [string, string, [number, string]][] = [
    ['the last event cut off', fileOf(lines.filter((_, index) => index !== 10)), [10, 'truncated']],
    ['everything behind event 4 cut off', fileOf(lines.slice(0, 5)), [5, 'truncated']],
    ['the end cut off', fileOf(lines.slice(0, -1)), [11, 'truncated']],
    ['a range that ends earlier', withLine(0, (header) => ({ ...header, toSeq: 9 })), [10, 'beyond_head']],
    ['a range that ends later', withLine(0, (header) => ({ ...header, toSeq: 11 })), [11, 'truncated']],
    [
      'another anchor',
      withLine(0, (header) => ({ ...header, anchorHash: '0'.repeat(64) })),
      [1, 'prev_hash_mismatch'],
    ],
    ['another head', withLine(-1, (end) => ({ ...end, headHash: '0'.repeat(64) })), [10, 'head_mismatch']],
    ['another number of events', withLine(-1, (end) => ({ ...end, events: 11 })), [10, 'head_mismatch']],
    ['a checkpoint removed', fileOf(lines.filter((_, index) => index !== 11)), [1, 'checkpoint_mismatch']],
    [
      'a checkpoint of another size',
      withLine(-2, ({ checkpoint }) => ({ checkpoint: String(checkpoint).replace('\n10\n', '\n9\n') })),
      [4, 'checkpoint_mismatch'],
    ],
    ['a checkpoint that is no note', withLine(-3, () => ({ checkpoint: 'x' })), [1, 'checkpoint_mismatch']],
    [
      'checkpoints in another order',
      fileOf(lines.map((line, index) => (index === 11 ? lines[12] : index === 12 ? lines[11] : line) ?? '')),
      [11, 'checkpoint_mismatch'],
    ],
    ['a detail left out', withLine(3, (row) => ({ ...row, detail: null })), [3, 'detail_missing']],
    [
      'the salt of a detail changed',
      withLine(6, (row) => ({ ...row, detail: { ...(row.detail as object), salt: '00'.repeat(32) } })),
      [6, 'detail_mismatch'],
    ],
  ];
  for (const [name, text, [firstBadSeq, reason]] of changes)
    it(`REC-70: finds ${name}: ${reason}`, async () => {
      expect(verdictOf(await verified(text))).to.deep.equal({ ok: false, firstBadSeq, reason });
    });

  const unreadable: readonly [string, string][] = [
    ['an empty file', ''],
    ['something else', 'hello\n'],
    ['another format', withLine(0, (header) => ({ ...header, format: 'chancery-audit-export/2' }))],
    ['a member too many', withLine(2, (row) => ({ ...row, note: '' }))],
    [
      'a member twice',
      fileOf(lines.map((line, index) => (index === 2 ? line.replace('{', '{"seq":2,') : line))),
    ],
    ['a key that is none', withLine(0, (header) => ({ ...header, vkeys: ['x'] }))],
    [
      'an event behind a checkpoint',
      fileOf([...lines.slice(0, 10), lines[11] ?? '', lines[10] ?? '', ...lines.slice(12)]),
    ],
    ['something behind the end', fileOf([...lines, lines[12] ?? ''])],
    [
      'a checkpoint in another spelling',
      fileOf(lines.map((line) => line.replace('{"checkpoint"', '{ "checkpoint"'))),
    ],
  ];
  for (const [name, text] of unreadable)
    it(`REC-70: does not read ${name}`, async () => {
      const error = await verified(text, {}).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ExportUnreadable);
    });

  it('REC-70: does not read bytes that are not UTF-8', async () => {
    const error = await verifyExport(() => [Uint8Array.of(255, 10)]).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ExportUnreadable);
  });

  it('a checkpoint of another ledger cannot be compared', async () => {
    const other = checkpoints.valid[0]?.text ?? '';
    const given = { vkeys: [mainLog.vkey, checkpoints.key.vkey], checkpoints: [other] };
    const error = await verified(exportFile.text, given).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(NoteRefused);
  });

  it('says of a part of the ledger that nothing anchors it', async () => {
    const anchorHash = JSON.parse(lines[3] ?? '').hash;
    const part = [
      JSON.stringify({ ...JSON.parse(lines[0] ?? ''), fromSeq: 4, anchorHash }),
      ...lines.slice(4),
    ];
    const report = await verified(fileOf(part.map((line) => line.replace('"events":10', '"events":7'))));
    expect(verdictOf(report)).to.deep.equal({ ok: true, firstBadSeq: null, reason: null });
    expect(report).to.deep.include({ eventsChecked: 7, lastCheckpoint: null, warnings: ['unanchored'] });
  });

  it('REC-76: says that an export leaves details out', async () => {
    const bare = lines.map((line, index) => {
      const members = JSON.parse(line);
      if (index === 0) return JSON.stringify({ ...members, details: false });
      return 'detail' in members ? JSON.stringify({ ...members, detail: null }) : line;
    });
    const report = await verified(fileOf(bare));
    expect(report).to.deep.include({ ok: true, detailsChecked: 0, warnings: ['details_not_included'] });
  });

  describe('REC-81: a history of which all hashes were made anew', () => {
    const [header = ''] = lines;
    const events: readonly Members[] = lines.slice(1, 11).map((line) => JSON.parse(line));
    const old = auditVectors.tampering[0]?.pinnedCheckpoints.at(-1) ?? '';
    /** What somebody would write who holds the database and all that it can hash. */
    function written(history: readonly Members[]): string {
      let hash = now(genesisHash(JSON.parse(header).workspaceId));
      const rows = history.map(({ payload, detail }, index) => {
        const prevHash = hexOf(hash);
        hash = now(entryHash(hash, index + 1, utf8(String(payload))));
        return JSON.stringify({ seq: index + 1, prevHash, hash: hexOf(hash), payload, detail });
      });
      const toSeq = history.length;
      const end = { end: true, headSeq: toSeq, headHash: hexOf(hash), events: toSeq, checkpoints: 0 };
      return fileOf([JSON.stringify({ ...JSON.parse(header), toSeq }), ...rows, JSON.stringify(end)]);
    }
    const changed = ({ payload, ...event }: Members): Members => ({
      ...event,
      payload: String(payload).replace('success', 'failure'),
    });

    const histories: Readonly<Record<string, (at: number) => readonly Members[]>> = {
      'one event changed': (at) => events.map((event, index) => (index === at ? changed(event) : event)),
      'one event removed': (at) => events.toSpliced(at, 1),
      'one event put in': (at) => events.toSpliced(at, 0, changed({ ...events[0], detail: null })),
      'two events in another order': (at) => {
        const [first, second] = at === 9 ? [0, 9] : [at, at + 1];
        return events.map((event, index) =>
          index === first ? (events[second] ?? event) : index === second ? (events[first] ?? event) : event,
        );
      },
    };
    for (const [name, history] of Object.entries(histories))
      it(`passes by itself with ${name}, and an old checkpoint finds it`, async () => {
        for (const at of events.keys()) {
          const text = written(history(at));

          expect(await verified(text)).to.deep.include({ ok: true, warnings: ['no_checkpoint'] });
          const report = await verified(text, { vkeys, checkpoints: [old] });
          // The old checkpoint is over ten events: fewer are told by their number.
          const [firstBadSeq, reason] =
            history(at).length < 10 ? [10, 'truncated'] : [1, 'checkpoint_mismatch'];
          expect(verdictOf(report), `at ${at}`).to.deep.equal({ ok: false, firstBadSeq, reason });
        }
      });
  });

  it('REC-81: any one character changed is found, or changes nothing that the ledger says', async () => {
    const harmless = new Set<string>();
    for (let at = 0; at < exportFile.text.length; at += 41) {
      const was = exportFile.text[at] ?? '';
      const now = was === '1' ? '2' : '1';
      const text = `${exportFile.text.slice(0, at)}${now}${exportFile.text.slice(at + 1)}`;
      const report = await verified(text).catch(() => null);
      if (report?.ok)
        harmless.add(exportFile.text.slice(0, at).split('\n').length === 1 ? 'header' : `at ${at}`);
    }
    // When it was made, and keys that are not used because others were given.
    expect([...harmless]).to.deep.equal(['header']);
  });

  it('REC-70: takes events that are given as base64 because they are not UTF-8 for what they are', async () => {
    const text = withLine(2, ({ payload, ...row }) => ({
      ...row,
      payloadBase64: base64Of(utf8(String(payload))),
    }));
    expect(await verified(text)).to.include({ ok: true });
  });
});
