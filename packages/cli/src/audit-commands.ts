import { createReadStream } from 'node:fs';
import {
  bytesOfHex,
  type ExportReport,
  entryHash,
  eventOf,
  hashedNow,
  keysOf,
  type ProofReport,
  verifyProof,
} from '@chancery/verify';
import { verifyExport } from '@chancery/verify/fast';
import type { Command } from 'commander';
import {
  aboutKeys,
  collected,
  primitives,
  readable,
  type Said,
  sha256,
  tell,
  textOf,
} from './audit-verdict.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface VerifyOptions extends GlobalOptions {
  readonly vkey: readonly string[];
  readonly checkpoint: readonly string[];
}

interface ProofOptions extends GlobalOptions {
  readonly vkey: readonly string[];
  readonly event?: string;
}

/** `audit verify` and `audit verify-proof` need no service, no account and no network. */
export function addAuditCommands(
  audit: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  const verify = audit
    .command('verify')
    .argument('<file>', 'an export of the ledger')
    .summary('Verify an export of the ledger, offline')
    .description(
      'Walks the whole file and says at which event it first stops being what was recorded. Ends with 0 if it is intact, 1 if it was tampered with, 2 if it cannot be read. Keys and checkpoints that you kept yourself prove more than those in the file.',
    )
    .option('--vkey <key>', aboutKeys, collected, [])
    .option('--checkpoint <file>', 'A checkpoint that was kept outside; several may be given.', collected, [])
    .action(async (file: string, _options, self: Command) => {
      const options = self.optsWithGlobals<VerifyOptions>();
      ended(tell(await reportOnExport(file, options, surroundings), options, surroundings));
    });
  withExamples(verify, () => [
    'chancery audit verify ledger.ndjson --vkey $VKEY --checkpoint last-month.txt',
    'chancery audit verify ledger.ndjson --json',
  ]);

  const proof = audit
    .command('verify-proof')
    .argument('<proof>', 'a file with a proof of inclusion')
    .summary('Verify that an event is in the ledger, offline')
    .description(
      'Verifies a proof of inclusion against a key of the log. A proof without the event needs it beside it: the line of an export. Ends with 0 if it holds, 1 if not, 2 if it cannot be read.',
    )
    .requiredOption('--vkey <key>', aboutKeys, collected)
    .option('--event <file>', 'The event as a line of an export, if the proof does not carry it.')
    .action(async (file: string, _options, self: Command) => {
      const options = self.optsWithGlobals<ProofOptions>();
      ended(tell(await reportOnProof(file, options), options, surroundings));
    });
  withExamples(proof, () => [
    'chancery audit verify-proof proof.txt --vkey $VKEY',
    'chancery audit verify-proof proof.txt --event event.json --vkey $VKEY',
  ]);
}

export async function reportOnExport(
  file: string,
  { vkey, checkpoint, quiet }: Pick<VerifyOptions, 'vkey' | 'checkpoint' | 'quiet'>,
  { stderr }: Surroundings,
): Promise<Said> {
  const checkpoints = await Promise.all(checkpoint.map(textOf));
  const isWatched = stderr.isTTY === true && !quiet;
  const onProgress = (events: number, of: number) =>
    void (isWatched && stderr.write(`\r\u001b[KVerified ${events} of ${of} events`));
  try {
    const given = { vkeys: vkey, checkpoints, onProgress };
    const report = await verifyExport(() => createReadStream(file), given, primitives);
    return saidOfExport(report);
  } catch (error) {
    throw readable(error, file);
  } finally {
    if (isWatched) stderr.write('\r\u001b[K');
  }
}

const warningTexts: Readonly<Record<ExportReport['warnings'][number], string>> = {
  keys_from_file:
    'keys: from_file. The keys are those in the file, which whoever changed it may have changed too: give --vkey.',
  no_checkpoint:
    'no_checkpoint. Nothing outside the file confirms it: a history that was rewritten as a whole would pass.',
  unanchored:
    'unanchored. The export begins in the middle of the ledger, and nothing confirms what is before it.',
  details_not_included:
    'details_not_included. The export leaves details of events out, so those were not checked.',
  time_regression: 'time_regression. The clock of the server was set back by more than 5 minutes.',
};

function saidOfExport(report: ExportReport): Said {
  const { ok, firstBadSeq, reason, eventsChecked, detailsChecked, detailsErased, lastCheckpoint } = report;
  const counts = `${eventsChecked} events, ${detailsChecked} details, ${detailsErased} erased details`;
  const upTo = lastCheckpoint === null ? 'no checkpoint' : `checkpoints up to event ${lastCheckpoint}`;
  const table = report.cosignatures.map(({ size, witness, time }) => ({
    ...{ cosignedBy: witness, events: size, at: new Date(time * 1000).toISOString() },
  }));
  const warnings = report.warnings.map((warning) => `warning: ${warningTexts[warning]}`);
  return ok
    ? { code: 0, verdict: `Intact: ${counts}, ${upTo}.`, table, warnings, data: report }
    : {
        code: 1,
        verdict: `Tampered with: ${reason} at event ${firstBadSeq}.`,
        lines: [`Checked until then: ${counts}.`],
        ...{ table, warnings, data: report },
      };
}

async function reportOnProof(file: string, { vkey, event }: ProofOptions): Promise<Said> {
  const text = await textOf(file);
  const hash = event === undefined ? null : hashOfEvent(await textOf(event), event);
  try {
    return saidOfProof(await verifyProof(text, await keysOf(vkey, primitives), hash, primitives));
  } catch (error) {
    throw readable(error, file);
  }
}

function saidOfProof(report: ProofReport): Said {
  if (!report.ok) {
    if (report.reason === 'malformed') throw new UsageError('The file is no proof of inclusion.');
    if (report.reason === 'no_event')
      throw new UsageError('The proof does not carry its event.', 'Give it with --event.');
    return { code: 1, verdict: `Does not hold: ${report.reason}.`, warnings: [], data: report };
  }
  const { seq, payload, checkpoint } = report;
  const event = payload && eventOf(payload);
  const { origin, size, cosignatures } = checkpoint;
  return {
    code: 0,
    verdict: `Holds: event ${seq} is in the ${size} events that ${harmless(origin)} signed for.`,
    lines: event ? [harmless(JSON.stringify(event))] : [],
    warnings: [],
    data: { ok: true, seq, origin, size, cosignatures, event },
  };
}

/** The hash that the chain gives the event, from its own bytes: what the line says of it is not believed. */
function hashOfEvent(text: string, file: string): Uint8Array {
  try {
    const { seq, prevHash, payload } = JSON.parse(text);
    if (!/^[0-9a-f]{64}$/.test(prevHash) || !Number.isSafeInteger(seq) || typeof payload !== 'string')
      throw null;
    return hashedNow(entryHash(bytesOfHex(prevHash), seq, new TextEncoder().encode(payload)), sha256);
  } catch {
    throw new UsageError(`${file} is no event as a line of an export has it: seq, prevHash, payload.`);
  }
}
