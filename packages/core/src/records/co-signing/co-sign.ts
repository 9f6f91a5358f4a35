import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { coSignStates, type RecordEntry } from '../entries/entry.ts';
import { aboutEntry, entryCoSignRequested } from '../entries/events.ts';

type CoSign = Pick<RecordEntry, 'coSignStatus' | 'coSignVersion' | 'coSignRequestedAt'>;

/**
 * Where the second signature stands once a version is finalized: it is asked for where the policy demands it or somebody is
 * named, and stays with the version that it was asked for (GOV-28).
 */
export function askedToCoSign(
  { coSignStatus, coSignVersion, coSignRequestedAt, coSignPolicy, coSignerUserId }: RecordEntry,
  versionNumber: number,
  now: Instant,
): CoSign {
  const isAsked = coSignPolicy === 'required' || coSignerUserId !== null;
  if (coSignStatus !== 'not_requested' || !isAsked) return { coSignStatus, coSignVersion, coSignRequestedAt };
  return {
    coSignStatus: coSignStates.next(coSignStatus, 'request'),
    coSignVersion: versionNumber,
    coSignRequestedAt: now,
  };
}

/** Somebody is to sign too: the person who is named, or anybody with the role for it. */
export function sayCoSignRequested(entry: RecordEntry, emit: WritingContext['emit']): void {
  emit(entryCoSignRequested, {
    ...aboutEntry(entry),
    versionNumber: entry.coSignVersion ?? 0,
    requestedFromUserId: entry.coSignerUserId,
  });
}
