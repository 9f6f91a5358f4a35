import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import { type Instant, plusMinutes, type WallTime } from '../kernel/time.ts';

export const occurrenceInvalidState = failure(
  'occurrence.invalid_state',
  'conflict',
  'The session is in another state now; read it again.',
);

/** One time at which a meeting takes place (meetings 4.2). Attendance and reports count only sessions that have ended. */
export const occurrenceStates = machine(occurrenceInvalidState, ['scheduled'], {
  scheduled: { start: 'live', cancel: 'cancelled', miss: 'missed', change: 'scheduled' },
  live: { end: 'ended' },
  cancelled: { restore: 'scheduled' },
  ended: {},
  missed: {},
});
export const occurrenceStatuses = ['scheduled', 'live', 'ended', 'cancelled', 'missed'] as const;
export type OccurrenceStatus = (typeof occurrenceStatuses)[number];
export const endReasons = ['host_ended', 'empty', 'max_duration', 'cancelled', 'provider'] as const;
/** Which of the two instants a wall time in a repeated hour means; `first` everywhere else. */
export const readings = ['first', 'second'] as const;

export interface Occurrence {
  readonly id: string;
  readonly meetingId: string;
  readonly chainId: string;
  /** The wall time that the rule gave it; null for meetings without a rule. */
  readonly recurrenceId: WallTime | null;
  readonly recurrenceIdAt: Instant | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly durationMinutes: number;
  readonly localStart: WallTime;
  readonly startReading: (typeof readings)[number];
  readonly adjustment: 'gap' | 'overlap' | null;
  /** Its own title; null if it has that of the meeting. */
  readonly title: string | null;
  readonly description: string | null;
  readonly ownStart: boolean;
  readonly ownDuration: boolean;
  readonly status: OccurrenceStatus;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly startedByUserId: string | null;
  readonly endedByUserId: string | null;
  readonly endReason: (typeof endReasons)[number] | null;
  readonly cancelledAt: Instant | null;
  readonly cancelReason: string | null;
  readonly participantCount: number;
  readonly peakParticipants: number;
  readonly emptySince: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Whether its start, length, title or description differs from the series. */
export const isException = ({ ownStart, ownDuration, title, description }: Occurrence): boolean =>
  ownStart || ownDuration || title !== null || description !== null;

/** Whether it has begun or was missed, so that it stays as it was. */
export const isPast = ({ status }: Pick<Occurrence, 'status'>): boolean =>
  status === 'live' || status === 'ended' || status === 'missed';

/** How long before its start and after its end a session can be started. */
const startMarginMinutes = 60;

export const opensAt = ({ startsAt }: Pick<Occurrence, 'startsAt'>): Instant =>
  plusMinutes(startsAt, -startMarginMinutes);

/** Until when a session that nobody has started can still be started. */
export const lastStartOf = ({ endsAt }: Pick<Occurrence, 'endsAt'>): Instant =>
  plusMinutes(endsAt, startMarginMinutes);

/** Whether it is live or can still be started. */
export const isAhead = (occurrence: Pick<Occurrence, 'status' | 'endsAt'>, now: Instant): boolean =>
  occurrence.status === 'live' || (occurrence.status === 'scheduled' && lastStartOf(occurrence) > now);

type NewOccurrence = Pick<
  Occurrence,
  'id' | 'meetingId' | 'chainId' | 'startsAt' | 'durationMinutes' | 'localStart' | 'createdAt'
> &
  Partial<Occurrence>;

/** A session to come that differs from its series in nothing. */
export const newOccurrence = (given: NewOccurrence): Occurrence => ({
  recurrenceId: null,
  recurrenceIdAt: null,
  endsAt: plusMinutes(given.startsAt, given.durationMinutes),
  startReading: 'first',
  adjustment: null,
  title: null,
  description: null,
  ownStart: false,
  ownDuration: false,
  status: occurrenceStates.begin('scheduled'),
  startedAt: null,
  endedAt: null,
  startedByUserId: null,
  endedByUserId: null,
  endReason: null,
  cancelledAt: null,
  cancelReason: null,
  participantCount: 0,
  peakParticipants: 0,
  emptySince: null,
  updatedAt: given.createdAt,
  version: 1,
  ...given,
});
