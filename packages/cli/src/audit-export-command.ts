import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { reportOnExport } from './audit-commands.ts';
import { aboutKeys, collected, tell } from './audit-verdict.ts';
import { connect } from './connection.ts';
import { withExamples } from './help-examples.ts';
import { note } from './operation-call.ts';
import { progressBar, watched } from './progress-bar.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface ExportOptions extends GlobalOptions {
  readonly fromSeq?: number;
  readonly toSeq?: number;
  readonly details?: boolean;
  readonly vkey: readonly string[];
  readonly checkpoint: readonly string[];
}

/** `audit export <file>`: what the service gives, kept only whole, and verified at once. */
export function addAuditExportCommand(
  audit: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  const command = audit
    .command('export')
    .argument('<file>', 'where to write it')
    .summary('Fetch the ledger, and verify what came')
    .description(
      'Writes an export of the ledger once all of it has come, and verifies it as audit verify does: with the same keys, checkpoints and exit codes. For the owner and admins of the workspace.',
    )
    .addOption(new Option('--from-seq <seq>', 'The first event; else the first of all.').argParser(seqOf))
    .addOption(new Option('--to-seq <seq>', 'The last event; else the newest.').argParser(seqOf))
    .option('--details', 'With the names, reasons and addresses that you may see.')
    .option('--vkey <key>', aboutKeys, collected, [])
    .option('--checkpoint <file>', 'A checkpoint that was kept outside; several may be given.', collected, [])
    .action(async (file: string, _options, self: Command) => {
      const options = self.optsWithGlobals<ExportOptions>();
      await fetchTo(file, options, surroundings);
      ended(tell(await reportOnExport(file, options, surroundings), options, surroundings));
    });
  withExamples(command, () => [
    'chancery audit export ledger.ndjson --vkey $VKEY',
    'chancery audit export ledger.ndjson --details --checkpoint last-month.txt',
  ]);
}

async function fetchTo(file: string, options: ExportOptions, surroundings: Surroundings): Promise<void> {
  const { client } = connect(options, surroundings, ['bearer']);
  const { fromSeq, toSeq, details } = options;
  const { stream, sizeBytes } = await client.records.exportAuditEvents({ fromSeq, toSeq, details });
  const bar = progressBar(options, surroundings);
  const part = `${file}.part`;
  try {
    await pipeline(watched(stream, 'Receiving', sizeBytes, bar), createWriteStream(part));
    await rename(part, file);
  } finally {
    bar.end();
    await rm(part, { force: true });
  }
  if (!options.json) note([`Written to ${file}.`], options, surroundings.stderr, surroundings.env);
}

function seqOf(text: string): number {
  const seq = Number(text);
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw new InvalidArgumentError('It must be the number of an event.');
  return seq;
}
