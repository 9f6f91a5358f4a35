import type { RenderedMail } from '../../kernel/mail-template.ts';
import { RetryLater } from '../../kernel/outbox.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import { fromOrganizer, type MeetingSender } from '../organizer-as-sender.ts';
import type { MeetingsPorts, MeetingsReacting } from '../ports.ts';
import { registrantReminderDue, reminderMailDue } from './events.ts';
import type { Reminder, ReminderRecipient } from './mail-ports.ts';

/** How long whoever hands a reminder on holds its delivery; the lease of the job is shorter. */
const deliveryHoldSeconds = 300;

/** Asks for one mail to each of these people. */
export function emitReminderMails(
  reminderId: string,
  recipients: readonly ReminderRecipient[],
  emit: FollowUpContext['emit'],
): void {
  for (const { kind, id } of recipients)
    if (kind === 'invitation') emit(reminderMailDue, { reminderId, invitationId: id });
    else emit(registrantReminderDue, { reminderId, registrationId: id });
}

/** The mail that reminds one person, and what it is about. */
export interface ReminderMail {
  readonly startsAt: Instant;
  readonly to: { readonly address: string; readonly name: string };
  readonly sender: MeetingSender;
  /** The message that began the thread. */
  readonly inReplyTo: string | null;
  /** Rendered only when the delivery is held. */
  render(): RenderedMail;
}

/**
 * Reminds one person, before the session begins and once: the delivery is held while the mail is handed on, and marked after
 * it. If the process ends between the two, nobody knows whether the mail left, so it is handed on again when the hold is over,
 * under the same Message-ID, by which mail servers and readers know it again (MTG-50, MTG-51). `write` returns null if the
 * person, as things are now, is not to be reminded.
 */
export async function remindOnce(
  reminderId: string,
  recipient: ReminderRecipient,
  write: (reminder: Reminder, ports: MeetingsPorts) => Promise<ReminderMail | null>,
  { transact, mail, settings, now }: MeetingsReacting,
): Promise<void> {
  const taken = await transact(async (ports) => {
    const { meetingReminders } = ports;
    const reminder = await meetingReminders.get(reminderId);
    const written = reminder === null ? null : await write(reminder, ports);
    if (written === null || written.startsAt <= now) return null;
    const lapsed = plusSeconds(now, -deliveryHoldSeconds);
    const delivery = await meetingReminders.takeDelivery(reminderId, recipient, now, lapsed);
    if (delivery === 'held')
      throw new RetryLater('reminder.held', 'Its delivery is being handed on', deliveryHoldSeconds);
    return delivery === 'sent' ? null : written;
  });
  if (taken === null) return;

  const { to, sender, inReplyTo, render } = taken;
  try {
    await mail.send({
      key: 'meeting-reminder',
      about: `${reminderId}.${recipient.id}`,
      ...fromOrganizer(sender, settings),
      to,
      inReplyTo,
      ...render(),
    });
  } catch (error) {
    await transact(({ meetingReminders }) => meetingReminders.giveBackDelivery(reminderId, recipient));
    throw error;
  }
  await transact((ports) => ports.meetingReminders.markDelivery(reminderId, recipient, ports.now));
}
