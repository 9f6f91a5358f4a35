import type { FailureDetail } from '../../kernel/errors.ts';
import { formerMember } from '../../kernel/former-member.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes, type WallTime } from '../../kernel/time.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Warning } from '../warnings.ts';
import { clipped, instancesOf, merged, overlaps, type Span, timeOff } from './block.ts';

export const conflictKinds = ['meeting', 'time_off', 'busy', 'outside_working_hours'] as const;

/** Why somebody cannot come at one of the asked times, without titles that the viewer may not see (MTG-92). */
export interface Conflict {
  readonly userId: string;
  readonly displayName: string;
  readonly kind: (typeof conflictKinds)[number];
  /** The start of the asked time that it overlaps. */
  readonly occurrenceStartsAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly meetingId: string | null;
  readonly title: string | null;
  /** One sentence, with times in the zone of the request. */
  readonly message: string;
}

export interface ConflictQuestion {
  readonly people: readonly string[];
  readonly slots: readonly Span[];
  /** The zone in which messages show times. */
  readonly timeZone: string;
  /** How long people need to be free before and after each slot; working hours ignore it. */
  readonly bufferMinutes: number;
  readonly exceptChainId: string | null;
  readonly viewerUserId: string;
}

export type AvailabilityContext = { readonly timeZones: TimeZoneRules } & Pick<
  MeetingsPorts,
  'availability' | 'memberDirectory'
>;

export interface TakenTime extends Span, Pick<Conflict, 'userId' | 'kind' | 'meetingId' | 'title'> {}

/**
 * Everything that keeps these people from coming within the spans (MTG-88). The spans are in order and do not touch; what
 * lies between them is neither read nor computed.
 */
export async function takenTimes(
  {
    people,
    exceptChainId,
    viewerUserId,
  }: Pick<ConflictQuestion, 'people' | 'exceptChainId' | 'viewerUserId'>,
  spans: readonly Span[],
  { availability, timeZones }: Pick<AvailabilityContext, 'availability' | 'timeZones'>,
): Promise<readonly TakenTime[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (people.length === 0 || first === undefined || last === undefined) return [];
  const whole = { startsAt: first.startsAt, endsAt: last.endsAt };
  const rules = remembering(timeZones);
  const [meetings, blocks] = await Promise.all([
    availability.busyMeetings(people, spans, { viewerUserId, exceptChainId }),
    availability.touching(people, spans),
  ]);
  return [
    ...meetings.map(({ userId, meetingId, visibleTitle, startsAt, endsAt }) => ({
      userId,
      kind: 'meeting' as const,
      startsAt,
      endsAt,
      meetingId: visibleTitle === null ? null : meetingId,
      title: visibleTitle,
    })),
    ...blocks.flatMap((block): TakenTime[] => {
      const kind = block.kind === 'working_hours' ? 'outside_working_hours' : block.kind;
      const times =
        block.kind === 'working_hours'
          ? spans.flatMap((span) => timeOff(block, span, rules))
          : instancesOf(block, whole, rules);
      return times.map((time) => ({ ...time, userId: block.userId, kind, meetingId: null, title: null }));
    }),
  ];
}

/** The rules with a cache: the hours of many people are the same few wall times on every day of a year. */
function remembering(rules: TimeZoneRules): TimeZoneRules {
  const known = new Map<string, ReturnType<TimeZoneRules['resolve']>>();
  const walls = new Map<string, WallTime>();
  return {
    ...rules,
    resolve(wall, zone) {
      const key = `${wall} ${zone}`;
      const resolved = known.get(key) ?? rules.resolve(wall, zone);
      known.set(key, resolved);
      return resolved;
    },
    wall(instant, zone) {
      const key = `${instant} ${zone}`;
      const wall = walls.get(key) ?? rules.wall(instant, zone);
      walls.set(key, wall);
      return wall;
    },
  };
}

const widened = ({ startsAt, endsAt }: Span, minutes: number): Span => ({
  startsAt: plusMinutes(startsAt, -minutes),
  endsAt: plusMinutes(endsAt, minutes),
});

/** The conflicts of the asked times, by asked time, person and start. */
export async function conflictsOf(
  question: ConflictQuestion,
  context: AvailabilityContext,
): Promise<readonly Conflict[]> {
  const { people, slots, bufferMinutes, timeZone } = question;
  if (slots.length === 0 || people.length === 0) return [];
  const spans = merged(slots.map((slot) => widened(slot, bufferMinutes)));
  const [taken, members] = await Promise.all([
    takenTimes(question, spans, context),
    context.memberDirectory.find(people),
  ]);
  const rules = remembering(context.timeZones);
  const nameOf = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  const rank = new Map(people.map((userId, index) => [userId, index]));
  const byPerson = (one: TakenTime, other: TakenTime) =>
    (rank.get(one.userId) ?? 0) - (rank.get(other.userId) ?? 0) ||
    (one.startsAt < other.startsAt ? -1 : one.startsAt > other.startsAt ? 1 : 0);

  return slots.flatMap((slot) =>
    met(taken, slot, bufferMinutes)
      .sort(byPerson)
      .map((time) => {
        const displayName = nameOf.get(time.userId) ?? formerMember;
        return {
          ...time,
          displayName,
          occurrenceStartsAt: slot.startsAt,
          message: sentence(displayName, time, timeZone, rules),
        };
      }),
  );
}

function met(taken: readonly TakenTime[], slot: Span, bufferMinutes: number): TakenTime[] {
  const wide = widened(slot, bufferMinutes);
  // Times that do not overlap the slot are skipped before anything is copied.
  return taken
    .filter((time) => overlaps(time, time.kind === 'outside_working_hours' ? slot : wide))
    .flatMap((time) =>
      time.kind === 'outside_working_hours'
        ? clipped(time, slot).map((span) => ({ ...time, ...span }))
        : [time],
    );
}

const says: Readonly<Record<Conflict['kind'], (name: string, time: string) => string>> = {
  meeting: (name, time) => `${name} is in another meeting ${time}.`,
  time_off: (name, time) => `${name} has time off ${time}.`,
  busy: (name, time) => `${name} is busy ${time}.`,
  outside_working_hours: (name, time) => `${name} does not work ${time}.`,
};

function sentence(name: string, time: TakenTime, timeZone: string, rules: TimeZoneRules): string {
  const [start, end] = [rules.wall(time.startsAt, timeZone), rules.wall(time.endsAt, timeZone)];
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const shown = (wall: string) =>
    isOneDay ? wall.slice(11, 16) : `${wall.slice(0, 10)} ${wall.slice(11, 16)}`;
  return says[time.kind](name, `from ${shown(start)} to ${shown(end)} (${timeZone})`);
}

const mostDetails = 20;

/** The details of `meeting.conflict`: the first twenty conflicts, each with its sentence. */
export const conflictDetails = (conflicts: readonly Conflict[]): FailureDetail[] =>
  conflicts.slice(0, mostDetails).map(({ kind, message }) => ({
    path: '/scheduledStartAt',
    code: `conflict.${kind}`,
    message,
  }));

/** The warning about a meeting that was created despite its conflicts. */
export function conflictWarning(conflicts: readonly Conflict[]): Warning {
  const said = conflicts.slice(0, mostDetails).map(({ message }) => message);
  const more = conflicts.length - said.length;
  return {
    code: 'availability.conflict',
    message: [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    occurrences: [...new Set(conflicts.map(({ occurrenceStartsAt }) => occurrenceStartsAt))],
  };
}

/** The times at which somebody cannot come, in order; the search for free times excludes them. */
export const closedTimes = (taken: readonly TakenTime[], bufferMinutes: number): readonly Span[] =>
  merged(taken.map((time) => (time.kind === 'outside_working_hours' ? time : widened(time, bufferMinutes))));
