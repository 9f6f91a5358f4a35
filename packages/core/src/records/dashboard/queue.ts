import { z } from 'zod';
import { daysLater, startOfDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { labels, labelsOf } from '../access/labels.ts';
import { type WaitingItem, type WaitingKind, waitingKinds } from './ports.ts';

export const mostQueued = 50;

export const QueuedWorkView = z
  .object({
    kind: z.enum(waitingKinds).describe('What is to be done with it.'),
    id: shown.id().describe('The id of the entry, the amendment, the follow-up or the hand-over.'),
    caseId: shown.id().describe('The id of the case.'),
    title: z
      .string()
      .nullable()
      .describe('What people call it; null where it takes another purpose to read it.'),
    dueAt: shown.instant().nullable().describe('When it is due; null for never.'),
    since: shown.instant().describe('Since when it waits.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe('The labels that decide who reads it, the highest first.'),
  })
  .meta({ id: 'QueuedWork', description: 'Something that waits for you.' });

type Queued = WaitingItem & { readonly dueAt: Instant | null };

/** What waits for somebody, in the order in which it is to be done: what is late or due first comes first, what is never due last. */
export const queueOf = (
  items: readonly WaitingItem[],
  timeZone: string,
  zones: Pick<TimeZoneRules, 'resolve' | 'transitions'>,
): readonly Queued[] =>
  items
    .map((item) => ({ ...item, dueAt: dueOf(item, timeZone, zones) }))
    .toSorted(
      (one, other) =>
        compared(one.dueAt ?? never, other.dueAt ?? never) ||
        compared(one.since, other.since) ||
        compared(one.id, other.id),
    )
    .slice(0, mostQueued);

/** What is due by a date is late with the first instant of the next day. */
function dueOf(
  { dueAt, dueOn }: WaitingItem,
  timeZone: string,
  zones: Pick<TimeZoneRules, 'resolve' | 'transitions'>,
): Instant | null {
  return dueOn === null ? dueAt : startOfDate(daysLater(dueOn, 1), timeZone, zones);
}

/** Behind every instant. */
const never = '~';
const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A title is shown for a purpose that opens it alone (records 4.13). */
export const queuedWorkView = ({
  kind,
  id,
  caseId,
  title,
  isOpened,
  dueAt,
  since,
  effectiveMask,
}: Queued): z.input<typeof QueuedWorkView> => ({
  ...{ kind, id, caseId, dueAt, since },
  title: isOpened ? title : null,
  effectiveLabels: [...labelsOf(effectiveMask)],
});

/** The lists in the ledger under which what is shown of a kind is noted. */
export const listOf = {
  review: 'entries',
  sign: 'entries',
  co_sign: 'entries',
  changes_requested: 'entries',
  amendment: 'amendments',
  follow_up: 'follow_ups',
  transfer: 'cases',
} as const satisfies Readonly<Record<WaitingKind, string>>;
