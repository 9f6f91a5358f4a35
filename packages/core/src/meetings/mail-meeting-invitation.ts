import { defaultJobPolicy, PermanentJobError } from '../kernel/outbox.ts';
import { type MailMessage, MailRefused, type TimeZoneRules } from '../kernel/ports.ts';
import { type Instant, plusMinutes } from '../kernel/time.ts';
import { type MeetingCalendarInput, meetingCalendar } from './calendar/index.ts';
import { meetingInvitationCreated } from './events.ts';
import { joinUrlOf } from './join-code.ts';
import { meetingInvitationMail } from './mails/meeting-invitation.ts';
import type { InvitationLetter } from './meeting.ts';
import { reaction } from './ports.ts';

/** Everybody invited gets their own link and a calendar file, written from the meeting as it stands by then. */
export const mailMeetingInvitation = reaction(
  meetingInvitationCreated,
  {
    topic: 'meetings.mail',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    orderingKey: ({ invitationId }) => `meeting-mail:${invitationId}`,
  },
  async ({ invitationId }, { meetingInvitations, linkTokens, mail, settings, timeZones, now }) => {
    const letter = await meetingInvitations.letter(invitationId);
    if (letter === null || letter.status === 'revoked' || !isAhead(letter)) return;
    const note = (status: 'sent' | 'failed') =>
      meetingInvitations.delivered(invitationId, status, letter.icalSequence, now);
    if (letter.address === null) return note('failed');
    const { token } = linkTokens.derive('meeting_invitation', invitationId, letter.tokenGeneration);
    // A link that does not fit the stored digest would be dead on arrival.
    if (linkTokens.hash(token) !== letter.tokenHash)
      throw new PermanentJobError('link_key.missing', 'The key that made this link is not configured');
    const joinUrl = joinUrlOf(settings.webUrl, letter.joinCode);
    const joinLink = `${joinUrl}&invite=${token}`;
    const content = meetingCalendar(
      calendarOf(letter, letter.address, {
        joinUrl,
        joinLink,
        address: settings.mailOrganizer,
        now,
        rules: timeZones,
      }),
    );

    const message: Omit<MailMessage, 'messageId'> = {
      from: settings.mailOrganizer,
      replyTo: letter.organizerEmail,
      to: { address: letter.address, name: letter.displayName },
      ...meetingInvitationMail({ ...letter, recipientName: letter.displayName, joinLink, rules: timeZones }),
      calendar: { method: 'REQUEST', content },
    };
    try {
      await mail.send({ key: 'meeting-invitation', ...message });
    } catch (error) {
      if (error instanceof MailRefused) await note('failed');
      throw error;
    }
    await note('sent');
  },
);

const isAhead = ({ meetingStatus }: InvitationLetter): boolean =>
  meetingStatus === 'scheduled' || meetingStatus === 'live';

const answers = {
  pending: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  tentative: 'TENTATIVE',
  declined: 'DECLINED',
  revoked: 'DECLINED',
} as const;

function calendarOf(
  letter: InvitationLetter,
  recipientAddress: string,
  {
    address,
    now,
    ...given
  }: { joinUrl: string; joinLink: string; address: string; now: Instant; rules: TimeZoneRules },
): MeetingCalendarInput {
  const { icalUid, icalSequence: sequence, startsAt, timeZone, title, description, visibility } = letter;
  return {
    method: 'REQUEST',
    icalUid,
    sequence,
    dtstamp: now,
    createdAt: letter.meetingCreatedAt,
    updatedAt: letter.meetingUpdatedAt,
    startsAt,
    endsAt: plusMinutes(startsAt, letter.durationMinutes),
    timeZone,
    title,
    description,
    ...given,
    organizer: { name: letter.organizerName, address },
    recipient: {
      name: letter.displayName,
      address: recipientAddress,
      partstat: answers[letter.status],
      required: letter.required,
    },
    otherAttendees: letter.others.map(({ displayName: name, address, status, required }) => ({
      name,
      address,
      partstat: answers[status],
      required,
    })),
    visibility,
  };
}
