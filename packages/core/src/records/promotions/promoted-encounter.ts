import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { plusMinutes } from '../../kernel/time.ts';
import type { MeetingContent } from '../../meetings/index.ts';
import type { Purpose, StatedLabels } from '../access/labels.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import {
  type Encounter,
  type EncounterParticipant,
  encounterStates,
  mostParticipants,
} from '../encounters/encounter.ts';
import { addEncounter } from '../encounters/encounter-text.ts';
import { aboutEncounter, encounterCreated } from '../encounters/events.ts';
import { newEncounter } from '../encounters/new-encounter.ts';
import { requireSoundTimes } from '../encounters/sound-encounter.ts';
import { entrySeal } from '../entries/content.ts';
import type { RecordsPorts } from '../ports.ts';
import { promotionSourceNotReady } from './errors.ts';

interface Asked {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly caseId: string;
  readonly title?: string | undefined;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'encounters' | 'memberDirectory' | 'recordCipher'> &
  Pick<WritingContext, 'now' | 'newId' | 'user' | 'emit' | 'workspaceId'>;

/** The encounter that a meeting is, was or is to be, with its times and whoever was there. */
export async function promotedEncounter(
  asked: Asked,
  meeting: MeetingContent,
  found: SeenCase,
  context: Context,
): Promise<Encounter> {
  const { caseId, title = meeting.title, confidentiality = 'standard', additionalLabels = [] } = asked;
  const begun = newEncounter(
    {
      ...{ caseId, title, confidentiality, additionalLabels, purposeOfUse: asked.purposeOfUse },
      ...{ encounterType: 'contact', mode: 'video', reason: null, location: null },
      ...momentsOf(meeting),
      timeZone: meeting.timeZone,
      participants: await participantsOf(meeting, context),
      meetingId: meeting.id,
    },
    found,
    context,
  );
  const encounter: Encounter =
    meeting.status === 'cancelled'
      ? { ...begun, status: encounterStates.next(begun.status, 'cancel') }
      : begun;
  requireSoundTimes(encounter, context.now);
  // Nothing that a meeting says is among what is sealed: there is no need of a key.
  await addEncounter(encounter, entrySeal(context.workspaceId, null, context.recordCipher), context);
  context.emit(encounterCreated, { ...aboutEncounter(encounter, found.case), title: encounter.title });
  return encounter;
}

/** Its times, and what it begins as; a room in which nobody has met yet is no encounter. */
function momentsOf({ status, session, scheduledStartAt: from, durationMinutes }: MeetingContent) {
  const planned = {
    scheduledStartAt: from,
    scheduledEndAt: from === null ? null : plusMinutes(from, durationMinutes),
  };
  if (status === 'scheduled' || status === 'cancelled')
    return { ...planned, status: encounterStates.begin('planned'), startedAt: null, endedAt: null };
  const startedAt = session?.startedAt ?? null;
  if (startedAt === null) throw promotionSourceNotReady();
  if (status === 'live')
    return { ...planned, status: encounterStates.begin('in_progress'), startedAt, endedAt: null };
  const endedAt = session?.endedAt ?? null;
  if (endedAt === null) throw promotionSourceNotReady();
  return { ...planned, status: encounterStates.begin('completed'), startedAt, endedAt };
}

/** Whoever was there, as far as the caller may know it; otherwise its organizer. Who is no member now is from outside. */
async function participantsOf(
  { attendance, organizer }: MeetingContent,
  { memberDirectory }: Pick<RecordsPorts, 'memberDirectory'>,
): Promise<readonly EncounterParticipant[]> {
  const people =
    attendance === null || attendance.length === 0
      ? [{ ...organizer, role: 'organizer', attended: null }]
      : attendance
          .slice(0, mostParticipants)
          .map(({ userId, displayName, role }) => ({ userId, displayName, role, attended: true }));
  const ids = people.flatMap(({ userId }) => userId ?? []);
  const members = new Set((await memberDirectory.find([...new Set(ids)])).map(({ userId }) => userId));
  return people.map(({ userId, ...person }) =>
    userId !== null && members.has(userId)
      ? { ...person, kind: 'user', id: userId }
      : { ...person, kind: 'external', id: null },
  );
}

/** When what a source records has happened: with the meeting, if that is over, and otherwise now. */
export function occurredAtOf(meeting: MeetingContent | null, { now }: Pick<HandlerContext, 'now'>): string {
  const at = meeting?.session?.startedAt ?? meeting?.scheduledStartAt ?? now;
  return at > now ? now : at;
}
