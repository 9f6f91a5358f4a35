import { groupBy } from '../../kernel/grouping.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import type { ConferenceKind } from './conference-provider.ts';

export const leaveReasons = ['left', 'lost', 'removed', 'ended'] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/**
 * What is known of one connection. Events may come late, twice, in another order or never, so there may be several facts,
 * or half ones.
 */
export interface PresenceFact {
  readonly source: ConferenceKind;
  readonly connection: string;
  readonly joinedAt: Instant | null;
  readonly leftAt: Instant | null;
  readonly leftReason: LeaveReason | null;
}

/** Everybody who was connected at a moment; whoever is missing had left. */
export interface PresenceSnapshot {
  readonly at: Instant;
  readonly connections: readonly string[];
}

export interface PresenceInterval {
  readonly joinedAt: Instant;
  readonly leftAt: Instant | null;
  readonly source: ConferenceKind;
  readonly leftReason: LeaveReason | null;
}

export interface PresenceBounds {
  /** When the person first got a token; it stands in for an arrival that is not known. */
  readonly firstTokenAt: Instant;
  /** Null while the session runs. */
  readonly endedAt: Instant | null;
  readonly snapshots: readonly PresenceSnapshot[];
}

/**
 * The intervals of one person in one session, the earliest first; a set of facts gives the same whatever their order
 * (MTG-65).
 */
export function intervalsOf(
  facts: readonly PresenceFact[],
  bounds: PresenceBounds,
): readonly PresenceInterval[] {
  return [...groupBy(facts, ({ source, connection }) => `${source} ${connection}`).values()]
    .map((ofConnection) => intervalOf(ofConnection, bounds))
    .sort(
      (a, b) =>
        compare(a.joinedAt, b.joinedAt) ||
        compare(a.leftAt ?? '~', b.leftAt ?? '~') ||
        compare(a.source, b.source) ||
        compare(a.leftReason ?? '', b.leftReason ?? ''),
    );
}

function intervalOf(
  facts: readonly PresenceFact[],
  { firstTokenAt, endedAt, snapshots }: PresenceBounds,
): PresenceInterval {
  const [{ source, connection } = { source: 'embedded' as const, connection: '' }] = facts;
  const arrivals = facts.flatMap((fact) => fact.joinedAt ?? []);
  const departures = facts
    .filter((fact) => fact.leftAt !== null)
    .sort(
      (a, b) => compare(b.leftAt ?? '', a.leftAt ?? '') || compare(a.leftReason ?? '', b.leftReason ?? ''),
    );
  const [departure] = departures;

  const known =
    arrivals.length > 0 ? least(arrivals) : least([firstTokenAt, departure?.leftAt ?? firstTokenAt]);
  const joinedAt = endedAt !== null && known > endedAt ? endedAt : known;
  const missedAt = departure === undefined ? missing(connection, joinedAt, snapshots) : null;
  const left = departure?.leftAt ?? missedAt ?? endedAt;
  if (left === null) return { joinedAt, leftAt: null, source, leftReason: null };
  const after = endedAt !== null && left > endedAt;
  const reason =
    departure === undefined ? (missedAt === null ? 'ended' : 'left') : (departure.leftReason ?? 'left');
  return {
    joinedAt,
    leftAt: after ? endedAt : left < joinedAt ? joinedAt : left,
    source,
    leftReason: after ? 'ended' : reason,
  };
}

/** The first snapshot after the arrival that lacks the connection. */
const missing = (
  connection: string,
  joinedAt: Instant,
  snapshots: readonly PresenceSnapshot[],
): Instant | null => {
  const lacking = snapshots
    .filter(({ at, connections }) => at >= joinedAt && !connections.includes(connection))
    .map(({ at }) => at);
  return lacking.length === 0 ? null : least(lacking);
};

/** Whole seconds in which the person was there with at least one device; an open interval counts until `now`. */
export function secondsPresent(intervals: readonly PresenceInterval[], now: Instant): number {
  let total = 0;
  let reached: Instant | null = null;
  for (const { joinedAt, leftAt } of [...intervals].sort((a, b) => compare(a.joinedAt, b.joinedAt))) {
    const until = leftAt ?? now;
    const from: Instant = reached !== null && reached > joinedAt ? reached : joinedAt;
    if (until > from) total += secondsBetween(from, until);
    if (reached === null || until > reached) reached = until;
  }
  return Math.floor(total);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const least = (instants: readonly Instant[]): Instant => instants.reduce((a, b) => (b < a ? b : a));
