import { type Instant, plusMinutes } from '../kernel/time.ts';
import type { WritingContext } from '../kernel/use-case.ts';
import { distinctInvitees, drawUpInvitations, type Invitee } from './draw-up-invitations.ts';
import { organizerInactive } from './errors.ts';
import { meetingCreated, meetingInvitationCreated } from './events.ts';
import { newJoinCode } from './join-code.ts';
import type { Meeting, MeetingInvitation } from './meeting.ts';
import { initialMeetingSettings, longestMinutes } from './meeting-settings.ts';
import type { MeetingsPorts } from './ports.ts';
import { checkSchedule } from './schedule-rules.ts';

export interface MeetingWish {
  readonly title: string;
  readonly description: string;
  readonly scheduledStartAt: Instant;
  readonly timeZone: string;
  /** By default an hour, or what the plan allows where that is less. */
  readonly durationMinutes?: number | undefined;
  readonly invitees: readonly Invitee[];
  readonly externalReference: string | null;
  readonly organizerUserId: string;
  readonly source: Meeting['source'];
}

/** Of 23^10 codes one is taken once in a great while; this many in a row never. */
const mostJoinCodes = 10;

/** The organizer's own invitation is not counted. */
export interface ScheduledMeeting {
  readonly meeting: Meeting;
  readonly invitationCount: number;
}

type SchedulingContext = WritingContext & Pick<MeetingsPorts, 'meetings' | 'memberDirectory'>;

/** The one way in which a single meeting comes to be: checks, writes, and tells those who are invited. */
export async function scheduleMeeting(
  wish: MeetingWish,
  context: SchedulingContext,
): Promise<ScheduledMeeting> {
  const { now, timeZones, entitlements, linkTokens, newId } = context;
  checkSchedule(wish.scheduledStartAt, wish.timeZone, now, timeZones);
  const durationMinutes = wish.durationMinutes ?? Math.min(60, longestMinutes(entitlements));
  entitlements.requireWithin('meeting_duration_minutes', durationMinutes);

  const invitees = distinctInvitees(wish.invitees);
  const { organizer, members } = await peopleOf(wish.organizerUserId, invitees, context);
  const meetingId = newId();
  const occasion = { meetingId, organizer, members, now, linkTokens, newId };
  const [own, ...invited] = drawUpInvitations(invitees, occasion);
  entitlements.requireWithin('meeting_invitees', invited.length);
  const userIds = [own, ...invited].flatMap(({ userId }) => userId ?? []);
  const meeting = await added(
    draft(wish, meetingId, durationMinutes, userIds, context),
    [own, ...invited],
    context,
  );

  emitCreated(meeting, invited, context);
  return { meeting, invitationCount: invited.length };
}

async function peopleOf(
  organizerUserId: string,
  invitees: readonly Invitee[],
  { memberDirectory }: SchedulingContext,
) {
  const members = await memberDirectory.among(
    [organizerUserId],
    invitees.map(({ email }) => email),
  );
  const organizer = members.find(({ userId }) => userId === organizerUserId);
  if (organizer?.status !== 'active' || organizer.role === 'guest') throw organizerInactive();
  return { organizer, members };
}

function draft(
  wish: MeetingWish,
  meetingId: string,
  durationMinutes: number,
  userIds: readonly string[],
  { now, timeZones, entitlements, settings, newId }: SchedulingContext,
): Omit<Meeting, 'joinCode'> {
  const { timeZone, scheduledStartAt: startsAt } = wish;
  const localStart = timeZones.wall(startsAt, timeZone);
  return {
    id: meetingId,
    chainId: meetingId,
    meetingType: 'scheduled',
    status: 'scheduled',
    title: wish.title,
    description: wish.description,
    scheduledStartAt: startsAt,
    localStart,
    durationMinutes,
    timeZone,
    settings: initialMeetingSettings(entitlements),
    organizerUserId: wish.organizerUserId,
    visibility: 'private',
    source: wish.source,
    externalReference: wish.externalReference,
    conferenceProvider: 'embedded',
    icalUid: `${meetingId}@${new URL(settings.baseUrl).hostname}`,
    icalSequence: 0,
    tzdataVersion: timeZones.version(),
    firstOccurrence: {
      id: newId(),
      startsAt,
      endsAt: plusMinutes(startsAt, durationMinutes),
      localStart,
      adjustment: timeZones.resolve(localStart, timeZone).adjustment,
      userIds,
    },
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The meeting under the first join code that nobody has. */
async function added(
  meeting: Omit<Meeting, 'joinCode'>,
  invitations: readonly MeetingInvitation[],
  { meetings, random }: SchedulingContext,
): Promise<Meeting> {
  for (let attempt = 0; attempt < mostJoinCodes; attempt += 1) {
    const coded = { ...meeting, joinCode: newJoinCode(random) };
    if (await meetings.add(coded, invitations)) return coded;
  }
  throw new Error(`No free join code in ${mostJoinCodes} draws; the source of randomness repeats itself`);
}

function emitCreated(
  meeting: Meeting,
  invited: readonly MeetingInvitation[],
  { emit }: SchedulingContext,
): void {
  const {
    id: meetingId,
    meetingType,
    source,
    organizerUserId,
    scheduledStartAt,
    durationMinutes,
    title,
  } = meeting;
  const invitationCount = invited.length;
  emit(meetingCreated, {
    meetingId,
    meetingType,
    source,
    organizerUserId,
    scheduledStartAt,
    durationMinutes,
    invitationCount,
    title,
  });
  for (const { id: invitationId, kind, role, userId, displayName, email } of invited) {
    emit(meetingInvitationCreated, { invitationId, meetingId, kind, role, userId, displayName, email });
  }
}
