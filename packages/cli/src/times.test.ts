import { expect } from 'chai';
import { fullTime, isInstant, timeCell } from './times.ts';

describe('times', () => {
  const viewpoint = { now: new Date('2026-11-23T12:00:00Z'), timeZone: 'Europe/Berlin' };

  it('that were arranged are told by the clock of the reader', () => {
    expect(timeCell('scheduledStartAt', '2026-11-24T08:30:00.000Z', viewpoint)).to.equal('2026-11-24 09:30');
    expect(timeCell('startsAt', '2026-07-01T08:30:00Z', viewpoint)).to.equal('2026-07-01 10:30');
  });

  it('of everything else are told by how far away they are', () => {
    const told = (value: string) => timeCell('lastUsedAt', value, viewpoint);
    expect(
      [
        '2026-11-23T11:59:40Z',
        '2026-11-23T11:59:00Z',
        '2026-11-23T09:00:01Z',
        '2026-11-21T11:00:00Z',
        '2026-12-23T12:00:00Z',
        '2024-11-01T12:00:00Z',
      ].map(told),
    ).to.deep.equal(['just now', '1 minute ago', '2 hours ago', '2 days ago', 'in 1 month', '2 years ago']);
  });

  it('have both where there is room', () => {
    expect(fullTime('2026-11-23T15:00:00Z', viewpoint)).to.equal('2026-11-23 16:00 (in 3 hours)');
  });

  it('are instants of the service, and no other text', () => {
    expect(['2026-11-23T15:00:00Z', '2026-11-23', 'Board', 5, null].map(isInstant)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
