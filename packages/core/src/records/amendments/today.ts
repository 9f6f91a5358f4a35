import type { HandlerContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import type { PlainDate } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';

/** Today where the workspace is: the clocks of requests run by its days (REC-32). */
export async function todayIn({
  workspaceIdentity,
  now,
  timeZones,
}: Pick<RecordsPorts, 'workspaceIdentity'> & Pick<HandlerContext, 'now' | 'timeZones'>): Promise<PlainDate> {
  return localDate(now, (await workspaceIdentity.profile()).defaultTimeZone, timeZones);
}
