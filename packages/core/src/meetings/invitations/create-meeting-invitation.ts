import { z } from 'zod';
import { type FailureDetail, planLimitReached, requestInvalid } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { id, multiline } from '../../kernel/shapes.ts';
import { meetingInvalidState, meetingInvitationDuplicate, meetingNotFound } from '../errors.ts';
import { meetingInvitationCreated } from '../events.ts';
import { isOver, type Meeting } from '../meeting.ts';
import { meetingToChange, onMeeting } from '../meeting-access.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { WarningView } from '../warnings.ts';
import { bounceWarnings } from './bounce.ts';
import { inviteUrlOf } from './invitation-links.ts';
import { inviteeFields, isNamedOnce, namedTwiceOrNever } from './invitee-fields.ts';
import { queueMails } from './mail-queue.ts';
import { type Invitee, inviteeFault, namesOf, newInvitation } from './new-invitations.ts';
import { MeetingInvitationView, meetingInvitationView } from './views.ts';

export const InvitedView = z.object({
  invitation: MeetingInvitationView,
  inviteUrl: z
    .string()
    .describe("The person's own link; whoever has it enters as them. It is not shown again."),
  warnings: z.array(WarningView),
});

export const createMeetingInvitation = command({
  summary: 'Invite somebody to a meeting',
  description:
    'Invites a member by id or address, or a guest by address. They get a mail with their own link and a calendar file a minute later, so that further changes go into the same mail.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  secret: true,
  input: z
    .strictObject({
      meetingId: id().describe('The id of the meeting.'),
      ...inviteeFields(),
      message: multiline(1000).optional().describe('Words of your own, included in the mail.'),
      notify: z.boolean().default(true).describe('If false, no mail is sent; pass the link on yourself.'),
    })
    .meta({ examples: [{ email: 'grace@example.com' }] }),
  output: InvitedView,
  errors: [
    mailBudgetUsed,
    meetingNotFound,
    planLimitReached,
    meetingInvitationDuplicate,
    meetingInvalidState,
  ],
  cli: { aliases: ['invite'] },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('invite'),

  async run({ meetingId, message, notify, ...invitee }, context) {
    const { found, invitees, entitlements, workspaceId, now, emit } = context;
    const { meeting } = found;
    const { members, organizer } = await peopleOf(invitee, meeting, context);
    const faults = [ambiguity(invitee), inviteeFault(invitee, { members }, '')].flatMap(
      (fault) => fault ?? [],
    );
    if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, 1) });
    entitlements.requireWithin('meeting_invitees', (await invitees.count(meetingId)) + 1);
    if (isOver(meeting)) throw meetingInvalidState();

    const drawn = newInvitation(invitee, { ...context, meetingId, organizer, members });
    const invitation = { ...drawn, deliveryStatus: notify ? ('queued' as const) : ('none' as const) };
    const warnings = await bounceWarnings(invitation.email, invitees);
    if (!(await invitees.add(invitation))) throw meetingInvitationDuplicate();
    await context.occurrences.refreshPeople(meetingId);

    const { id: invitationId, kind, role, userId: invitedUserId, displayName, email: address } = invitation;
    emit(meetingInvitationCreated, {
      invitationId,
      meetingId,
      kind,
      role,
      userId: invitedUserId,
      displayName,
      email: address,
      // Its mail can carry a message, so it is queued here.
      notify: false,
    });
    const note = message || null;
    if (notify)
      await queueMails(
        meetingId,
        invitationId,
        { kind: 'invitation', sequence: meeting.icalSequence, note },
        now,
        context,
      );
    const kept = await invitees.get(meetingId, invitationId);
    return {
      invitation: meetingInvitationView(kept.invitation, kept, [], workspaceId),
      inviteUrl: inviteUrlOf(kept.invitation, meeting.joinCode, context),
      warnings,
    };
  },
});

const ambiguity = (invitee: Invitee): FailureDetail | null =>
  isNamedOnce(invitee)
    ? null
    : { path: invitee.userId === undefined ? '/email' : '/userId', ...namedTwiceOrNever };

async function peopleOf(
  invitee: Invitee,
  { organizerUserId }: Pick<Meeting, 'organizerUserId'>,
  { memberDirectory }: Pick<MeetingsPorts, 'memberDirectory'>,
) {
  const { userIds, emails } = namesOf([invitee]);
  const members = await memberDirectory.among([organizerUserId, ...userIds], emails);
  const organizer = members.find(({ userId }) => userId === organizerUserId);
  if (organizer === undefined) throw meetingNotFound();
  return { members, organizer };
}
