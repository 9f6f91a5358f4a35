import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';

const range = { from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z' };
const hours = (day: 'MO' | 'TU', start: string, end: string) => ({ day, start, end });

/** Bo works on Monday and Tuesday, and is busy for an hour of Tuesday. */
async function week() {
  const here = await world();
  const bo = await here.person('member', 'Bo');
  const add = (input: object) =>
    here.chancery.meetings.createAvailabilityBlock(
      { timeZone: 'Europe/Berlin', ...input } as never,
      bo.session,
    );
  const weekly = [hours('TU', '09:00', '17:00'), hours('MO', '09:00', '24:00')];
  const { block: work } = await add({ kind: 'working_hours', weekly });
  const busy = { startsAt: '2026-11-24T10:00:00.000Z', endsAt: '2026-11-24T11:00:00.000Z' };
  const { block: taken } = await add({ kind: 'busy', title: 'Dentist', ...busy });
  await add({ kind: 'time_off', startsAt: '2026-12-24T00:00:00Z', endsAt: '2026-12-25T00:00:00Z' });
  return { ...here, bo, work, taken, busy };
}

describe('listAvailabilityBlocks', () => {
  it('shows the owner the blocks that overlap the range, and the times that they cover', async () => {
    const { chancery, bo, work, taken, busy } = await week();

    const { blocks, instances, count, nextCursor } = await chancery.meetings.listAvailabilityBlocks(
      range,
      bo.session,
    );

    expect(blocks).to.deep.equal([work, taken]);
    expect({ count, nextCursor }).to.deep.equal({ count: 2, nextCursor: null });
    expect(instances).to.deep.equal([
      {
        blockId: work.id,
        kind: 'working_hours',
        startsAt: '2026-11-23T08:00:00.000Z',
        endsAt: '2026-11-23T23:00:00.000Z',
        title: null,
      },
      {
        blockId: work.id,
        kind: 'working_hours',
        startsAt: '2026-11-24T08:00:00.000Z',
        endsAt: '2026-11-24T16:00:00.000Z',
        title: null,
      },
      { blockId: taken.id, kind: 'busy', ...busy, title: 'Dentist' },
    ]);
  });

  it('MTG-92: shows a colleague only the times, and an owner or admin of the workspace no more', async () => {
    const { chancery, bo, owner, person } = await week();
    const cleo = await person('member', 'Cleo');
    const seenBy = (caller: typeof cleo.session) =>
      chancery.meetings.listAvailabilityBlocks({ ...range, userId: bo.id }, caller);

    const carl = await person('admin', 'Carl');
    const forCleo = await seenBy(cleo.session);

    expect([forCleo.blocks, forCleo.count]).to.deep.equal([[], 3]);
    expect(forCleo.instances.map(({ title }) => title)).to.deep.equal([null, null, null]);
    for (const { session } of [owner, carl]) expect(await seenBy(session)).to.deep.equal(forCleo);
  });

  it('MTG-110: whole days stay the days of the calendar when the law of their zone changes', async () => {
    const rules = momentTimeZoneRules();
    let law = 'America/Los_Angeles';
    const timeZones = {
      ...rules,
      resolve: (wall: string) => rules.resolve(wall, law),
      wall: (instant: string) => rules.wall(instant, law),
    };
    const { chancery, owner } = await world({ ports: { timeZones } });
    const whole = { startsAt: '2026-12-24T08:00:00.000Z', endsAt: '2026-12-26T08:00:00.000Z' };
    const input = { kind: 'time_off' as const, timeZone: 'America/Vancouver' };
    await chancery.meetings.createAvailabilityBlock({ ...input, ...whole, allDay: true }, owner.session);
    const hours = { startsAt: '2026-12-27T08:00:00.000Z', endsAt: '2026-12-27T10:00:00.000Z' };
    await chancery.meetings.createAvailabilityBlock({ ...input, ...hours }, owner.session);
    const spans = async (from: string, to: string) => {
      const { blocks, instances } = await chancery.meetings.listAvailabilityBlocks(
        { from, to },
        owner.session,
      );
      const shown = instances.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
      expect(blocks.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))).to.deep.equal(shown);
      return shown;
    };
    const days = async () => spans('2026-12-20T00:00:00Z', '2026-12-28T00:00:00Z');
    expect(await days()).to.deep.equal([whole, hours]);

    law = 'America/Vancouver';

    const moved = { startsAt: '2026-12-24T07:00:00.000Z', endsAt: '2026-12-26T07:00:00.000Z' };
    expect(await days()).to.deep.equal([moved, hours]);
    expect(await spans('2026-12-24T07:00:00Z', '2026-12-24T07:30:00Z')).to.deep.equal([moved]);
    expect(await spans('2026-12-26T07:00:00Z', '2026-12-26T08:00:00Z')).to.deep.equal([]);
  });

  it('MTG-96: finds no member of another workspace, and no block of another person', async () => {
    const { chancery, bo, owner, stranger, taken } = await week();
    const mallory = await stranger();

    const asked = chancery.meetings.listAvailabilityBlocks({ ...range, userId: bo.id }, mallory.session);
    expect(await failureOf(asked)).to.equal('member.not_found');
    for (const caller of [owner.session, mallory.session])
      expect(
        await failureOf(chancery.meetings.deleteAvailabilityBlock({ blockId: taken.id }, caller)),
      ).to.equal('availability_block.not_found');
  });

  it('does not show deleted blocks', async () => {
    const { chancery, bo, taken } = await week();

    expect(await chancery.meetings.deleteAvailabilityBlock({ blockId: taken.id }, bo.session)).to.deep.equal({
      block: taken,
    });

    const { blocks } = await chancery.meetings.listAvailabilityBlocks(range, bo.session);
    expect(blocks.map(({ kind }) => kind)).to.deep.equal(['working_hours']);
    expect(
      await failureOf(chancery.meetings.deleteAvailabilityBlock({ blockId: taken.id }, bo.session)),
    ).to.equal('availability_block.not_found');
  });

  it('refuses a range that is reversed or too long', async () => {
    const { chancery, bo } = await week();
    const asked = (to: string) => chancery.meetings.listAvailabilityBlocks({ ...range, to }, bo.session);

    expect(await faultsOf(asked(range.from))).to.deep.equal(['/to range.reversed']);
    expect(await faultsOf(asked('2027-11-25T00:00:00Z'))).to.deep.equal(['/to range.too_long']);
  });
});
