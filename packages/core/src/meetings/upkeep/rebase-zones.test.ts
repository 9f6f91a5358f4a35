import { randomUUID } from 'node:crypto';
import { meetingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { zonesOf2026a } from '../../kernel/testing/zones-of-2026a.ts';
import { operate } from '../../pipeline/follow-ups.ts';
import { timeZonesChanged } from '../../workspace/index.ts';
import { readByIcal, unfolded } from '../calendar/testing/read-calendar.ts';
import { ports as meetingsPorts } from '../ports.ts';

const vancouver = {
  title: 'Standup',
  scheduledStartAt: '2026-11-30T18:00:00.000Z',
  timeZone: 'America/Vancouver',
  recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20261221T180000Z' },
};

async function aWorld(over: Parameters<typeof meetingWorld>[0] = {}) {
  const timeZones = zonesOf2026a();
  // An address of its own, since mails of other tests may still be waiting.
  const domain = `${randomUUID()}.example`;
  const invitees = [{ email: `cleo@${domain}`, displayName: 'Cleo' }];
  const made = await meetingWorld({ ...vancouver, invitees, ...over }, { ports: { timeZones } });
  const { chancery, owner, ports, meetingId } = made;
  const mails = async (seconds?: number) =>
    (await made.mails(seconds)).filter(({ to }) => to.address === owner.email || to.address.endsWith(domain));
  await mails();
  return {
    ...made,
    domain,
    mails,
    async change() {
      timeZones.load();
      await operate(
        { ...ports, timeZones },
        meetingsPorts,
        null,
        async ({ emit }) => emit(timeZonesChanged, { from: '2026a', to: timeZones.version() }),
        'identity',
      );
    },
    read: async (id = meetingId) =>
      (await chancery.meetings.getMeeting({ meetingId: id }, owner.session)).meeting,
    rows: async (id = meetingId) =>
      (await chancery.meetings.listOccurrences({ meetingId: id }, owner.session)).occurrences,
  };
}

describe('rebaseZones', () => {
  it('MTG-13: moves the sessions to come, keeps their recurrence ids, raises SEQUENCE once and mails each person once', async () => {
    const { change, rows, read, mails, happened, meetingId, domain } = await aWorld();
    const before = { rows: await rows(), meeting: await read() };
    expect(before.rows.map(({ startsAt }) => startsAt.slice(5, 16))).to.deep.equal([
      '11-30T18:00',
      '12-07T18:00',
      '12-14T18:00',
      '12-21T18:00',
    ]);

    await change();
    const sent = await mails(0);
    const later = [...sent, ...(await mails())];

    const after = { rows: await rows(), meeting: await read() };
    expect(after.rows.map(({ startsAt }) => startsAt.slice(5, 16))).to.deep.equal([
      '11-30T17:00',
      '12-07T17:00',
      '12-14T17:00',
      '12-21T17:00',
    ]);
    const kept = (occurrences: typeof after.rows) =>
      occurrences.map(({ id, recurrenceId, localStart }) => ({ id, recurrenceId, localStart }));
    expect(kept(after.rows)).to.deep.equal(kept(before.rows));
    expect(after.meeting.icalSequence).to.equal(before.meeting.icalSequence + 1);
    expect(after.meeting).to.include({
      scheduledStartAt: '2026-11-30T17:00:00.000Z',
      tzdataVersion: '2026f',
    });
    expect(after.meeting.recurrence).to.include({
      rrule: 'FREQ=WEEKLY;UNTIL=20261221T170000Z',
      occurrenceCount: 4,
      endsAt: '2026-12-21T18:00:00.000Z',
    });
    const toCleo = later.filter(({ to }) => to.address === `cleo@${domain}`);
    const file = toCleo[0]?.calendar?.content ?? '';
    expect(toCleo).to.have.length(1);
    expect(readByIcal(file, '2028-01-01T00:00:00.000Z').map(({ startsAt }) => startsAt)).to.deep.equal(
      after.rows.map(({ startsAt }) => startsAt),
    );
    expect(unfolded(file)).to.not.include('BEGIN:DAYLIGHT');
    const toOwner = later.filter(({ subject }) => subject === 'Follows its time zone: Standup');
    expect(toOwner).to.have.length(1);
    expect(toOwner[0]?.text).to.include('4 sessions are');
    const rezoned = (await happened()).filter(({ type }) => type === 'occurrence.rezoned');
    expect(rezoned.map(({ facts }) => facts)).to.deep.equal(
      before.rows.map(({ id, startsAt }, index) => ({
        sessionId: id,
        meetingId,
        startsAtBefore: startsAt,
        startsAt: after.rows[index]?.startsAt,
        tzdataVersion: '2026f',
      })),
    );
  });

  it('MTG-110: a series that ends beyond the stored sessions keeps its last one, and calendars get its new UNTIL', async () => {
    const { change, schedule, rows, read, mails, domain } = await aWorld();
    const { id } = await schedule({
      ...vancouver,
      scheduledStartAt: '2026-12-01T18:00:00.000Z',
      recurrence: { rrule: 'FREQ=MONTHLY;INTERVAL=6;UNTIL=20280601T170000Z' },
    });
    const before = (await rows(id)).map(({ recurrenceId }) => recurrenceId);
    const late = await schedule({
      ...vancouver,
      scheduledStartAt: '2027-06-01T17:00:00.000Z',
      recurrence: { rrule: 'FREQ=MONTHLY;INTERVAL=6;BYMONTH=6,12;UNTIL=20281201T180000Z' },
      invitees: [{ email: `finn@${domain}` }],
    });
    await mails();

    await change();
    const sent = [...(await mails(0)), ...(await mails())];

    expect(before).to.have.length(4);
    expect((await rows(id)).map(({ recurrenceId }) => recurrenceId)).to.deep.equal(before);
    expect((await read(id)).recurrence).to.include({ occurrenceCount: 4 });
    expect((await read(late.id)).recurrence).to.include({
      rrule: 'FREQ=MONTHLY;INTERVAL=6;UNTIL=20281201T170000Z;BYMONTH=6,12',
      occurrenceCount: 4,
      endsAt: '2028-12-01T18:00:00.000Z',
    });
    expect(sent.filter(({ to }) => to.address === `finn@${domain}`)).to.have.length(1);
  });

  it('MTG-110: where only a session that is not stored yet moves, calendars get the new UNTIL, and the mail names no other time', async () => {
    const { change, schedule, read, mails, domain } = await aWorld();
    const { id } = await schedule({
      ...vancouver,
      scheduledStartAt: '2027-06-01T17:00:00.000Z',
      recurrence: { rrule: 'FREQ=YEARLY;COUNT=2', rdates: ['2028-12-01T10:00:00'] },
    });
    const { id: until } = await schedule({
      ...vancouver,
      scheduledStartAt: '2027-06-01T17:00:00.000Z',
      recurrence: { rrule: 'FREQ=YEARLY;UNTIL=20281201T180000Z', rdates: ['2028-12-01T10:00:00'] },
      invitees: [{ email: `gus@${domain}` }],
    });
    await mails();
    const sequence = (await read(until)).icalSequence;

    await change();
    const sent = [...(await mails(0)), ...(await mails())].filter(({ to }) => to.address === `gus@${domain}`);

    expect(await read(id)).to.deep.include({ icalSequence: 0, tzdataVersion: '2026f' });
    expect((await read(id)).recurrence).to.include({ endsAt: '2028-12-01T18:00:00.000Z' });
    expect((await read(until)).recurrence).to.include({ rrule: 'FREQ=YEARLY;UNTIL=20281201T170000Z' });
    expect((await read(until)).icalSequence).to.equal(sequence + 1);
    expect(sent.map(({ subject }) => subject)).to.deep.equal([
      'Changed: Standup (Tuesday, 1 June 2027, 10:00)',
    ]);
    expect(sent[0]?.text).to.not.include('Until now');
  });

  it('MTG-13: a second run changes nothing, and notifies nobody', async () => {
    const { change, rows, read, mails, happened } = await aWorld();
    await change();
    await mails(0);
    await mails();
    const before = { rows: await rows(), meeting: await read(), told: await happened() };

    await change();
    const sent = [...(await mails(0)), ...(await mails())];

    expect(sent).to.deep.equal([]);
    expect({ rows: await rows(), meeting: await read(), told: await happened() }).to.deep.equal(before);
  });

  it('MTG-13: changes nothing of meetings that do not move, except the release of their tz data', async () => {
    const { change, schedule, read, rows, mails, domain } = await aWorld();
    const berlin = await schedule({
      scheduledStartAt: '2027-03-15T08:00:00.000Z',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      invitees: [{ email: `dan@${domain}` }],
    });
    await mails();
    const before = { meeting: await read(berlin.id), rows: await rows(berlin.id) };

    await change();
    const sent = [...(await mails(0)), ...(await mails())];

    expect(await rows(berlin.id)).to.deep.equal(before.rows);
    expect(await read(berlin.id)).to.deep.equal({ ...before.meeting, tzdataVersion: '2026f' });
    expect(sent.filter(({ to }) => to.address === `dan@${domain}`)).to.deep.equal([]);
  });

  it('keeps the wall time of sessions moved by hand, and the state of cancelled sessions', async () => {
    const { chancery, owner, meetingId, change, rows, mails } = await aWorld();
    const [, second, third] = await rows();
    const update = (session: typeof second, changes: object) =>
      chancery.meetings.updateOccurrence(
        { meetingId, sessionId: session?.id ?? '', expectedVersion: session?.version ?? 0, ...changes },
        owner.session,
      );
    await update(second, { startsAt: '2026-12-07T23:00:00.000Z' });
    await update(third, { status: 'cancelled' });

    await change();
    await mails(0);
    const after = await rows();

    const shown = after.map(({ localStart, startsAt, status }) => [localStart, startsAt, status]);
    expect(shown).to.deep.include(['2026-12-07T15:00:00', '2026-12-07T22:00:00.000Z', 'scheduled']);
    expect(shown).to.deep.include(['2026-12-14T10:00:00', '2026-12-14T17:00:00.000Z', 'cancelled']);
  });

  it('moves a single meeting with its zone, and its reminder', async () => {
    const tomorrow = { scheduledStartAt: '2026-11-24T10:00:00.000Z', recurrence: null };
    const { change, read, rows, mails, sql, meetingId } = await aWorld(tomorrow);
    const reminders = async () =>
      (
        await sql<{ due_at: string }>(
          "select due_at from meeting_reminders where meeting_id = $1 and status = 'queued'",
          [meetingId],
        )
      ).map((row) => new Date(row.due_at).toISOString());
    expect(await reminders()).to.deep.equal(['2026-11-24T09:45:00.000Z']);

    await change();
    await mails(0);
    await mails();

    expect((await rows()).map(({ startsAt }) => startsAt)).to.deep.equal(['2026-11-24T09:00:00.000Z']);
    expect((await read()).scheduledStartAt).to.equal('2026-11-24T09:00:00.000Z');
    expect(await reminders()).to.deep.equal(['2026-11-24T08:45:00.000Z']);
  });

  it('does not touch past sessions', async () => {
    const { change, rows, clock, mails } = await aWorld();
    clock.advance({ seconds: 10 * 86_400 });
    await change();
    await mails(0);

    expect((await rows()).map(({ startsAt }) => startsAt.slice(5, 16))).to.deep.equal([
      '11-30T18:00',
      '12-07T17:00',
      '12-14T17:00',
      '12-21T17:00',
    ]);
  });
});
