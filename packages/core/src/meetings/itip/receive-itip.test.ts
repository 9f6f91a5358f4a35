import {
  aStranger,
  cleo,
  failureOf,
  faultsOf,
  gatewayWorld,
  postgresDatabase,
  untilItWaits,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const applied = { outcome: 'applied', reason: null };
const ignored = (reason: string) => ({ outcome: 'ignored', reason });

describe('receiveItip', () => {
  it('MTG-79: records an answer once, and notifies the organizer', async () => {
    const { reply, standing, mails } = await gatewayWorld();

    expect(await reply()).to.deep.equal(applied);
    expect(await standing()).to.include({ status: 'accepted', response_via: 'itip' });
    expect(await reply({ partstat: 'DECLINED' })).to.deep.equal(ignored('stale'));
    expect(await standing()).to.include({ status: 'accepted' });
    expect(await reply({ partstat: 'DECLINED', dtstamp: '20261123T130001Z' })).to.deep.equal(applied);
    expect(await standing()).to.include({ status: 'declined' });
    const told = await mails(15 * 60);
    expect(told.map(({ subject }) => subject)).to.deep.equal(['One answer: Review']);
  });

  it('MTG-79: ignores an answer that is unauthenticated, not from the attendee, stale or outdated, and records that in the activity', async () => {
    const { reply, standing, activity, chancery, owner, meetingId, meeting } = await gatewayWorld();

    expect(await reply({}, { authenticated: false })).to.deep.equal(ignored('not_authenticated'));
    expect(await reply({}, { sender: 'mallory@evil.example' })).to.deep.equal(ignored('not_the_attendee'));
    const { version } = (await chancery.meetings.getMeeting({ meetingId }, owner.session)).meeting;
    await chancery.meetings.updateMeeting(
      { meetingId, durationMinutes: 30, expectedVersion: version },
      owner.session,
    );
    expect(await reply({ sequence: 0 })).to.deep.equal(ignored('outdated'));

    expect(await standing()).to.include({ status: 'pending' });
    expect((await activity()).filter((type) => type === 'itip.ignored')).to.have.length(3);
    expect(meeting.icalSequence).to.equal(0);
    expect(await reply({ sequence: 1 })).to.deep.equal(applied);
  });

  it('MTG-79: an answer that meets a change of time waits for it, and is outdated then, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const { reply, standing, meetingId } = await gatewayWorld({}, undefined, { database });
    const [changing, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await changing.query('begin');
      await changing.query('update meetings set ical_sequence = 1, time_sequence = 1 where id = $1', [
        meetingId,
      ]);
      const answering = reply({ sequence: 0 });
      await untilItWaits(probe, answering);
      await changing.query('commit');

      expect(await answering).to.deep.equal(ignored('outdated'));
      expect(await standing()).to.include({ status: 'pending' });
    } finally {
      for (const client of [changing, probe]) client.release(true);
      await database.close();
    }
  });

  it('MTG-79: ignores unknown meetings and people, and records no activity about them', async () => {
    const { reply, activity } = await gatewayWorld();

    expect(await reply({ uid: 'another@elsewhere.example' })).to.deep.equal(ignored('unknown'));
    expect(await reply({ attendee: 'dan@client.example' }, { sender: 'dan@client.example' })).to.deep.equal(
      ignored('unknown'),
    );
    expect(await activity()).to.not.include('itip.ignored');
  });

  it('MTG-79: records an answer for one session by its RECURRENCE-ID, in the zone of the meeting, in another and in UTC', async () => {
    const { reply, standing, sql, meetingId } = await gatewayWorld();
    const one = (recurrenceId: string, dtstamp: string) =>
      reply({ partstat: 'TENTATIVE', dtstamp, more: [`RECURRENCE-ID${recurrenceId}`] });

    expect(await one(';TZID=Europe/Berlin:20270614T090000', '20261123T130000Z')).to.deep.equal(applied);
    expect(await one(';TZID=Europe/London:20270621T080000', '20261123T130001Z')).to.deep.equal(applied);
    expect(await one(':20270628T070000Z', '20261123T130002Z')).to.deep.equal(applied);
    expect(await one(':20270629T070000Z', '20261123T130003Z')).to.deep.equal(ignored('not_answerable'));

    const answers = await sql<{ recurrence_id: string; status: string }>(
      `select o.recurrence_id, r.status from occurrence_responses r join meeting_occurrences o on o.id = r.occurrence_id
       where r.meeting_id = $1 order by 1`,
      [meetingId],
    );
    expect(answers).to.deep.equal([
      { recurrence_id: '2027-06-14T09:00:00', status: 'tentative' },
      { recurrence_id: '2027-06-21T09:00:00', status: 'tentative' },
      { recurrence_id: '2027-06-28T09:00:00', status: 'tentative' },
    ]);
    expect(await standing()).to.include({ status: 'pending' });
  });

  it('records a counter-proposal, notifies the organizer, and changes no answer', async () => {
    const { reply, standing, happened, mails } = await gatewayWorld();

    expect(
      await reply({ method: 'COUNTER', more: ['DTSTART;TZID=Europe/Berlin:20270608T110000'] }),
    ).to.deep.equal(applied);
    const after = await standing();
    expect(after?.status).to.equal('pending');
    expect(new Date(after?.proposed ?? '').toISOString()).to.equal('2027-06-08T09:00:00.000Z');
    expect((await happened()).map(({ type }) => type)).to.include('meeting_invitation.countered');
    const [digest] = await mails(15 * 60);
    expect(digest?.text).to.include('Cleo');
    expect(digest?.text).to.include('11:00');
  });

  it('ignores answers to a meeting that is cancelled, and messages that are no answers', async () => {
    const { reply, chancery, owner, meetingId } = await gatewayWorld();

    expect(await reply({ partstat: 'DELEGATED' })).to.deep.equal(ignored('not_answerable'));
    expect(await reply({ method: 'REQUEST' })).to.deep.equal(ignored('not_answerable'));
    await chancery.meetings.cancelMeeting({ meetingId }, owner.session);
    expect(await reply({ dtstamp: '20261123T140000Z', sequence: 9 })).to.deep.equal(
      ignored('not_answerable'),
    );
  });

  it('refuses messages that the gateway did not sign, or not just now', async () => {
    const { send, message, clock, chancery } = await gatewayWorld();
    const body = { message: message(), authenticated: true, sender: cleo.email };
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const minutesAgo = (minutes: number) =>
      new Date(Date.parse(clock.now()) - minutes * 60_000).toISOString();

    expect(await failureOf(send(body, { secret: other }))).to.equal('auth.required');
    expect(await failureOf(send(body, { at: minutesAgo(6) }))).to.equal('auth.required');
    expect(
      await failureOf(chancery.meetings.receiveItip({ content: Buffer.from('{}') }, aStranger())),
    ).to.equal('auth.required');
    expect(await failureOf(send(body, { at: minutesAgo(4) }))).to.equal('none');
  });

  it('is not found if no secret is configured', async () => {
    const { reply } = await gatewayWorld({}, { inboundSecret: null });

    expect(await failureOf(reply())).to.equal('request.route_not_found');
  });

  it('refuses a message that it cannot read, and says why', async () => {
    const { send, message } = await gatewayWorld();
    const with_ = (text: string) => send({ message: text, authenticated: true, sender: cleo.email });

    expect(await faultsOf(with_('Subject: Hello\r\n\r\nI come.'))).to.deep.equal([
      '/message itip.unreadable',
    ]);
    expect(await faultsOf(with_(message().replace('BEGIN:VCALENDAR', 'I come')))).to.deep.equal([
      '/message itip.unreadable',
    ]);
    expect(await faultsOf(with_('x'.repeat(512 * 1024 + 1)))).to.deep.equal(['/message field.out_of_range']);
    expect(await failureOf(send('{'))).to.equal('request.malformed_json');
    expect(await faultsOf(send({ message: 'x', sender: 'y', more: 1 }))).to.have.length(3);
  });
});
