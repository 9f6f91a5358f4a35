import type { HandlerContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import type { PlainDate } from '../../kernel/time.ts';
import type { GovernancePorts } from '../ports.ts';

/** The day that it is on the calendar of the workspace. */
export async function today({
  workspaceIdentity,
  now,
  timeZones,
}: Pick<GovernancePorts, 'workspaceIdentity'> &
  Pick<HandlerContext, 'now' | 'timeZones'>): Promise<PlainDate> {
  const { defaultTimeZone } = await workspaceIdentity.profile();
  return localDate(now, defaultTimeZone, timeZones);
}
