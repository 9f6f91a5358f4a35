import { type Chancery, ChanceryError, NotFoundError } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { perform, show } from './operation-call.ts';
import type { OwnManner } from './operation-command.ts';
import { harmless } from './style.ts';

/** What of the ledger is read by people too: its keys, by default those of one's own workspace, and its newest checkpoint. */
export function auditManners(operations: readonly Operation[]): Readonly<Record<string, OwnManner>> {
  const list = operations.find(({ id }) => id === 'listAuditCheckpoints');
  return {
    getLatestAuditCheckpoint: { run: printed((text, { stdout }) => void stdout.write(harmless(text, true))) },
    ...(list && { getAuditLogKeys: keysManner(list) }),
  };
}

const keysManner = (list: Operation): OwnManner => ({
  found: ['origin'],
  description: 'Without --origin they are those of the workspace that you are signed in to.',
  examples: [
    'chancery records audit keys',
    'chancery records audit keys --origin chancery.example/audit/workspace_a --output keys.json',
  ],
  async run(keys, input, own, options, surroundings) {
    const origin =
      input.origin ?? (await ownOrigin(connect(options, surroundings, list.credentials).client, list));
    const shown = printed((text, within) => show(JSON.parse(text), options, within));
    await shown(keys, { ...input, origin }, own, options, surroundings).catch((error: unknown) => {
      throw error instanceof NotFoundError ? unknownOrigin(error, String(origin)) : error;
    });
  },
});

/** The origin of the ledger of one's own workspace, which is that of its checkpoints. */
async function ownOrigin(client: Chancery, list: Operation): Promise<string> {
  const { origin } = await client
    .call<{ readonly origin: string | null }>(list.route, { limit: 1 })
    .catch((error: unknown) => {
      if (!(error instanceof ChanceryError)) throw error;
      throw new UsageError(
        `Give --origin, the first line of a checkpoint. Your own could not be read: ${error.message}`,
      );
    });
  if (origin !== null) return origin;
  throw new UsageError(
    'The ledger of this workspace has no checkpoint yet, and so no keys.',
    'Make the first with `chancery records audit checkpoint`.',
  );
}

/** The service knows no ledger by it; that it speaks of a checkpoint would lead astray. */
const unknownOrigin = ({ code, status, requestId }: NotFoundError, origin: string): NotFoundError =>
  new NotFoundError({
    ...{ code, status, requestId },
    message: `No ledger of this service has the origin ${origin}. Copy it from the first line of a checkpoint, such as chancery.example/audit/workspace_a.`,
  });

/** A short text is for a terminal too; a file or a pipe gets it as it came. */
const printed =
  (print: (text: string, surroundings: Parameters<OwnManner['run']>[4]) => void): OwnManner['run'] =>
  async (operation, input, own, options, surroundings) => {
    if (own.output !== undefined || !surroundings.stdout.isTTY)
      return perform(operation, input, own, options, surroundings);
    const { client } = connect(options, surroundings, operation.credentials);
    const { stream } = await client.download(operation.route, input);
    print(await new Response(stream).text(), surroundings);
  };
