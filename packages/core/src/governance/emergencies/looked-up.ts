import { rateLimited } from '../../kernel/errors.ts';
import { type Instant, plusMinutes, secondsBetween } from '../../kernel/time.ts';
import {
  type EmergencyLookup,
  type EmergencyReason,
  openedInEmergency,
  type ScopeName,
} from '../../records/index.ts';
import { breakGlassNoMatch } from '../errors.ts';
import type { GovernancePreparing } from '../ports.ts';
import { lookupWindowHours, mostFailedLookups } from './emergency.ts';
import { breakGlassLookupFailed, lookupsNoticeDue } from './events.ts';

const windowStart = (now: Instant): Instant => plusMinutes(now, -lookupWindowHours * 60);

/** Refuses whoever has looked up enough for a day without finding anybody (GOV-18). */
export const requireLookupsLeft = ({ transact, user, now }: GovernancePreparing): Promise<void> =>
  transact(async ({ emergencies }) => {
    const { count, first } = await emergencies.failedLookups(user.userId, windowStart(now));
    if (count < mostFailedLookups || first === null) return;
    const seconds = secondsBetween(now, plusMinutes(first, lookupWindowHours * 60));
    throw rateLimited({ retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
  });

/**
 * The subject that somebody looks for, if there is exactly one that the reason opens. Whether there is none, or more than
 * one, or one that stays closed, the same is done and the same is answered (GOV-18).
 */
export async function lookedUp(
  lookup: EmergencyLookup,
  reasonCode: EmergencyReason,
  context: GovernancePreparing,
): Promise<ScopeName> {
  const { transact, user, now, workspaceId } = context;
  const found = await transact(async (work) => {
    const { emergencies, recordScopes, memberAccess, emit } = work;
    await emergencies.lockUser(user.userId);
    const id = await recordScopes.identified(lookup, openedInEmergency(reasonCode), workspaceId);
    if (id !== null) return id;
    const { count } = await emergencies.failedLookups(user.userId, windowStart(now));
    const failedToday = count + 1;
    await emergencies.addFailedLookup(work.newId(), user.userId, now);
    emit(breakGlassLookupFailed, { userId: user.userId, reasonCode, failedToday });
    if (failedToday === mostFailedLookups)
      for (const { userId: toUserId } of await memberAccess.holders(['privacy_officer']))
        if (toUserId !== user.userId) emit(lookupsNoticeDue, { userId: user.userId, toUserId, on: now });
    return null;
  });
  if (found === null) throw breakGlassNoMatch();
  return { kind: 'subject', id: found };
}
