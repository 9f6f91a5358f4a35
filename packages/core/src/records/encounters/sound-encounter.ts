import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';
import type { Encounter, EncounterStatus } from './encounter.ts';

const longestPlanned = 7 * 86_400_000;
/** Clocks of people who write down what has just ended may differ a little from ours. */
const clockDrift = 5 * 60_000;

const outOfRange = (field: string, message: string) =>
  invalidField(`/${field}`, 'field.out_of_range', message);
const required = (field: string, message: string) => invalidField(`/${field}`, 'field.required', message);

/** What has to be known of an encounter in each status (records 5.3). */
const needed: Readonly<Record<EncounterStatus, readonly ('scheduledStartAt' | 'startedAt' | 'endedAt')[]>> = {
  planned: ['scheduledStartAt'],
  in_progress: ['startedAt'],
  completed: ['startedAt', 'endedAt'],
  cancelled: [],
  no_show: [],
  entered_in_error: [],
};

const whatIsNeeded = {
  scheduledStartAt: 'Say when it is to begin.',
  startedAt: 'Say when it began.',
  endedAt: 'Say when it ended.',
} as const;

/** Passes if its times are those of something that can take place, and say what its status needs. */
export function requireSoundTimes(encounter: Encounter, now: Instant): void {
  const { scheduledStartAt: from, scheduledEndAt: to, startedAt, endedAt, status } = encounter;
  for (const field of needed[status])
    if (encounter[field] === null) throw required(field, whatIsNeeded[field]);
  if (to !== null) {
    if (from === null)
      throw required('scheduledStartAt', 'Say when it is to begin, if you say when it is to end.');
    if (to <= from) throw outOfRange('scheduledEndAt', 'Let it end after it begins.');
    if (Date.parse(to) - Date.parse(from) > longestPlanned)
      throw outOfRange('scheduledEndAt', 'Let it end within 7 days.');
  }
  if (endedAt !== null && startedAt === null)
    throw required('startedAt', 'Say when it began, if you say when it ended.');
  if (endedAt !== null && startedAt !== null && endedAt < startedAt)
    throw outOfRange('endedAt', 'Let it end after it begins.');
  for (const field of ['startedAt', 'endedAt'] as const) {
    const at = encounter[field];
    if (at !== null && Date.parse(at) > Date.parse(now) + clockDrift)
      throw outOfRange(field, 'Give an instant that is not in the future.');
  }
}

/** Passes if the time zone, if one is given, is one that the tz data knows. */
export function requireKnownZone(
  timeZone: string | undefined,
  { timeZones }: Pick<HandlerContext, 'timeZones'>,
): void {
  if (timeZone === undefined || timeZones.has(timeZone)) return;
  const message = 'Give an IANA time zone name, such as Europe/Berlin.';
  throw invalidField('/timeZone', 'time_zone.unknown', message);
}

type Context = Pick<RecordsPorts, 'memberDirectory' | 'meetingReader' | 'caseSubjects'> &
  HandlerContext &
  Pick<WritingContext, 'emit'>;

/** Passes if the people who take part are known here: members of the workspace, and subjects of the case. */
export async function requireKnownParticipants(
  { caseId, participants }: Pick<Encounter, 'caseId' | 'participants'>,
  context: Pick<Context, 'memberDirectory' | 'caseSubjects'>,
): Promise<void> {
  const idsOf = (wanted: 'user' | 'subject') =>
    participants.flatMap(({ kind, id }) => (kind === wanted && id !== null ? [id] : []));
  const users = idsOf('user');
  const subjects = idsOf('subject');
  const [members, linked] = await Promise.all([
    users.length === 0 ? [] : context.memberDirectory.find([...new Set(users)]),
    subjects.length === 0 ? [] : context.caseSubjects.idsOf(caseId),
  ]);
  const known = new Set<string | null>([...members.map(({ userId }) => userId), ...linked]);
  participants.forEach(({ kind, id }, at) => {
    if (kind === 'external' || known.has(id)) return;
    const message = 'Name a member of the workspace or a subject of the case.';
    throw invalidField(`/participants/${at}/id`, 'field.invalid', message);
  });
}

/** Passes if the meeting is one that the caller sees, or none. */
export async function requireSeenMeeting(meetingId: string | null, context: Context): Promise<void> {
  if (meetingId === null || (await context.meetingReader.find(meetingId, context)) !== null) return;
  throw invalidField('/meetingId', 'field.invalid', 'Name a meeting of the workspace that you see.');
}
