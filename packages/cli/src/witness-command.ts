import type { Chancery } from '@chancery/sdk';
import {
  bytesOfHex,
  checkpointText,
  consistencyHolds,
  cosignatureLine,
  hashedNow,
  keysOf,
  type NoteKey,
  NoteRefused,
  type OpenedCheckpoint,
  openCheckpoint,
  signerOf,
  vkeyOf,
} from '@chancery/verify';
import type { Command } from 'commander';
import { aboutKeys, collected, primitives, type Said, sha256, tell } from './audit-verdict.ts';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import { newWitnessKey, readWitnessKey, type WitnessKey, withKept } from './witness-state.ts';

interface WitnessOptions extends GlobalOptions {
  readonly log?: string;
  readonly state: string;
  readonly key: string;
  readonly vkey: readonly string[];
  readonly post?: boolean;
}

/** `audit witness` and `audit witness-key`. */
export function addWitnessCommands(
  audit: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  const witness = audit
    .command('witness')
    .summary('Check that the ledger only grows, and cosign its newest checkpoint')
    .description(
      'Fetches the newest checkpoint, checks that it continues the one that was kept at the last run, keeps it, and prints a cosignature. Ends with 1, and signs nothing, if the history is another than before. Run it by cron, on a machine that the operator of the server does not command.',
    )
    .option('--log <url>', 'Root of the service whose ledger it is; else that of --base-url.')
    .requiredOption('--state <dir>', 'Where the last checkpoint is kept.')
    .requiredOption('--key <file>', 'The key of the witness, made by audit witness-key.')
    .requiredOption('--vkey <key>', aboutKeys, collected)
    .option('--post', 'Add the cosignature to the checkpoint on the server too.')
    .action(async (_options, self: Command) => {
      const { log, ...given } = self.optsWithGlobals<WitnessOptions>();
      const options = log === undefined ? given : { ...given, baseUrl: log };
      ended(tell(await witnessed(options, surroundings), options, surroundings));
    });
  withExamples(witness, () => [
    'chancery audit witness --log https://chancery.example.org --state ~/witness --key ~/witness.key --vkey $VKEY',
    'chancery audit witness --state ~/witness --key ~/witness.key --vkey $VKEY --post --quiet',
  ]);

  const key = audit
    .command('witness-key')
    .summary('Make the key of a witness')
    .description(
      'Writes a new private key, and prints the public one, which the operator of the server enters.',
    )
    .requiredOption('--name <name>', 'The name of the witness, such as a host of yours.')
    .requiredOption(
      '--key <file>',
      'Where to write the private key. A key that is there is not written over.',
    )
    .action(async (_options, self: Command) => {
      const { name, key: file, json } = self.optsWithGlobals<GlobalOptions & { name: string; key: string }>();
      const vkey = hashedNow(vkeyOf((await newWitnessKey(file, name)).key), sha256);
      surroundings.stdout.write(json ? `${JSON.stringify({ vkey })}\n` : `${vkey}\n`);
    });
  withExamples(key, () => ['chancery audit witness-key --name witness.example.org --key ~/witness.key']);
}

async function witnessed(options: Omit<WitnessOptions, 'log'>, surroundings: Surroundings): Promise<Said> {
  const witness = await readWitnessKey(options.key);
  const keys = await keysOf(options.vkey, primitives).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const { client } = connect(options, surroundings, ['bearer']);
  const { stream } = await client.records.getLatestAuditCheckpoint();
  const note = await new Response(stream).text();
  const newest = await openedNote(note, keys);
  if (newest === null) return refused('The newest checkpoint is not signed by the key of this log.', null);
  return withKept(options.state, newest.origin, async (kept, files) => {
    const before = kept === null ? null : await openedNote(kept, keys);
    if (kept !== null && before === null)
      throw new UsageError(
        'The checkpoint that was kept is not signed by this key.',
        'Give its key too, as a second --vkey.',
      );
    const fault = before && (await brokenBetween(before, newest, client));
    if (fault) return refused(fault, { kept, newest: note, files: await files.keepBeside(note) });
    await files.keep(note);
    return cosigned(newest, before, witness, { client, post: options.post ?? false, surroundings });
  });
}

async function openedNote(note: string, keys: readonly NoteKey[]): Promise<OpenedCheckpoint | null> {
  try {
    return await openCheckpoint(note, keys, primitives);
  } catch (error) {
    if (error instanceof NoteRefused) return null;
    throw error;
  }
}

/** Why the newest checkpoint does not continue the one before, or null. */
async function brokenBetween(
  before: OpenedCheckpoint,
  newest: OpenedCheckpoint,
  client: Chancery,
): Promise<string | null> {
  if (newest.size < before.size)
    return `The ledger had ${before.size} events, and now its newest checkpoint has ${newest.size}.`;
  // The roots are those of the notes, whatever the answer says of them.
  const proof =
    newest.size === before.size || before.size === 0
      ? []
      : (await client.records.getAuditConsistency({ from: before.size, to: newest.size })).proof;
  const held = hashedNow(
    consistencyHolds({
      ...{ oldSize: before.size, newSize: newest.size, oldRoot: before.root, newRoot: newest.root },
      proof: proof.map((hash) => (/^[0-9a-f]{64}$/.test(hash) ? bytesOfHex(hash) : new Uint8Array())),
    }),
    sha256,
  );
  return held ? null : `The ${before.size} events of the last checkpoint are not those of the newest one.`;
}

interface Evidence {
  readonly kept: string | null;
  readonly newest: string;
  readonly files: readonly string[];
}

const refused = (verdict: string, evidence: Evidence | null): Said => ({
  code: 1,
  verdict,
  lines: [
    'Nothing was signed.',
    ...(evidence ? [`These two prove that the history was changed: ${evidence.files.join(', ')}`] : []),
  ],
  warnings: [],
  data: { ok: false, problem: verdict, ...evidence },
});

async function cosigned(
  newest: OpenedCheckpoint,
  before: OpenedCheckpoint | null,
  { key, seed }: WitnessKey,
  { client, post, surroundings }: { client: Chancery; post: boolean; surroundings: Surroundings },
): Promise<Said> {
  const { now = () => new Date() } = surroundings;
  const time = Math.floor(now().getTime() / 1000);
  const line = await cosignatureLine(checkpointText(newest), time, key, await signerOf(seed), primitives);
  if (post) await client.records.addAuditCosignature({ size: newest.size, signatureLine: line.trimEnd() });
  const grown = before === null ? 'seen for the first time' : `${newest.size - before.size} more than before`;
  return {
    code: 0,
    verdict: line.trimEnd(),
    warnings: [`${harmless(newest.origin)}: ${newest.size} events, ${grown}.`],
    data: {
      ok: true,
      origin: newest.origin,
      size: newest.size,
      before: before?.size ?? null,
      signatureLine: line,
    },
  };
}
