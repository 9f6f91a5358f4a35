import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const input = {
  scheduledStartAt: '2027-03-14T01:30:00.000Z',
  timeZone: 'Europe/Berlin',
  durationMinutes: 30,
  recurrence: { rrule: 'freq=weekly;until=20270411' },
};

describe('previewRecurrence', () => {
  it('MTG-16: returns the occurrences of the rule, which all have one length, its text, and warnings', async () => {
    const { chancery, owner, happened } = await world();
    const preview = await chancery.meetings.previewRecurrence(
      { ...input, recurrence: { ...input.recurrence, exdates: ['2027-03-21T02:30:00'] } },
      owner.session,
    );

    expect(preview).to.deep.equal({
      rrule: 'FREQ=WEEKLY;UNTIL=20270411T215959Z',
      text: 'Every week on Sunday, until 11 April 2027, without 1 date',
      occurrences: [
        {
          recurrenceId: '2027-03-14T02:30:00',
          startsAt: '2027-03-14T01:30:00.000Z',
          endsAt: '2027-03-14T02:00:00.000Z',
          adjustment: null,
        },
        {
          recurrenceId: '2027-03-28T02:30:00',
          startsAt: '2027-03-28T01:30:00.000Z',
          endsAt: '2027-03-28T02:00:00.000Z',
          adjustment: 'gap',
        },
        {
          recurrenceId: '2027-04-04T02:30:00',
          startsAt: '2027-04-04T00:30:00.000Z',
          endsAt: '2027-04-04T01:00:00.000Z',
          adjustment: null,
        },
        {
          recurrenceId: '2027-04-11T02:30:00',
          startsAt: '2027-04-11T00:30:00.000Z',
          endsAt: '2027-04-11T01:00:00.000Z',
          adjustment: null,
        },
      ],
      occurrenceCount: 4,
      portability: 'partial',
      warnings: [
        {
          code: 'time.gap',
          message: 'The clocks skip this time of day; the meeting starts that much later.',
          occurrences: ['2027-03-28T01:30:00.000Z'],
        },
        {
          code: 'portability.gap_time',
          message:
            'Some calendar products leave out a start that the clocks skip, or show it at another time.',
          occurrences: ['2027-03-28T01:30:00.000Z'],
        },
      ],
    });
    expect(await happened()).to.deep.equal([]);
  });

  it('returns as many of the first occurrences of an endless series as asked for', async () => {
    const { chancery, owner } = await world();
    const preview = (limit?: number) =>
      chancery.meetings.previewRecurrence(
        { ...input, recurrence: { rrule: 'FREQ=WEEKLY' }, ...(limit === undefined ? {} : { limit }) },
        owner.session,
      );

    expect((await preview()).occurrences).to.have.length(20);
    expect((await preview(3)).occurrences).to.have.length(3);
    expect((await preview()).occurrenceCount).to.equal(null);
  });

  it('MTG-2, MTG-3, MTG-5, MTG-7: refuses what a new meeting is refused for, and refuses workspace guests', async () => {
    const { chancery, owner, person } = await world();
    const guest = await person('guest');
    const faults = (over: object) =>
      faultsOf(chancery.meetings.previewRecurrence({ ...input, ...over }, owner.session));

    expect(await faults({ timeZone: 'EST' })).to.deep.equal(['/timeZone time_zone.unknown']);
    expect(await faults({ scheduledStartAt: '2026-11-01T00:00:00Z' })).to.deep.equal([
      '/scheduledStartAt schedule.in_past',
    ]);
    expect(await faults({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' } })).to.deep.equal([
      '/recurrence/rrule recurrence.start_not_in_rule',
    ]);
    for (const over of [{ durationMinutes: 4 }, { durationMinutes: 1441 }, { limit: 0 }, { limit: 101 }])
      expect(await faults(over)).to.deep.equal([`/${Object.keys(over)[0]} field.out_of_range`]);
    for (const over of [
      { durationMinutes: 1440, limit: 100 },
      { durationMinutes: 5, limit: 1 },
    ])
      expect(await faults(over)).to.deep.equal([]);
    expect(await faults({ recurrence: { rrule: 'FREQ=HOURLY' } })).to.deep.equal([
      '/recurrence/rrule recurrence.unsupported_part',
    ]);
    expect(
      await faults({ recurrence: { rrule: 'FREQ=WEEKLY', exdates: ['2027-02-30T02:30:00'] } }),
    ).to.deep.equal(['/recurrence/exdates/0 field.invalid']);
    expect(await failureOf(chancery.meetings.previewRecurrence(input, guest.session))).to.equal(
      'permission.denied',
    );
  });
});
