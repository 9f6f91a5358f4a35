import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

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
