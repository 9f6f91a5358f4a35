import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { auditKeyRotated } from './events.ts';
import { newLogKey, signingKeys } from './log-keys.ts';

type Context = Pick<RecordsPorts, 'checkpointLog' | 'checkpointSigner'> &
  Pick<FollowUpContext, 'now' | 'newId' | 'emitIn'>;

/**
 * Gives the log another key: the next checkpoint carries both signatures, later ones that of the new key alone. Null if there
 * is no key yet or another one is waiting already.
 */
export async function rotateLogKey(ledgerId: string, context: Context): Promise<{ vkey: string } | null> {
  const { checkpointLog, checkpointSigner, now, newId, emitIn } = context;
  await checkpointLog.lock('wait');
  const { origin } = await checkpointLog.log();
  const { current, next } = signingKeys(await checkpointLog.keys());
  if (origin === null || current === null || next !== null) return null;
  const key = await newLogKey(origin, { id: newId(), now, checkpointSigner });
  await checkpointLog.addKey(key);
  emitIn(ledgerId, auditKeyRotated, { ledgerId, oldKeyId: current.keyId, newVkey: key.vkey });
  return { vkey: key.vkey };
}
