import type { lifecycle as core } from '@chancery/core';

type Filter = core.BoardQuestion['filter'];

/** What counts are made of beside what every tally tells: the dates, the type with its duties, and the owner. */
type Told = 'dates' | 'type' | 'owner';

/** The tallies that the database keeps (migration 0320), the one with the fewest cells first. */
const told = {
  dates: ['dates'],
  kinds: ['type', 'owner'],
  owners: ['dates', 'owner'],
  types: ['dates', 'type'],
} satisfies Record<string, readonly Told[]>;
export type Tally = keyof typeof told;

/** What the lists of counts tell apart: statuses and days, types and missing facts, owners. */
const lists = {
  standing: ['dates'],
  types: ['type'],
  owners: ['owner'],
} satisfies Record<string, readonly Told[]>;
export type CountedList = keyof typeof lists;

/** Statuses that follow from dates and the clock. */
const byTheClock: ReadonlySet<string> = new Set<keyof core.BoardCounts['byStatus']>([
  'expired',
  'in_grace',
  'expiring_soon',
  'needs_confirmation',
  'current',
]);
const toldOfRisk: Partial<Record<core.RiskCode, readonly Told[]>> = {
  missing_type: ['type'],
  missing_owner: ['type'],
  missing_date: ['type'],
  unconfirmed_date: [],
  expiring: ['dates'],
  expired: ['dates'],
};

/** What a tally has to tell apart so that a filter can be asked of it; null if none does. */
function toldByFilter(filter: Filter): readonly Told[] | null {
  const { statuses, typeId, ownerUserId, folderId, policyId, held, risk, from, to, words } = filter;
  if (folderId !== null || policyId !== null || held !== null || words.length > 0) return null;
  const ofRisk = risk === null ? [] : toldOfRisk[risk];
  if (ofRisk === undefined) return null;
  const isDated = from !== null || to !== null || statuses?.some((status) => byTheClock.has(status)) === true;
  return [
    ...ofRisk,
    ...(isDated ? (['dates'] as const) : []),
    ...(typeId === null ? [] : (['type'] as const)),
    ...(ownerUserId === null ? [] : (['owner'] as const)),
  ];
}

/**
 * Which tally answers each list of counts; null if one of them can be answered by looking at the documents alone, as all can
 * for a guest, who sees nothing that everybody sees.
 */
export function talliesFor({
  filter,
  viewer,
}: Pick<core.BoardQuestion, 'filter' | 'viewer'>): Readonly<Record<CountedList, Tally>> | null {
  const wanted = viewer.isGuest ? null : toldByFilter(filter);
  if (wanted === null) return null;
  const tallyOf = (list: readonly Told[]) =>
    (Object.keys(told) as Tally[]).find((tally) =>
      [...wanted, ...list].every((each) => (told[tally] as readonly Told[]).includes(each)),
    );
  const [standing, types, owners] = [tallyOf(lists.standing), tallyOf(lists.types), tallyOf(lists.owners)];
  if (standing === undefined || types === undefined || owners === undefined) return null;
  return { standing, types, owners };
}
