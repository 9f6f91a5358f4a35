import type { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { WarningView } from '../warnings.ts';
import { meetingInvitationBounced } from './events.ts';
import type { InviteeRepository } from './ports.ts';

/**
 * Records that a mail to an invitee came back, by its message id without angle brackets: the invitation is `bounced`, and
 * no reminder goes to it until it is resent (MTG-50). Enters the workspace. False if the mail is unknown, or came back
 * before.
 */
export async function recordBounce(
  messageId: string,
  context: Pick<WritingContext, 'now' | 'emit' | 'enter'> & Pick<MeetingsPorts, 'meetingMails'>,
): Promise<boolean> {
  const { now, emit, enter } = context;
  const mail = await context.meetingMails.ofMessage(messageId);
  if (mail === null) return false;
  enter(mail.workspaceId);
  const { invitationId } = mail;
  const bounced = await context.meetingMails.bounced(invitationId, now);
  if (bounced === null) return false;
  emit(meetingInvitationBounced, { invitationId, ...bounced });
  return true;
}

/** A warning if mail to this address came back before. */
export async function bounceWarnings(
  email: string | null,
  invitees: InviteeRepository,
): Promise<z.input<typeof WarningView>[]> {
  if (email === null || !(await invitees.hasBounced(email))) return [];
  return [
    {
      code: 'invitee.bounced_before',
      message: 'Mail to this address came back before; check it, or reach the person in another way.',
      occurrences: [],
    },
  ];
}
