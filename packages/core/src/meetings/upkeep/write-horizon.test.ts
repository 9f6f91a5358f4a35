import { meetingWorld, onBothDatabases } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const endless = {
  title: 'Weekly',
  scheduledStartAt: '2026-11-30T08:00:00.000Z',
  recurrence: { rrule: 'FREQ=WEEKLY' },
};

onBothDatabases('writeHorizon', (open) => {
  it('MTG-14: adds the sessions that come within the horizon and keeps the others, even with two runs at once', async () => {
    const database = await open();
    const { worker, clock, sql, meetingId, chancery, owner } = await meetingWorld(endless, { database });
    const rows = () =>
      sql<{ id: string; recurrence_id: string }>(
        'select id, recurrence_id from meeting_occurrences where meeting_id = $1 order by starts_at',
        [meetingId],
      );
    const version = async () =>
      (await chancery.meetings.getMeeting({ meetingId }, owner.session)).meeting.version;
    const [before, versionBefore] = [await rows(), await version()];

    clock.advance({ seconds: 14 * 86_400 });
    await Promise.all([worker.run('meetings.horizon'), worker.run('meetings.horizon')]);
    const after = await rows();
    await worker.run('meetings.horizon');

    expect(before.at(-1)?.recurrence_id).to.equal('2028-05-22T09:00:00');
    expect(after.slice(0, before.length)).to.deep.equal(before);
    expect(after.slice(before.length).map((row) => row.recurrence_id)).to.deep.equal([
      '2028-05-29T09:00:00',
      '2028-06-05T09:00:00',
    ]);
    expect(await rows()).to.deep.equal(after);
    expect(await version()).to.equal(versionBefore);
  });

  it('MTG-14: always stores the next two, however far ahead they are, and stops at the end of the series', async () => {
    const database = await open();
    const { worker, clock, sql, schedule } = await meetingWorld(endless, { database });
    const rare = await schedule({ ...endless, recurrence: { rrule: 'FREQ=YEARLY;INTERVAL=2' } });
    const short = await schedule({
      ...endless,
      recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=20' },
    });
    const starts = async (id: string) =>
      (
        await sql<{ recurrence_id: string }>(
          'select recurrence_id from meeting_occurrences where meeting_id = $1 order by starts_at',
          [id],
        )
      ).map((row) => row.recurrence_id.slice(0, 10));
    const written = async (id: string) =>
      (await sql<{ until: string | null }>('select written_until until from meetings where id = $1', [id]))[0]
        ?.until;

    expect(await starts(rare.id)).to.deep.equal(['2026-11-30', '2028-11-30']);
    expect(await starts(short.id)).to.have.length(16);
    clock.advance({ seconds: 200 * 86_400 });
    await worker.run('meetings.horizon');

    expect(await starts(rare.id)).to.deep.equal(['2026-11-30', '2028-11-30', '2030-11-30']);
    expect(await starts(short.id)).to.have.length(20);
    expect(await written(short.id)).to.equal(null);
  });
});
