import {
  aStranger,
  cleo,
  failureOf,
  meetingWorld,
  onBothDatabases,
  postgresDatabase,
} from '@chancery/adapters-persistence/testing';
import { createWorker } from '@chancery/core';
import { expect } from 'chai';
import { type MailMessage, MailRefused } from '../../kernel/ports.ts';

/** At 14:00 of the day of the tests, with reminders a quarter of an hour and an hour ahead. */
const startsAt = '2026-11-23T14:00:00.000Z';
const twoReminders = { reminders: [15, 60] };
const dan = { email: 'dan@client.example', displayName: 'Dan' };

async function reminding(over: Parameters<typeof meetingWorld>[0] = {}, given = {}) {
  const made = await meetingWorld(
    { scheduledStartAt: startsAt, invitees: [cleo, dan], settings: twoReminders, ...over },
    given,
  );
  const { clock, worker, ports, sql, meetingId, chancery, owner } = made;
  const first = await made.mails();
  const { tokenOf } = made;
  return {
    ...made,
    linkOf: (address: string) => tokenOf(first.find(({ to }) => to.address === address)?.text ?? ''),
    /** Moves to that time of the day, and does what the clock asks for; who was reminded. */
    async at(time: string): Promise<string[]> {
      const ahead = (Date.parse(`2026-11-23T${time}Z`) - Date.parse(clock.now())) / 1000;
      clock.advance({ seconds: ahead });
      await worker.run('meetings.reminders');
      return ports.mail.sent
        .splice(0)
        .filter(({ subject }) => /^Reminder: /.test(subject))
        .map(({ to }) => to.address)
        .sort();
    },
    reminders: () =>
      sql<{ kind: string; offset_minutes: number | null; status: string }>(
        'select kind, offset_minutes, status from meeting_reminders where meeting_id = $1 order by due_at, id',
        [meetingId],
      ),
    remind: (input: object = {}) => chancery.meetings.remindInvitees({ meetingId, ...input }, owner.session),
  };
}

describe('automatic reminders', () => {
  it('go to everybody invited at each of the times that the settings name', async () => {
    const { at } = await reminding();

    expect(await at('12:59:59')).to.deep.equal([]);
    expect(await at('13:00:00')).to.deep.equal([cleo.email, dan.email]);
    expect(await at('13:44:59')).to.deep.equal([]);
    expect(await at('13:45:00')).to.deep.equal([cleo.email, dan.email]);
    expect(await at('13:50:00')).to.deep.equal([]);
  });

  it('MTG-46, MTG-50: never reach those who declined, were revoked, or whose mail came back', async () => {
    const { at, chancery, linkOf, invite, meetingId, owner, sql, mails } = await reminding();
    const fay = await invite({ email: 'fay@client.example' });
    const gil = await invite({ email: 'gil@client.example' });
    await mails();
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'declined' },
      aStranger(),
    );
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: fay.invitation.id },
      owner.session,
    );
    await sql("update meeting_invitations set delivery_status = 'bounced' where id = $1", [
      gil.invitation.id,
    ]);

    expect(await at('13:00:00')).to.deep.equal([cleo.email]);
  });

  it('MTG-46: whoever declined is still notified of changes and may still enter', async () => {
    const { chancery, linkOf, meeting, meetingId, owner, mails } = await reminding();
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'declined' },
      aStranger(),
    );

    await chancery.meetings.updateMeeting(
      { meetingId, expectedVersion: meeting.version, scheduledStartAt: '2026-11-23T14:30:00Z' },
      owner.session,
    );
    const told = (await mails()).filter(({ to }) => to.address === dan.email);
    const { admission } = await chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, invite: linkOf(dan.email) },
      aStranger(),
    );

    expect(told.map(({ subject }) => subject.split(':')[0])).to.deep.equal(['Changed']);
    expect(admission.status).to.equal('waiting_for_host');
  });

  it('MTG-50: leave out a person for the one session that they declined', async () => {
    const { at, chancery, linkOf, sql, meetingId } = await reminding({
      recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
      timeZone: 'UTC',
    });
    const [first] = await sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meetingId],
    );
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'declined', sessionId: first?.id ?? '' },
      aStranger(),
    );

    expect(await at('13:00:00')).to.deep.equal([cleo.email]);
  });

  it('MTG-46, MTG-50: whoever declines the session while the mail waits gets none', async () => {
    const { at, chancery, linkOf, sql, meetingId, ports, clock, worker } = await reminding({
      recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
      timeZone: 'UTC',
    });
    const [first] = await sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meetingId],
    );
    ports.mail.failure = new Error('connection refused');
    await at('13:00:00');
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'declined', sessionId: first?.id ?? '' },
      aStranger(),
    );

    ports.mail.failure = null;
    clock.advance({ minutes: 10 });
    await worker.drain();

    const reminded = ports.mail.sent.filter(({ subject }) => /^Reminder/.test(subject));
    expect(reminded.map(({ to }) => to.address)).to.deep.equal([cleo.email]);
  });

  it('MTG-51: a reminder that could not be sent before the start expires', async () => {
    const { at, reminders } = await reminding();

    expect(await at('14:00:00')).to.deep.equal([]);

    expect((await reminders()).map(({ status }) => status)).to.deep.equal(['expired', 'expired']);
  });

  it('MTG-51: a mail that was delayed past the start is not sent', async () => {
    const { at, ports, clock, worker } = await reminding();
    ports.mail.failure = new Error('connection refused');
    await at('13:45:00');

    ports.mail.failure = null;
    clock.advance({ seconds: 900 });
    await worker.drain();

    expect(ports.mail.sent.filter(({ subject }) => /^Reminder/.test(subject))).to.deep.equal([]);
  });

  it('4.6: reminders of a session that is moved follow its new time; reminders of one that is cancelled are not sent', async () => {
    const { at, reminders, chancery, meetingId, meeting, owner, worker } = await reminding();
    await chancery.meetings.updateMeeting(
      { meetingId, expectedVersion: meeting.version, scheduledStartAt: '2026-11-23T16:00:00Z' },
      owner.session,
    );
    await worker.drain();

    expect(await reminders()).to.deep.equal([
      { kind: 'automatic', offset_minutes: 60, status: 'cancelled' },
      { kind: 'automatic', offset_minutes: 15, status: 'cancelled' },
      { kind: 'automatic', offset_minutes: 60, status: 'queued' },
      { kind: 'automatic', offset_minutes: 15, status: 'queued' },
    ]);
    expect(await at('13:45:00')).to.deep.equal([]);
    expect(await at('15:00:00')).to.have.lengthOf(2);
    await chancery.meetings.cancelMeeting({ meetingId }, owner.session);
    expect(await at('15:45:00')).to.deep.equal([]);
    expect((await reminders()).map(({ status }) => status)).to.not.include('queued');
  });

  it('are planned for sessions far ahead as their time comes near', async () => {
    const { clock, worker, ports, reminders } = await reminding({
      scheduledStartAt: '2026-11-30T14:00:00.000Z',
    });
    expect(await reminders()).to.deep.equal([]);

    clock.advance({ days: 6, minutes: 90 });
    await worker.run('meetings.plan_reminders');
    expect((await reminders()).map(({ status }) => status)).to.deep.equal(['queued', 'queued']);
    clock.advance({ days: 1 });
    await worker.run('meetings.reminders');

    expect(ports.mail.sent.splice(0).filter(({ subject }) => /^Reminder/.test(subject))).to.have.lengthOf(2);
  });

  it('MTG-11: fall due by the wall time of the zone, before and after the clocks change', async () => {
    const { sql, meetingId, clock, worker } = await reminding({
      scheduledStartAt: '2027-03-22T08:00:00Z',
      timeZone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
      settings: { reminders: [15] },
    });
    for (const days of [118, 7]) {
      clock.advance({ days });
      await worker.run('meetings.plan_reminders');
    }

    const due = await sql<{ due_at: string }>(
      'select due_at from meeting_reminders where meeting_id = $1 order by due_at',
      [meetingId],
    );

    expect(due.map((row) => row.due_at)).to.deep.equal([
      '2027-03-22T07:45:00.000Z',
      '2027-03-29T06:45:00.000Z',
    ]);
  });

  it('say when and how to join, in the language of the member', async () => {
    const base = await reminding({ invitees: [] });
    const bo = await base.person('member', 'Bo');
    await base.sql("update accounts set locale = 'de' where id = $1", [bo.id]);
    const { inviteUrl } = await base.invite({ userId: bo.id });
    base.clock.advance({ minutes: 104 });
    await base.worker.run('meetings.reminders');

    const mail = base.ports.mail.sent.find(({ subject }) => subject.startsWith('Erinnerung'));

    expect(mail?.subject).to.equal('Erinnerung: Review (Montag, 23. November 2026, 15:00)');
    expect(mail?.text).to.include(inviteUrl).and.include('Sie haben noch nicht gesagt, ob Sie kommen.');
    expect(mail).to.not.have.property('calendar');
  });
});

describe('remindInvitees', () => {
  it('reminds when asked, and says how many people it left out', async () => {
    const { remind, chancery, linkOf, mails, happened, clock } = await reminding();
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'declined' },
      aStranger(),
    );

    const { reminder, queuedCount, skippedCount } = await remind({ message: 'Bring the figures' });
    const told = (await mails(1)).filter(({ subject }) => /^Reminder/.test(subject));

    expect(reminder).to.deep.include({
      kind: 'manual',
      audience: 'all',
      status: 'sent',
      recipientCount: 1,
      message: 'Bring the figures',
    });
    expect([queuedCount, skippedCount]).to.deep.equal([1, 1]);
    expect(told.map(({ to }) => to.address)).to.deep.equal([cleo.email]);
    expect(told[0]?.text).to.include('> Bring the figures').and.include(linkOf(cleo.email));
    expect((await happened()).map(({ type }) => type)).to.include.members([
      'reminder.queued',
      'reminder.sent',
    ]);
    expect(clock.now() < startsAt).to.equal(true);
  });

  it('reminds only those with the answer that was asked for', async () => {
    const { remind, chancery, linkOf, clock } = await reminding();
    await chancery.meetings.respondToMeetingInvitation(
      { token: linkOf(dan.email), response: 'accepted' },
      aStranger(),
    );
    const counts: number[] = [];
    for (const audience of ['all', 'not_responded', 'accepted'])
      for (const { queuedCount } of [await remind({ audience })]) {
        counts.push(queuedCount);
        clock.advance({ minutes: 10 });
      }

    expect(counts).to.deep.equal([2, 1, 1]);
  });

  it('MTG-50: reminds at most once in ten minutes of one session', async () => {
    const { remind, clock } = await reminding();
    await remind();

    clock.advance({ seconds: 599 });
    expect(await failureOf(remind())).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await failureOf(remind())).to.equal('none');
  });

  it('MTG-50: reminds of the session that is named, though the next one was reminded of just before', async () => {
    const { remind, sql, meetingId } = await reminding({ recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    const [next, second] = await sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meetingId],
    );

    const sessions = [(await remind()).reminder, (await remind({ sessionId: second?.id })).reminder];

    expect(sessions.map(({ sessionId }) => sessionId)).to.deep.equal([next?.id, second?.id]);
  });

  it('refuses a session that is over, cancelled or of another meeting, and a meeting with no session to come', async () => {
    const { remind, sql, meetingId, schedule, clock } = await reminding();
    const other = await schedule();
    const sessionOf = async (id: string) =>
      (await sql<{ id: string }>('select id from meeting_occurrences where meeting_id = $1', [id]))[0];
    const [session, foreign] = [await sessionOf(meetingId), await sessionOf(other.id)];
    expect(await failureOf(remind({ sessionId: foreign?.id }))).to.equal('occurrence.not_found');
    await sql("update meeting_occurrences set status = 'cancelled' where id = $1", [session?.id]);
    expect(await failureOf(remind({ sessionId: session?.id }))).to.equal('occurrence.invalid_state');
    expect(await failureOf(remind())).to.equal('occurrence.invalid_state');
    await sql("update meeting_occurrences set status = 'scheduled' where id = $1", [session?.id]);
    clock.advance({ hours: 3 });
    expect(await failureOf(remind({ sessionId: session?.id }))).to.equal('occurrence.invalid_state');
  });

  it('PLT-13: requires a verified address if verification is required', async () => {
    const { remind, sql, owner } = await reminding({}, { settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(await failureOf(remind())).to.equal('auth.email_unverified');
  });
});

onBothDatabases('reminders', (database) => {
  it('MTG-50: two workers and a repeated tick remind each person once', async () => {
    const { at, worker, ports, clock, reminders } = await reminding({}, { database: database() });
    clock.advance({ minutes: 59 });
    const other = createWorker(ports);

    await Promise.all([
      worker.run('meetings.reminders'),
      other.run('meetings.reminders'),
      worker.run('meetings.reminders'),
    ]);

    const reminded = ports.mail.sent.splice(0).filter(({ subject }) => /^Reminder/.test(subject));
    expect(reminded.map(({ to }) => to.address).sort()).to.deep.equal([cleo.email, dan.email]);
    expect((await reminders()).map(({ status }) => status)).to.deep.equal(['sent', 'queued']);
    expect(await at('13:30:00')).to.deep.equal([]);
  });
});

/** A worker that never ends handing Cleo's reminder on, as if it had been killed; Dan's mail server is busy. */
async function killedWhileSending(given: Parameters<typeof reminding>[1]) {
  const made = await reminding({}, given);
  const { ports, clock } = made;
  clock.advance({ minutes: 59 });
  const { send } = ports.mail;
  const handedOn: { to: string; messageId: string }[] = [];
  const noted = (message: MailMessage) =>
    handedOn.push({ to: message.to.address, messageId: message.messageId });
  await new Promise<void>((killed) => {
    ports.mail.send = async (message) => {
      noted(message);
      if (message.to.address === dan.email) throw new Error('try again later');
      killed();
      await new Promise(() => undefined);
    };
    void createWorker(ports)
      .run('meetings.reminders')
      .catch(() => undefined);
  });
  const refused = () =>
    made.sql(
      "select from jobs where workspace_id = $1 and topic = 'meetings.mail_reminder' and status = 'retrying'",
      [made.workspaceId],
    );
  while ((await refused()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  ports.mail.send = async (message) => {
    noted(message);
    await send.call(ports.mail, message);
  };
  return { ...made, worker: createWorker(ports), handedOn };
}

describe('reminders when a worker is killed, on PostgreSQL', () => {
  it('MTG-50: a mail that was being handed on is handed on again under the same Message-ID when the hold of five minutes is over', async () => {
    const database = await postgresDatabase();
    const { ports, clock, worker, handedOn } = await killedWhileSending({ database });

    // The lease of what the dead worker held runs out, the hold of the delivery does not.
    clock.advance({ seconds: 299 });
    await createWorker(ports).run('meetings.reminders');
    expect(handedOn.map(({ to }) => to).sort()).to.deep.equal([cleo.email, dan.email, dan.email]);
    clock.advance({ seconds: 301 });
    await worker.drain();

    const ofCleo = handedOn.filter(({ to }) => to === cleo.email);
    expect(ofCleo).to.have.lengthOf(2);
    expect(new Set(ofCleo.map(({ messageId }) => messageId)).size).to.equal(1);
    // Whoever holds it no more has nothing to send again.
    clock.advance({ seconds: 3600 });
    await worker.drain();
    expect(handedOn).to.have.lengthOf(4);
    await database.close();
  });

  it('MTG-50: a mail that was being handed on is not handed on again once the session has begun', async () => {
    const database = await postgresDatabase();
    const { ports, clock, handedOn } = await killedWhileSending({ database });

    clock.advance({ minutes: 61 });
    const worker = createWorker(ports);
    await worker.run('meetings.reminders');
    clock.advance({ minutes: 10 });
    await worker.drain();

    expect(handedOn.filter(({ to }) => to === cleo.email)).to.have.lengthOf(1);
    await database.close();
  });

  it('a permanent refusal of the mail ends the reminder for that person alone', async () => {
    const { at, ports, reminders } = await reminding();
    const { send } = ports.mail;
    ports.mail.send = async (message) => {
      if (message.to.address === dan.email) throw new MailRefused('550 no such mailbox');
      await send.call(ports.mail, message);
    };

    expect(await at('13:00:00')).to.deep.equal([cleo.email]);
    expect((await reminders())[0]).to.include({ status: 'sent' });
  });
});
