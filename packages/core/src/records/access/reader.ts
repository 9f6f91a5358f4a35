import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';
import type { Purpose } from './labels.ts';
import type { RecordReach } from './ports.ts';
import { masksOpenedBy, purposeUsed } from './purposes.ts';
import type { RecordReader } from './record-reader.ts';

type Asking = Pick<RecordsPorts, 'recordStandings'> & Pick<HandlerContext, 'user'>;

export async function readerOf({ user, recordStandings }: Asking): Promise<RecordReader> {
  const { userId, membership }: UserPrincipal = user;
  return { userId, role: membership?.role ?? 'guest', ...(await recordStandings.reader(userId)) };
}

/** The condition under which lists show what the caller passes for this purpose. */
export const reachOf = async (
  purpose: Purpose | null,
  context: Asking & Pick<HandlerContext, 'now'>,
): Promise<RecordReach> => reachFor(await readerOf(context), purpose, context.now);

/** The same for somebody who was read already. */
export const reachFor = (reader: RecordReader, purpose: Purpose | null, now: Instant): RecordReach => ({
  reader,
  now,
  masks: masksOpenedBy(purpose),
  purpose: purposeUsed(purpose),
});
