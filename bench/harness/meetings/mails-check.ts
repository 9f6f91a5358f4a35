import { groupBy } from '@chancery/core/internal';
import type { ReceivedMail } from '../../../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { type Line, line, type Query } from '../database-check.ts';
import { type Mail, mailOf } from './received-mail-id.ts';
import type { RemindedSession } from './reminded.ts';

/** Checks the mails that a mail server received: each recorded message was sent under one message id, and nobody was reminded twice. */
export async function checkMails(
  query: Query,
  received: readonly ReceivedMail[],
  reminded: readonly RemindedSession[],
  kills: number,
): Promise<Line[]> {
  const mails = received.map(mailOf);
  const copies = [...groupBy(mails, ({ id }) => id).values()];
  const ids = new Set(mails.map(({ id }) => id));
  const mixed = copies.filter((same) => new Set(same.map(({ to }) => to)).size > 1);
  const twoIds = [...groupBy(mails, ({ job }) => job).values()].filter(
    (same) => new Set(same.map(({ id }) => id)).size > 1,
  );
  const rows = await query(
    'select status, message_id "messageId" from meeting_mails order by created_at, id',
  );
  const waiting = rows.filter(({ status }) => status !== 'sent' && status !== 'skipped');
  const notReceived = rows.filter(
    ({ status, messageId }) => status === 'sent' && !ids.has(String(messageId)),
  );
  const untold = await query(`
    select i.id from meeting_invitations i join meetings g on g.id = i.meeting_id
    where i.user_id is distinct from g.organizer_user_id and i.delivery_status <> 'sent'`);

  return [
    line('mails received, message ids', `${mails.length}, ${ids.size}`, mails.length > 0),
    line('handed on again under the same id', mails.length - ids.size, mails.length - ids.size <= kills * 5),
    line('ids with two recipients', mixed.length, mixed.length === 0),
    line('mails with two ids', twoIds.length, twoIds.length === 0),
    line('meeting mails put down', rows.length, rows.length > 0),
    line('of them not sent and not overtaken', waiting.length, waiting.length === 0),
    line('of those sent not received', notReceived.length, notReceived.length === 0),
    line('invited who were not mailed', untold.length, untold.length === 0),
    ...(await checkReminders(query, mails, reminded, kills)),
  ];
}

/** A reminder is sent once per person, session and offset; one that was being sent at a kill is not sent again (MTG-50). */
async function checkReminders(
  query: Query,
  mails: readonly Mail[],
  reminded: readonly RemindedSession[],
  kills: number,
): Promise<Line[]> {
  const sent = await query(
    `select occurrence_id "sessionId", due_at "dueAt", count(*)::integer count from meeting_reminders where status = 'sent' group by 1, 2`,
  );
  const key = (sessionId: unknown, dueAt: unknown) =>
    `${sessionId} ${new Date(dueAt as string | Date).toISOString()}`;
  const countOf = new Map(sent.map(({ sessionId, dueAt, count }) => [key(sessionId, dueAt), count]));
  const due = reminded.flatMap(({ sessionId, dueAt }) => dueAt.map((at) => key(sessionId, at)));
  const notOnce = due.filter((one) => countOf.get(one) !== 1);

  const people = reminded.flatMap(({ guests, dueAt }) =>
    guests.map((address) => ({ address, expected: dueAt.length })),
  );
  const remindedOf = groupBy(
    mails.filter(({ kind }) => kind === 'meeting-reminder'),
    ({ to }) => to,
  );
  const received = people.map(({ address, expected }) => (remindedOf.get(address)?.length ?? 0) - expected);
  const twice = received.filter((more) => more > 0).length;
  const missing = received.reduce((sum, more) => sum + Math.max(0, -more), 0);
  const [taken] = await query('select count(*)::integer count from reminder_deliveries');
  const expected = people.reduce((sum, person) => sum + person.expected, 0);
  const neverTaken = expected - Number(taken?.count);
  return [
    line('reminders due', due.length, due.length > 0),
    line('of them not dispatched exactly once', notOnce.length, notOnce.length === 0),
    line('mails of them to send', expected, expected > 0),
    line('of them never taken up', neverTaken, neverTaken === 0),
    line('people reminded twice of the same', twice, twice === 0),
    line('in the hands of a killed process, so not repeated', missing, missing <= kills),
  ];
}
