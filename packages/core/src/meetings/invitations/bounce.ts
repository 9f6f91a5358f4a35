import type { z } from 'zod';
import type { WritingContext } from '../../kernel/use-case.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { WarningView } from '../warnings.ts';
import { meetingInvitationBounced } from './events.ts';
import type { InviteeRepository } from './ports.ts';

/**
 * A mail to an invitee came back, by its message id without angle brackets: the invitation is `bounced`, and no reminder
 * goes there until it is resent (MTG-50). Enters the workspace. False for mail that is none of ours, or that came back
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

/** What an invitation to this address is likely to meet. */
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
