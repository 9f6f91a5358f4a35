import { z } from 'zod';
import { lifecycleStatuses } from '../dates/status.ts';
import type { BoardCounts } from './ports.ts';

const counted = (what: string) => z.int().describe(what);

export const LifecycleCountsView = z
  .object({
    byStatus: z
      .object(
        // The list of statuses is the list of fields.
        Object.fromEntries(
          lifecycleStatuses.map((status) => [status, counted(`How many are ${status}.`)]),
        ) as Record<(typeof lifecycleStatuses)[number], z.ZodInt>,
      )
      .describe('How many documents have each status.'),
    byType: z
      .array(
        z.object({
          typeId: z.uuid().nullable().describe('The id of the type; null for documents without one.'),
          name: z.string().nullable().describe('The name of the type; null for documents without one.'),
          count: counted('How many documents there are of it.'),
        }),
      )
      .describe('The types with most documents, at most fifty.'),
    byOwner: z
      .array(
        z.object({
          ownerUserId: z
            .string()
            .nullable()
            .describe('The id of who keeps them in force; null for documents of nobody.'),
          displayName: z.string().nullable().describe('The name of that person; null if it is not known.'),
          count: counted('How many documents they keep in force.'),
        }),
      )
      .describe('The people with most documents, at most fifty.'),
    expiringIn: z
      .object({
        d7: counted('Within 7 days.'),
        d30: counted('Within 30 days.'),
        d60: counted('Within 60 days.'),
        d90: counted('Within 90 days.'),
      })
      .describe('How many end from today on within so many days.'),
  })
  .meta({ id: 'LifecycleCounts', description: 'Counts of what the same filters list.' });

export const ComplianceView = z
  .object({
    tracked: counted('How many have a status other than untracked, superseded and disposed.'),
    current: counted('How many of these are current, expiring_soon or no_expiration.'),
    percentCurrent: z
      .int()
      .nullable()
      .describe('How many of a hundred that is, rounded down; null if nothing is tracked.'),
    missingDate: counted('How many have the risk missing_date.'),
    missingOwner: counted('How many have the risk missing_owner.'),
    unconfirmed: counted('How many have the risk unconfirmed_date.'),
    expired: counted('How many have expired; grace counts as expired here.'),
    held: counted('How many are on hold.'),
    acknowledged: counted('How many have a risk that somebody accepts for some time.'),
  })
  .meta({ id: 'LifecycleCompliance', description: 'How far documents are in order.' });

export const LifecycleOptionsView = z
  .object({
    types: z
      .array(
        z.object({ id: z.uuid().describe('The id of the type.'), name: z.string().describe('Its name.') }),
      )
      .describe('Types of documents, by name.'),
    owners: z
      .array(
        z.object({
          userId: z.string().describe('The id of the person.'),
          displayName: z.string().describe('The name of the person.'),
        }),
      )
      .describe('Active members who keep a document in force that you see, by name.'),
    folders: z
      .array(
        z.object({
          id: z.uuid().describe('The id of the folder.'),
          path: z.string().describe('The names of the folders on the way to it, and its own.'),
        }),
      )
      .describe('Folders, by path.'),
    policies: z
      .array(
        z.object({ id: z.uuid().describe('The id of the policy.'), name: z.string().describe('Its name.') }),
      )
      .describe('Policies, by name.'),
  })
  .meta({
    id: 'LifecycleOptions',
    description: 'What the dashboard can be filtered by, at most 200 of each.',
  });

export const countsView = ({ byStatus, byType, byOwner, expiringIn }: BoardCounts) => ({
  byStatus: completeStatuses(byStatus),
  byType: [...byType],
  byOwner: [...byOwner],
  expiringIn,
});

type StatusCounts = Record<(typeof lifecycleStatuses)[number], number>;

const completeStatuses = (byStatus: BoardCounts['byStatus']): StatusCounts =>
  // Each status is one of its fields.
  Object.fromEntries(lifecycleStatuses.map((status) => [status, byStatus[status] ?? 0])) as StatusCounts;

const isUntracked: ReadonlySet<string> = new Set(['untracked', 'superseded', 'disposed']);
const isInOrder: ReadonlySet<string> = new Set(['current', 'expiring_soon', 'no_expiration']);

export function complianceView(counts: BoardCounts): z.input<typeof ComplianceView> {
  const { byStatus, missingDate, missingOwner, unconfirmed, expired, held, acknowledged } = counts;
  const sumOf = (isCounted: (status: string) => boolean) =>
    Object.entries(completeStatuses(byStatus)).reduce(
      (sum, [status, count]) => sum + (isCounted(status) ? count : 0),
      0,
    );
  const tracked = sumOf((status) => !isUntracked.has(status));
  const current = sumOf((status) => isInOrder.has(status));
  return {
    ...{ tracked, current, missingDate, missingOwner, unconfirmed, expired, held, acknowledged },
    percentCurrent: tracked === 0 ? null : Math.floor((100 * current) / tracked),
  };
}
