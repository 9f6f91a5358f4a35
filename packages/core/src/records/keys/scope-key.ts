import { dependencyUnavailable } from '../../kernel/errors.ts';
import { KeyVaultAway, type OpenedKey } from '../../kernel/key-vault.ts';
import type { SealingKey } from '../../kernel/ports.ts';
import { type PublicHalf, publicHalfOf } from '../../kernel/scope-seal.ts';
import { Unprepared } from '../../kernel/unprepared.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';

/** So many keys are made at once, because each has to be durable before it is used. */
const madeAtOnce = 64;

type Preparing = Pick<RecordsPreparing, 'keyVault' | 'now' | 'workspaceId'> & {
  transact<T>(work: (context: Pick<RecordsPorts, 'recordKeys'>) => Promise<T>): Promise<T>;
};

/**
 * The key of a subject or case, opened before the transaction that seals with it. What has none yet takes one from the
 * stock. Null once the key was destroyed: then nothing of it can be read or written any more.
 */
export async function scopeKey(scope: SealingKey, context: Preparing): Promise<OpenedKey | null> {
  const { transact, now } = context;
  const take = async ({ recordKeys }: Pick<RecordsPorts, 'recordKeys'>) =>
    (await recordKeys.isRetired(scope)) ? 'retired' : recordKeys.take(scope, now);
  let keyId = await transact(take);
  if (keyId === null) {
    const made = await madeKeys(context);
    keyId = await transact(async (work) => {
      await work.recordKeys.stock(made, now);
      return take(work);
    });
  }
  if (keyId === 'retired') return null;
  // Others may have taken all of them meanwhile, each for something of its own.
  return keyId === null ? scopeKey(scope, context) : openedKey(keyId, context);
}

async function madeKeys(context: Preparing): Promise<readonly PublicHalf[]> {
  const made = await inVault(() => context.keyVault.make(context.workspaceId, madeAtOnce));
  const opened = await Promise.all(made.map((keyId) => openedKey(keyId, context)));
  return opened.filter((key) => key !== null).map(publicHalfOf);
}

/** For an action that makes a subject or case, and has found the stock empty: makes as many keys as are made at once. */
export async function moreKeys(context: Preparing): Promise<null> {
  const made = await madeKeys(context);
  await context.transact(({ recordKeys }) => recordKeys.stock(made, context.now));
  return null;
}

/**
 * Gives what this transaction makes its key, so that nothing is ever without one and nothing is written outside (GOV-42).
 * Where the stock is empty the action begins anew, with `moreKeys`.
 */
export async function giveKey(
  scope: SealingKey,
  { recordKeys, now }: Pick<RecordsPorts, 'recordKeys'> & Pick<Preparing, 'now'>,
): Promise<void> {
  if ((await recordKeys.takeNew(scope, now)) === null) throw new Unprepared();
}

/** A key of the workspace by its id; null once it was destroyed. */
export async function openedKey(
  keyId: string,
  { keyVault, workspaceId }: Pick<Preparing, 'keyVault' | 'workspaceId'>,
): Promise<OpenedKey | null> {
  const bytes = await inVault(() => keyVault.open(workspaceId, keyId));
  return bytes === null ? null : { id: keyId, bytes };
}

/** A vault that does not answer is a dependency that is away (REC-96). */
async function inVault<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeyVaultAway) throw dependencyUnavailable();
    throw error;
  }
}
