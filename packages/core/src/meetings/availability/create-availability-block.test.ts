import { failureOf, faultsOf, noon, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Input = Parameters<
  Awaited<ReturnType<typeof world>>['chancery']['meetings']['createAvailabilityBlock']
>[0];

async function calendar() {
  const here = await world();
  const add = (input: Partial<Input>, as = here.owner) =>
    here.chancery.meetings.createAvailabilityBlock(
      { timeZone: 'Europe/Berlin', ...input } as Input,
      as.session,
    );
  return { ...here, add };
}
const weekly = [{ day: 'MO' as const, start: '09:00', end: '17:00' }];
const afternoon = { startsAt: '2026-11-24T13:00:00Z', endsAt: '2026-11-24T17:00:00Z' };

describe('createAvailabilityBlock', () => {
  it('stores the block, and writes it to the ledger without its title', async () => {
    const { add, owner, workspaceId, happened } = await calendar();

    const { block, warnings } = await add({ kind: 'time_off', title: 'Dentist', ...afternoon });

    const { id, createdAt: _, ...kept } = block;
    expect(kept).to.deep.equal({
      workspaceId,
      userId: owner.id,
      kind: 'time_off',
      title: 'Dentist',
      timeZone: 'Europe/Berlin',
      startsAt: '2026-11-24T13:00:00.000Z',
      endsAt: '2026-11-24T17:00:00.000Z',
      allDay: false,
      rrule: null,
      weekly: [],
      effectiveFrom: null,
      effectiveUntil: null,
    });
    expect(warnings).to.deep.equal([]);
    expect(await happened()).to.deep.equal([
      {
        type: 'availability_block.created',
        facts: { userId: owner.id, kind: 'time_off' },
        target: { kind: 'availability_block', id },
      },
    ]);
  });

  it('MTG-95: refuses working hours that apply on a date on which others already apply', async () => {
    const { add, person } = await calendar();
    const bo = await person('member', 'Bo');
    const hours = { kind: 'working_hours' as const, weekly };
    await add({ ...hours, effectiveFrom: '2026-12-01', effectiveUntil: '2026-12-31' });

    const outcomes = [];
    for (const dates of [
      { effectiveFrom: '2026-12-31', effectiveUntil: '2027-01-31' },
      { effectiveUntil: '2026-12-01' },
      {},
      { effectiveUntil: '2026-11-30' },
      { effectiveFrom: '2027-01-01' },
    ])
      outcomes.push(await failureOf(add({ ...hours, ...dates })));

    const refused = 'availability.working_hours_overlap';
    expect(outcomes).to.deep.equal([refused, refused, refused, 'none', 'none']);
    expect(await failureOf(add(hours, bo))).to.equal('none');
  });

  it('names the meetings that the new block overlaps', async () => {
    const { add, chancery, owner } = await calendar();
    const meeting = { title: 'Review', scheduledStartAt: '2026-11-24T13:30:00Z', durationMinutes: 30 };
    await chancery.meetings.createMeeting(meeting, owner.session);

    const { warnings } = await add({ kind: 'time_off', ...afternoon });

    expect(warnings).to.deep.equal([
      {
        code: 'availability.meetings_affected',
        message: 'One of your meetings is in this time; it stays as it is.',
        occurrences: ['2026-11-24T13:30:00.000Z'],
      },
    ]);
  });

  it('MTG-95: refuses the 1001st block of a person, whatever its kind and although it overlaps no other', async () => {
    const { add, sql, workspaceId, owner, person } = await calendar();
    const bo = await person('member', 'Bo');
    await sql(
      `insert into availability_blocks (id, workspace_id, user_id, kind, time_zone, starts_at, ends_at, local_start, weekly, created_at)
       select gen_random_uuid(), $1, $2, 'busy', 'UTC', '2026-01-01T00:00Z', '2026-01-01T01:00Z', '2026-01-01T00:00:00', '[]', timestamptz '${noon}'
       from generate_series(1, 999)`,
      [workspaceId, owner.id],
    );
    const hours = { kind: 'working_hours' as const, weekly };

    expect(await failureOf(add({ kind: 'busy', ...afternoon }))).to.equal('none');
    expect(await failureOf(add({ kind: 'busy', ...afternoon }))).to.equal('availability.limit_reached');
    expect(await failureOf(add(hours))).to.equal('availability.limit_reached');
    expect(await failureOf(add(hours, bo))).to.equal('none');
  });

  for (const { what, input, faults } of [
    {
      what: 'fields of another kind',
      input: { kind: 'working_hours', weekly, title: 'Office', ...afternoon },
      faults: ['/title field.unknown', '/startsAt field.unknown', '/endsAt field.unknown'],
    },
    {
      what: 'time off without times',
      input: { kind: 'time_off' },
      faults: ['/startsAt field.required', '/endsAt field.required'],
    },
    {
      what: 'working hours without hours',
      input: { kind: 'working_hours' },
      faults: ['/weekly field.required'],
    },
    {
      what: 'an end before the start',
      input: { kind: 'busy', startsAt: afternoon.endsAt, endsAt: afternoon.startsAt },
      faults: ['/endsAt range.reversed'],
    },
    {
      what: 'an end at the start',
      input: { kind: 'busy', startsAt: afternoon.startsAt, endsAt: afternoon.startsAt },
      faults: ['/endsAt range.reversed'],
    },
    {
      what: 'an end with seconds',
      input: { kind: 'busy', ...afternoon, endsAt: '2026-11-24T17:00:30Z' },
      faults: ['/startsAt schedule.not_whole_minute'],
    },
    {
      what: 'a start with seconds',
      input: { kind: 'busy', ...afternoon, startsAt: '2026-11-24T13:00:30Z' },
      faults: ['/startsAt schedule.not_whole_minute'],
    },
    {
      what: 'more than 366 days',
      input: { kind: 'time_off', startsAt: '2026-11-24T00:00:00Z', endsAt: '2027-11-27T00:00:00Z' },
      faults: ['/endsAt range.too_long'],
    },
    {
      what: 'repeated time longer than a day',
      input: {
        kind: 'busy',
        startsAt: '2026-11-24T00:00:00Z',
        endsAt: '2026-11-25T01:00:00Z',
        rrule: 'FREQ=WEEKLY',
      },
      faults: ['/endsAt range.too_long'],
    },
    {
      what: 'whole days that do not begin at midnight',
      input: {
        kind: 'time_off',
        allDay: true,
        startsAt: '2026-11-23T23:00:00Z',
        endsAt: '2026-11-25T00:00:00Z',
      },
      faults: ['/endsAt field.invalid'],
    },
    {
      what: 'an invalid rule',
      input: { kind: 'busy', ...afternoon, rrule: 'FREQ=HOURLY' },
      faults: ['/rrule recurrence.unsupported_part'],
    },
    {
      what: 'hours of one day that overlap',
      input: { kind: 'working_hours', weekly: [...weekly, { day: 'MO', start: '16:59', end: '24:00' }] },
      faults: ['/weekly/1 field.duplicate'],
    },
    {
      what: 'an unknown zone',
      input: { kind: 'time_off', timeZone: 'EST', ...afternoon },
      faults: ['/timeZone time_zone.unknown'],
    },
  ])
    it(`PLT-18: refuses ${what}, and names the field`, async () => {
      const { add } = await calendar();

      expect(await faultsOf(add(input as never))).to.deep.equal(faults);
    });
});
