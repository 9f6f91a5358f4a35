import { setTimeout as wait } from 'node:timers/promises';
import { groupBy } from '@chancery/core/internal';
import type { ReceivedMail } from '../../../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { wholeMinute } from './host.ts';
import { type RaceLine, type RacingCalls, scheduled, together } from './racing-calls.ts';
import { mailOf } from './received-mail-id.ts';

const [meetings, guests, minutesBefore] = [30, 3, 10];

/** Reminders fall due in one minute, and a worker in each server tries to dispatch them (MTG-50). */
export async function raceForReminders(
  calls: RacingCalls,
  received: readonly ReceivedMail[],
): Promise<RaceLine[]> {
  const due = wholeMinute(1);
  const start = new Date(due.getTime() + minutesBefore * 60_000);
  await together(meetings, (index) =>
    scheduled(calls, {
      title: `Reminded ${index}`,
      scheduledStartAt: start.toISOString(),
      settings: { reminders: [minutesBefore] },
      invitees: Array.from({ length: guests }, (_, guest) => ({
        email: `race-${index}.${guest}@example.org`,
      })),
    }),
  );
  const reminders = () => received.map(mailOf).filter(({ kind }) => kind === 'meeting-reminder');
  const expected = meetings * guests;
  const patience = due.getTime() + 90_000;
  while (reminders().length < expected && Date.now() < patience) await wait(200);
  // This is long enough for a second copy to arrive, if there were one.
  await wait(5000);
  const ofPerson = groupBy(reminders(), ({ to }) => to);
  return [
    [`${expected} reminders, ${calls.servers} dispatching: mails`, reminders().length, expected],
    ['people reminded', ofPerson.size, expected],
    ['message ids', new Set(reminders().map(({ id }) => id)).size, expected],
  ];
}
