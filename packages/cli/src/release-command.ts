import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ReleasedAttachment,
  type ReleaseFinding,
  type ReleaseReport,
  verifyRelease,
} from '@chancery/verify';
import type { Command } from 'commander';
import { aboutKeys, collected, primitives, readable, type Said, tell, textOf } from './audit-verdict.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface ReleaseOptions extends GlobalOptions {
  readonly vkey: readonly string[];
  readonly signingKey: readonly string[];
  readonly files?: string;
}

/** `release verify`: it needs no service, no account and no network. */
export function addReleaseCommands(
  release: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  const command = release
    .command('verify')
    .argument('<export>', 'what the recipient of a release has saved')
    .summary('Verify a release of records, offline')
    .description(
      'Checks a release that was saved from the portal: what was approved, that the ledger has it, what was signed, and every file. Ends with 0 if all of it holds, 1 if something fails, 2 if it cannot be read, and 3 if what could be checked holds but a key or a file was not there.',
    )
    .option('--vkey <key>', aboutKeys, collected, [])
    .option(
      '--signing-key <hex>',
      'A public key by which the workspace signs records, learned likewise.',
      collected,
      [],
    )
    .option('--files <dir>', 'Where the files lie that are not in the export.')
    .action(async (file: string, _options, self: Command) => {
      const options = self.optsWithGlobals<ReleaseOptions>();
      ended(tell(await reportOnRelease(file, options), options, surroundings));
    });
  withExamples(command, () => [
    'chancery release verify release.json --vkey $VKEY --signing-key $SIGNING_KEY',
    'chancery release verify release.json --files attachments --json',
  ]);
}

async function reportOnRelease(file: string, { vkey, signingKey, files }: ReleaseOptions): Promise<Said> {
  const strange = signingKey.find((key) => !/^[0-9a-f]{64}$/.test(key));
  if (strange !== undefined) throw new UsageError(`This is no signing key: ${strange}`);
  try {
    const digestOf = files === undefined ? undefined : await digestsIn(files);
    const given = { vkeys: vkey, signingKeys: signingKey, ...(digestOf && { digestOf }) };
    return saidOf(await verifyRelease(await textOf(file), given, primitives), file);
  } catch (error) {
    throw readable(error, files ?? file);
  }
}

/** Files are found by what they hold, else by their names: two of one name have been renamed by whoever saved them. */
async function digestsIn(folder: string) {
  const named = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const hash = createHash('sha256');
    for await (const part of createReadStream(join(folder, entry.name))) hash.update(part);
    named.set(entry.name, hash.digest('hex'));
  }
  const known = new Set(named.values());
  return ({ sha256, fileName }: ReleasedAttachment) =>
    known.has(sha256) ? sha256 : (named.get(fileName) ?? null);
}

const steps = [
  'the file',
  'the manifest',
  'checkpoints',
  'proofs',
  'contents',
  'signatures',
  'addenda',
  'attachments',
] as const;

const absent: Readonly<Record<string, string>> = {
  keys_from_file:
    'keys: from_file. The keys of the log are those in the file, which whoever made it up may have made up too: give --vkey.',
  signing_keys_from_file: 'signing_keys: from_file. So are the keys of the signatures: give --signing-key.',
  not_there: 'A file is neither in the export nor in --files, so it was not checked.',
  unknown_key: 'A signature names a key that is not there, so it was not checked.',
};

function saidOf(report: ReleaseReport, file: string): Said {
  const { outcome, faults, unchecked, withheld, packageNumber, items, signatures } = report;
  if (outcome === 'unreadable') throw new UsageError(`${file} is no release of chancery.release/1.`);
  const counts = `${packageNumber}: ${items} entries, ${signatures} signatures`;
  const verdicts = {
    holds: `Holds: ${counts}.`,
    incomplete: `Holds as far as it could be checked: ${counts}.`,
    fails: `Does not hold: ${packageNumber}.`,
  };
  const row = ({ step, item, reason }: ReleaseFinding) => ({
    ...{ step, about: steps[step - 1], item: item ?? 'all', fault: reason },
  });
  return {
    code: outcome === 'holds' ? 0 : outcome === 'fails' ? 1 : 3,
    verdict: verdicts[outcome],
    lines: withheld.map(
      ({ item, addendum, section, of, position, isMarked }) =>
        `Entry ${item}, ${addendum ? `addendum ${addendum}, ` : ''}${of === 'attachment' ? 'attachment' : `${section ?? 'text'}, paragraph`} ${position + 1}: ${isMarked ? 'shown, not provable' : 'withheld'}.`,
    ),
    table: faults.map(row),
    warnings: unchecked.map(
      ({ item, reason }) => `warning: ${item === null ? '' : `entry ${item}: `}${absent[reason] ?? reason}`,
    ),
    data: report,
  };
}
