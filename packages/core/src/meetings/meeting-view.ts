import { z } from 'zod';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { shown } from '../kernel/shapes.ts';
import { MeetingInvitationView, MeetingPersonView, meetingInvitationView } from './invitations/views.ts';
import { joinUrlOf } from './join-code.ts';
import { isOver, type Meeting, meetingSources, meetingStatuses, meetingTypes } from './meeting.ts';
import {
  type MeetingAction,
  may,
  meetingPermissions,
  seesAddresses,
  type VisibleMeeting,
} from './meeting-access.ts';
import { OccurrenceView, occurrenceView } from './occurrence-view.ts';
import type { MeetingMoment, MeetingPerson, MeetingsPorts } from './ports.ts';
import { recurrenceText } from './recurrence/index.ts';
import { ConferenceJoinView } from './room/views.ts';
import { MeetingSettingsView } from './scheduling/meeting-settings.ts';
import { type Warning, WarningView } from './warnings.ts';
import { WebinarSettingsView } from './webinars/webinar-settings.ts';

export const RecurrenceView = z
  .object({
    rrule: z.string().describe('The RFC 5545 rule, in canonical form.'),
    exdates: z.array(z.string()).describe('Local starts that the rule gives and the series leaves out.'),
    rdates: z.array(z.string()).describe('Local starts in addition to those that the rule gives.'),
    text: z.string().describe('The rule as an English sentence.'),
    occurrenceCount: z
      .int()
      .nullable()
      .describe('How many occurrences the series has; null while it has no end.'),
    endsAt: shown
      .instant()
      .nullable()
      .describe('When the last occurrence ends; null while the series has no end.'),
    portability: z
      .enum(['full', 'partial'])
      .describe('partial: some calendar product will not show the series exactly; warnings say why.'),
  })
  .meta({ id: 'MeetingRecurrence', description: 'How a meeting repeats.' });

const meetingActions = Object.keys(meetingPermissions) as [MeetingAction, ...MeetingAction[]];

export const MeetingView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    seriesId: shown
      .id()
      .describe('Meetings that came from one another by splitting share it, and one join code.'),
    meetingType: z.enum(meetingTypes).describe('The kind of meeting.'),
    status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
    title: z.string().describe('The title of the meeting.'),
    description: z.string().describe('Plain text; empty when there is none.'),
    scheduledStartAt: shown
      .instant()
      .nullable()
      .describe('The start of the meeting, of a series that of its first session; null for personal rooms.'),
    durationMinutes: z.int().describe('How long each session is to last, in minutes.'),
    timeZone: z.string().describe('The IANA zone that the meeting lives in.'),
    recurrence: RecurrenceView.nullable().describe('How it repeats; null if it takes place once.'),
    webinar: WebinarSettingsView.nullable().describe('The settings of a webinar; null for other meetings.'),
    settings: MeetingSettingsView,
    organizer: MeetingPersonView.describe('Who organizes it.'),
    visibility: z
      .enum(['private', 'workspace'])
      .describe('Who can see it: those who are invited, or all members of the workspace.'),
    joinCode: z.string().describe('The code that people join with, such as abcde-fghjk.'),
    joinUrl: z.string().describe('The address where people join.'),
    passcodeRequired: z.boolean().describe('True if a passcode is asked for.'),
    source: z.enum(meetingSources).describe('How the meeting was made.'),
    externalReference: z
      .string()
      .nullable()
      .describe('The reference that your own system gave it; null without one.'),
    templateId: shown.id().nullable().describe('The template that it was made from; null if from none.'),
    splitFromMeetingId: shown
      .id()
      .nullable()
      .describe('The meeting that this one was split from; null if from none.'),
    conferenceProvider: z.enum(['embedded', 'livekit', 'jitsi']).describe('What carries sound and picture.'),
    icalUid: z.string().describe('The UID of its calendar entry.'),
    icalSequence: z
      .int()
      .describe(
        'The sequence number of its calendar entry, which grows with every change that calendars learn of.',
      ),
    nextOccurrence: OccurrenceView.nullable().describe(
      'The live session, or else the next one that has not ended; null if there is none.',
    ),
    upcomingOccurrences: z.array(OccurrenceView).describe('The next sessions, at most ten; empty in lists.'),
    counts: z
      .object({
        invitations: z.int().describe('How many are invited.'),
        pending: z.int().describe('How many have not answered.'),
        accepted: z.int().describe('How many accepted.'),
        tentative: z.int().describe('How many may come.'),
        declined: z.int().describe('How many declined.'),
        registrations: z.int().describe('How many registered.'),
        waiting: z.int().describe('How many wait to be let into the live session.'),
        present: z.int().describe('How many are in the live session.'),
      })
      .describe('How many people are in each state.'),
    myInvitation: MeetingInvitationView.nullable().describe('Your own invitation; null without one.'),
    permissions: z.array(z.enum(meetingActions)).describe('What you can do with it now.'),
    tzdataVersion: z.string().describe('The release of the zone data that its times follow.'),
    cancelledAt: shown.instant().nullable().describe('When it was cancelled; null if it was not.'),
    cancelReason: z.string().nullable().describe('Why it was cancelled; null without a reason.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Meeting', description: 'A meeting, with its series and what you can do with it.' });

const mostUpcoming = 10;

/** What is read in addition to the meetings themselves. */
export interface Surroundings {
  /** True in lists, which show only the next session. */
  readonly brief: boolean;
  readonly moments: readonly MeetingMoment[];
  readonly responses: Awaited<ReturnType<MeetingsPorts['invitees']['ownResponses']>>;
}

type ViewingContext = Pick<HandlerContext, 'now' | 'settings' | 'timeZones' | 'workspaceId' | 'user'> &
  Pick<MeetingsPorts, 'meetings' | 'invitees'>;

/** The current state of meetings and the caller's answers to their sessions, read for a whole list at once. */
export async function surroundingsOf(
  ids: readonly string[],
  { meetings, invitees, now, user }: ViewingContext,
  { brief = false }: { readonly brief?: boolean } = {},
): Promise<Surroundings> {
  const [moments, responses] = await Promise.all([
    meetings.moments(ids, now, brief ? 1 : mostUpcoming),
    invitees.ownResponses(user.userId, ids),
  ]);
  return { brief, moments, responses };
}

export function meetingView(
  visible: VisibleMeeting,
  { brief, moments, responses }: Surroundings,
  { settings, timeZones, workspaceId }: Pick<HandlerContext, 'settings' | 'timeZones' | 'workspaceId'>,
): z.input<typeof MeetingView> {
  const { meeting, organizer, invitation } = visible;
  const moment = moments.find(({ meetingId }) => meetingId === meeting.id);
  const upcoming = (moment?.upcoming ?? []).map((occurrence) =>
    occurrenceView(occurrence, meeting, moment?.starters ?? [], workspaceId),
  );
  const addresses = seesAddresses(visible);
  const { passcodeHash, chainId, recurrence, settings: own, webinar, ...fields } = meeting;
  return {
    ...fields,
    workspaceId,
    seriesId: chainId,
    recurrence: recurrence && recurrenceView(meeting, timeZones),
    webinar: webinar && {
      ...webinar,
      questions: webinar.questions.map((question) => ({ ...question, options: [...question.options] })),
    },
    settings: { ...own, reminders: [...own.reminders] },
    organizer: { ...organizer, email: addresses || isSelf(organizer, invitation) ? organizer.email : null },
    joinUrl: joinUrlOf(settings.webUrl, meeting.joinCode),
    passcodeRequired: passcodeHash !== null,
    nextOccurrence: upcoming[0] ?? null,
    upcomingOccurrences: brief ? [] : upcoming.slice(0, mostUpcoming),
    counts: moment?.counts ?? noCounts,
    myInvitation:
      invitation && meetingInvitationView(invitation, { avatarUrl: null }, responses, workspaceId),
    permissions: meetingActions.filter((action) => may(visible, action) && isOpen(action, meeting)),
  };
}

const noCounts: MeetingMoment['counts'] = {
  invitations: 0,
  pending: 0,
  accepted: 0,
  tentative: 0,
  declined: 0,
  registrations: 0,
  waiting: 0,
  present: 0,
};

const isSelf = (organizer: MeetingPerson, invitation: VisibleMeeting['invitation']): boolean =>
  invitation !== null && invitation.userId === organizer.userId;

function recurrenceView(
  { recurrence, localStart, timeZone, occurrenceCount, seriesEndsAt, portability }: Meeting,
  timeZones: HandlerContext['timeZones'],
): z.input<typeof RecurrenceView> | null {
  if (recurrence === null || localStart === null) return null;
  return {
    ...recurrence,
    exdates: [...recurrence.exdates],
    rdates: [...recurrence.rdates],
    text: recurrenceText(recurrence, { localStart, timeZone }, timeZones),
    occurrenceCount,
    endsAt: seriesEndsAt,
    portability: portability ?? 'full',
  };
}

/** Whether the meeting's state lets anybody do that now. */
function isOpen(action: MeetingAction, meeting: Meeting): boolean {
  const { status, meetingType } = meeting;
  const isRoom = meetingType === 'personal_room';
  switch (action) {
    case 'edit':
      return status !== 'cancelled' && status !== 'archived';
    case 'duplicate':
      return !isRoom;
    case 'cancel':
      return !isRoom && !isOver(meeting);
    case 'start':
      return status === 'scheduled' || status === 'idle';
    case 'end':
    case 'admit':
      return status === 'live';
    case 'invite':
    case 'change_role':
    case 'respond':
      return !isOver(meeting);
    case 'remind':
      return !isRoom && !isOver(meeting);
    case 'registrations':
      return meetingType === 'webinar';
    default:
      return true;
  }
}

/** The answer of most endpoints about one meeting (meetings 9). */
export const ManagedMeetingView = z
  .object({
    meeting: MeetingView,
    warnings: z.array(WarningView),
    passcode: z
      .string()
      .nullable()
      .describe('The generated passcode; null except in the answer to the call that made it.'),
    conference: ConferenceJoinView.nullable().describe(
      'What a client needs to enter the room; null except in the answer that admits you to it.',
    ),
    admissionToken: z
      .string()
      .nullable()
      .describe('Keeps your place in the room; null except in the answer that admits you to it.'),
  })
  .meta({
    id: 'ManagedMeeting',
    description: 'A meeting after a change, with what there is to know about the change.',
  });

/** What the answer to a call says beside the meeting. */
interface Beside {
  readonly warnings?: readonly Warning[];
  readonly passcode?: string | null;
  readonly conference?: z.input<typeof ConferenceJoinView> | null;
  readonly admissionToken?: string | null;
}

/** The meeting as the caller sees it after a change; its state is read anew. */
export const managedMeeting = async (
  visible: VisibleMeeting,
  context: ViewingContext,
  beside?: Beside,
): Promise<z.input<typeof ManagedMeetingView>> =>
  managedMeetingView(visible, await surroundingsOf([visible.meeting.id], context), context, beside);

export function managedMeetingView(
  visible: VisibleMeeting,
  surroundings: Surroundings,
  context: Parameters<typeof meetingView>[2],
  { warnings = [], passcode = null, conference = null, admissionToken = null }: Beside = {},
): z.input<typeof ManagedMeetingView> {
  return {
    meeting: meetingView(visible, surroundings, context),
    warnings: warnings.map((warning) => ({ ...warning, occurrences: [...warning.occurrences] })),
    passcode,
    conference,
    admissionToken,
  };
}
