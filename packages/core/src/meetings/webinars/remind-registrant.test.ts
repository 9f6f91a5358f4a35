import {
  anAddress,
  onBothDatabases,
  postgresDatabase,
  tokenOfUrl,
  type World,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { createWorker } from '@chancery/core';
import { expect } from 'chai';
import { hexOf, hmacSha256 } from '../../kernel/crypto.ts';
import type { MailMessage } from '../../kernel/ports.ts';
import { foldEmail } from '../../kernel/shapes.ts';

/** A webinar at 14:00 of the day of the tests, with reminders a quarter of an hour and an hour ahead. */
const startsAt = '2026-11-23T14:00:00.000Z';

async function reminding(
  input: Parameters<typeof webinarWorld>[0] = {},
  given: Parameters<typeof webinarWorld>[1] = {},
  over: Parameters<typeof webinarWorld>[2] = {},
) {
  const made = await webinarWorld(
    input,
    { ...given, settings: { accessTokenSeconds: 10 * 86_400 } },
    {
      scheduledStartAt: startsAt,
      settings: { reminders: [15, 60] },
      ...over,
    },
  );
  const { clock, worker, ports, chancery, owner, meeting } = made;
  const until = (time: string) =>
    clock.advance({ seconds: (Date.parse(`2026-11-23T${time}Z`) - Date.parse(clock.now())) / 1000 });
  /** Moves to that time of the day, and does what the clock asks for; the reminders that left. */
  const remindersAt = async (time: string): Promise<readonly MailMessage[]> => {
    until(time);
    await worker.run('meetings.reminders');
    return reminders(ports);
  };
  return {
    ...made,
    /** With an address of their own: the mails of a day to one address count over all workspaces. */
    register: (name: string, more: Parameters<typeof made.register>[1] = {}) =>
      made.register(name, { email: anAddress(), ...more }),
    until,
    remindersAt,
    at: async (time: string) => namesOf(await remindersAt(time)),
    remind: (how: object = {}) =>
      chancery.meetings.remindInvitees({ meetingId: meeting.id, ...how }, owner.session),
    /** Who was reminded since the last question. */
    reminded: () => namesOf(reminders(ports)),
  };
}

const reminders = ({ mail }: Pick<World['ports'], 'mail'>) =>
  mail.sent.splice(0).filter(({ subject }) => /^(Reminder|Erinnerung): /.test(subject));
const namesOf = (mails: readonly MailMessage[]) => mails.map(({ to }) => to.name).sort();

onBothDatabases('reminders of a webinar', (database) => {
  it('MTG-111: registrants are reminded as invitees are, with their own link, at each of the times that the settings name', async () => {
    const { register, mails, at, remindersAt, tokenOf } = await reminding(
      {},
      { database: database() },
      { invitees: [{ email: anAddress(), displayName: 'ann' }] },
    );
    await register('cleo', { timeZone: 'America/New_York' });
    await register('dan');
    const [place] = (await mails()).filter(({ to }) => to.name === 'cleo');

    expect(await at('12:59:59')).to.deep.equal([]);
    const first = await remindersAt('13:00:00');
    expect(namesOf(first)).to.deep.equal(['ann', 'cleo', 'dan']);
    const toCleo = first.find(({ to }) => to.name === 'cleo');
    expect(toCleo?.subject).to.equal('Reminder: Spring release (Monday, 23 November 2026, 15:00)');
    expect(toCleo?.text)
      .to.include(`registration=${await tokenOf('cleo')}`)
      .and.include('Join the webinar')
      .and.include('Your time: Monday, 23 November 2026, 09:00–10:00 (America/New_York)')
      .and.not.include('You have not said yet');
    expect(tokenOfUrl(toCleo?.text ?? '')).to.equal('');
    expect([toCleo?.inReplyTo, toCleo?.calendar]).to.deep.equal([place?.messageId, undefined]);
    expect(await at('13:44:59')).to.deep.equal([]);
    expect(await at('13:45:00')).to.deep.equal(['ann', 'cleo', 'dan']);
    expect(await at('13:50:00')).to.deep.equal([]);
  });

  it('MTG-50: two workers and a repeated tick remind each registrant once, under a Message-ID of the reminder and the person', async () => {
    const { register, mails, until, worker, ports, sql, registrationOf, workspaceId, at } = await reminding(
      {},
      { database: database() },
    );
    for (const name of ['cleo', 'dan', 'eve']) await register(name);
    await mails();
    until('13:00:00');
    const other = createWorker(ports);

    await Promise.all([
      worker.run('meetings.reminders'),
      other.run('meetings.reminders'),
      worker.run('meetings.reminders'),
    ]);

    const told = reminders(ports);
    expect(namesOf(told)).to.deep.equal(['cleo', 'dan', 'eve']);
    const [reminder] = await sql<{ id: string; recipient_count: number }>(
      "select id, recipient_count from meeting_reminders where workspace_id = $1 and status = 'sent'",
      [workspaceId],
    );
    const { id } = await registrationOf('cleo');
    expect(told.find(({ to }) => to.name === 'cleo')?.messageId).to.include(`${reminder?.id}.${id}.`);
    expect(reminder?.recipient_count).to.equal(3);
    const marked = await sql(
      'select from reminder_deliveries where reminder_id = $1 and registration_id is not null and sent_at is not null',
      [reminder?.id],
    );
    expect(marked).to.have.lengthOf(3);
    expect(await at('13:30:00')).to.deep.equal([]);
  });
});

describe('reminders of registrants', () => {
  it('MTG-50: never reach who waits for a decision or a place, was declined, cancelled, or whose mail came back', async () => {
    const { register, decide, cancel, change, sql, registrationOf, mails, at } = await reminding({
      registrationMode: 'approval',
    });
    for (const name of ['pat', 'una', 'dora', 'cal', 'bo', 'cleo']) await register(name);
    for (const name of ['dora', 'cal', 'bo', 'cleo']) await decide(name, 'approve');
    await decide('dora', 'decline');
    await cancel('cal');
    await change({ registrationMode: 'automatic', capacity: 2, waitlistEnabled: true });
    await register('walt');
    await mails();
    for (const [name, how] of [
      ['bo', "delivery_status = 'bounced'"],
      ['una', "status = 'waitlisted', waitlisted_at = created_at"],
    ] as const)
      await sql(`update webinar_registrations set ${how} where id = $1`, [(await registrationOf(name)).id]);

    expect(await at('13:00:00')).to.deep.equal(['cleo']);
  });

  it('MTG-50: whoever cancels between the reminder and its mail is not reminded', async () => {
    const { register, mails, cancel, ports, remindersAt, clock, worker, reminded } = await reminding();
    await register('cleo');
    await register('dan');
    await mails();
    ports.mail.failure = new Error('connection refused');
    await remindersAt('13:00:00');

    ports.mail.failure = null;
    await cancel('dan');
    clock.advance({ seconds: 600 });
    await worker.drain();

    expect(reminded()).to.deep.equal(['cleo']);
  });

  it('MTG-50: a person who is invited and registered is reminded once, as an invitee', async () => {
    const { register, mails, remindersAt, chancery, owner, meeting } = await reminding();
    const email = anAddress();
    await register('cleo', { email });
    await chancery.meetings.createMeetingInvitation(
      { meetingId: meeting.id, email: email.toUpperCase(), displayName: 'cleo' },
      owner.session,
    );
    await mails();

    const told = await remindersAt('13:00:00');

    expect(namesOf(told)).to.deep.equal(['cleo']);
    expect(told[0]?.text).to.match(/invite=/);
  });

  it('MTG-51: a mail to a registrant that was delayed past the start is not sent', async () => {
    const { register, mails, remindersAt, ports, clock, worker, reminded } = await reminding();
    await register('cleo');
    await mails();
    ports.mail.failure = new Error('connection refused');
    await remindersAt('13:45:00');

    ports.mail.failure = null;
    clock.advance({ seconds: 900 });
    await worker.drain();

    expect(reminded()).to.deep.equal([]);
  });

  it('MTG-51: a reminder that was not taken before the start expires, and no registrant gets it', async () => {
    const { register, mails, at, sql, meeting } = await reminding();
    await register('cleo');
    await mails();

    expect(await at('14:00:00')).to.deep.equal([]);

    const kept = await sql<{ status: string }>('select status from meeting_reminders where meeting_id = $1', [
      meeting.id,
    ]);
    expect(kept.map(({ status }) => status)).to.deep.equal(['expired', 'expired']);
  });

  it('MTG-111: registrants are reminded as invitees are, in the language of the workspace, as by their other mails', async () => {
    const { register, mails, remindersAt, sql, workspaceId } = await reminding();
    await sql(`update workspaces set settings = settings || '{"defaultLocale": "de"}' where id = $1`, [
      workspaceId,
    ]);
    await register('cleo');
    await mails();

    const [told] = await remindersAt('13:00:00');

    expect(told?.subject).to.equal('Erinnerung: Spring release (Montag, 23. November 2026, 15:00)');
    expect(told?.text).to.include('Am Webinar teilnehmen').and.include('„Spring release“ steht bevor.');
  });

  it('MTG-111: registrants are reminded as invitees are, of both parts of a split and under the title of the session', async () => {
    const { register, mails, clock, worker, chancery, owner, meeting, at, reminded } = await reminding(
      {},
      {},
      { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } },
    );
    await register('cleo');
    await mails();
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);
    await chancery.meetings.updateMeeting(
      {
        meetingId: meeting.id,
        expectedVersion: meeting.version,
        scope: 'this_and_following',
        sessionId: occurrences[1]?.id ?? undefined,
        title: 'Autumn release',
      },
      owner.session,
    );
    await worker.drain();
    await mails();

    expect(await at('13:00:00')).to.deep.equal(['cleo']);
    clock.advance({ days: 1 });
    await worker.run('meetings.plan_reminders');
    await worker.run('meetings.reminders');
    expect(reminded()).to.deep.equal(['cleo']);
  });

  it('MTG-111: registrants are reminded as invitees are, by a host, unless those are asked who have not answered', async () => {
    const { register, mails, remind, clock, worker, ports, sql, registrationOf } = await reminding();
    for (const name of ['cleo', 'dan']) await register(name);
    await mails();
    await sql("update webinar_registrations set delivery_status = 'bounced' where id = $1", [
      (await registrationOf('dan')).id,
    ]);
    const counts: unknown[] = [];
    for (const audience of ['all', 'not_responded', 'accepted']) {
      const { queuedCount, skippedCount } = await remind({ audience, message: 'Bring questions' });
      await worker.drain();
      counts.push([queuedCount, skippedCount, reminders(ports).map(({ text }) => /> Bring/.test(text))]);
      clock.advance({ minutes: 10 });
    }

    expect(counts).to.deep.equal([
      [1, 1, [true]],
      [0, 1, []],
      [1, 1, [true]],
    ]);
  });

  it('MTG-106: whose data were erased is not reminded, and what is kept of a delivery names nobody', async () => {
    const { register, mails, remindersAt, ports, clock, worker, sql, workspaceId, reminded } =
      await reminding();
    const email = anAddress();
    await register('cleo', { email });
    await mails();
    ports.mail.failure = new Error('connection refused');
    await remindersAt('13:00:00');
    await sql(
      "update webinar_registrations set email = null, email_fold = null, display_name = 'Former guest' where workspace_id = $1",
      [workspaceId],
    );

    ports.mail.failure = null;
    clock.advance({ seconds: 600 });
    await worker.drain();

    expect(reminded()).to.deep.equal([]);
    const kept = [
      await sql("select payload from jobs where workspace_id = $1 and topic = 'meetings.remind_registrant'", [
        workspaceId,
      ]),
      await sql('select * from reminder_deliveries where workspace_id = $1', [workspaceId]),
    ];
    expect(JSON.stringify(kept)).to.include('registrationId').and.not.include('cleo').and.not.include(email);
  });

  it('PLT-30: a reminder that nobody asked for leaves out a registrant who has had the mails of a day, and one that a host asks for is refused', async () => {
    const { register, mails, at, remind, ports, sql } = await reminding();
    const email = anAddress();
    await register('cleo', { email });
    await register('dan');
    await mails();
    const recipient = hexOf(hmacSha256(ports.keyRing.derive('outside-mail'), foldEmail(email)));
    await sql("update mail_recipients set mails = 20 where day = '2026-11-23' and recipient = $1", [
      recipient,
    ]);

    expect(await remind().catch(({ code }) => code)).to.equal('mail.budget_used');
    expect(await at('13:00:00')).to.deep.equal(['dan']);
    expect(await sql('select mails from mail_recipients where recipient = $1', [recipient])).to.deep.equal([
      { mails: 20 },
    ]);
  });
});

describe('reminders of registrants when a worker is killed, on PostgreSQL', () => {
  it('MTG-50: a mail to a registrant that was being handed on is handed on again under the same Message-ID when the hold of five minutes is over', async () => {
    const database = await postgresDatabase();
    const { register, mails, until, ports, clock, at } = await reminding({}, { database });
    await register('cleo');
    await mails();
    until('13:00:00');
    const { send } = ports.mail;
    const handedOn: string[] = [];
    await new Promise<void>((killed) => {
      ports.mail.send = async ({ messageId }) => {
        handedOn.push(messageId);
        killed();
        await new Promise(() => undefined);
      };
      void createWorker(ports)
        .run('meetings.reminders')
        .catch(() => undefined);
    });
    ports.mail.send = async (message) => {
      handedOn.push(message.messageId);
      await send.call(ports.mail, message);
    };

    clock.advance({ seconds: 299 });
    await createWorker(ports).drain();
    expect(handedOn).to.have.lengthOf(1);
    clock.advance({ seconds: 301 });
    await createWorker(ports).drain();

    expect(handedOn).to.have.lengthOf(2);
    expect(new Set(handedOn).size).to.equal(1);
    clock.advance({ seconds: 1200 });
    await createWorker(ports).drain();
    expect(handedOn).to.have.lengthOf(2);
    ports.mail.sent.length = 0;
    expect(await at('13:45:00')).to.deep.equal(['cleo']);
    await database.close();
  });
});
