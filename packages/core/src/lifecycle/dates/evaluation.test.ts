import { expect } from 'chai';
import fc from 'fast-check';
import { plusDays, plusSeconds } from '../../kernel/time.ts';
import { anyInstant, anyLifecycle, anyZone, rules } from '../testing/any-lifecycle.ts';
import { nothingSaid as nothing } from '../testing/plain-lifecycles.ts';
import { type DatedDocument, type DecidingPolicy, evaluated } from './evaluation.ts';
import { type LifecycleStatus, restingStatus, statusOn } from './status.ts';

const policy: DecidingPolicy = {
  basis: 'document_date',
  duration: null,
  fixedDate: null,
  graceDays: 14,
  noticeDaysBefore: [60, 0],
  noticeLocalTime: '09:00',
  timeZone: null,
  requireConfirmation: true,
};
const soon = { ...nothing.dates, statedExpiresOn: '2026-02-28' };
const far = { ...nothing.dates, statedExpiresOn: '2027-02-28' };

describe('the status of a document', () => {
  const now = '2026-01-15T12:00:00.000Z';
  const statusOf = (
    document: Partial<DatedDocument>,
    under: DecidingPolicy | null = policy,
    at = now,
  ): LifecycleStatus =>
    statusOn(evaluated({ ...nothing, ...document }, under, 'Europe/Berlin', rules).facts, at, rules);

  it('LIF-3: is the first row of the table that applies', () => {
    expect(statusOf({ dates: soon, isDisposed: true, isSuperseded: true })).to.equal('disposed');
    expect(statusOf({ dates: soon, isSuperseded: true })).to.equal('superseded');
    expect(statusOf({}, null)).to.equal('untracked');
    expect(statusOf({ hasType: true }, null)).to.equal('needs_date');
    expect(statusOf({ hasOwner: true }, null)).to.equal('needs_date');
    expect(statusOf({ dates: { ...nothing.dates, noExpiration: true } }, null)).to.equal('no_expiration');
    expect(statusOf({}, { ...policy, basis: 'never' })).to.equal('no_expiration');
    expect(statusOf({ dates: far, isConfirmed: true }, { ...policy, basis: 'never' })).to.equal('current');
    expect(statusOf({})).to.equal('needs_date');
    expect(statusOf({ dates: soon }, policy, '2026-03-15T12:00:00.000Z')).to.equal('expired');
    expect(statusOf({ dates: soon }, policy, '2026-03-14T12:00:00.000Z')).to.equal('in_grace');
    expect(statusOf({ dates: soon })).to.equal('expiring_soon');
    expect(statusOf({ dates: far })).to.equal('needs_confirmation');
    expect(statusOf({ dates: far }, { ...policy, requireConfirmation: false })).to.equal('current');
    expect(statusOf({ dates: far, isConfirmed: true })).to.equal('current');
    expect(statusOf({ dates: far }, null)).to.equal('current');
  });

  it('LIF-3: is the same by the three boundaries as by the table, for any lifecycle at any time', () => {
    fc.assert(
      fc.property(anyLifecycle, anyZone, anyInstant, (lifecycle, zone, at) => {
        const { facts, boundaries } = evaluated(lifecycle.document, lifecycle.policy, zone, rules);
        const { soonAt, endsAt, graceEndsAt } = boundaries ?? {};
        const around = [soonAt, endsAt, graceEndsAt]
          .filter((one) => one !== undefined)
          .flatMap((one) => [plusSeconds(one, -1), one, plusDays(one, 1)]);

        for (const now of [at, ...around]) {
          const resting = restingStatus(facts);
          const moves = resting === 'current' || resting === 'needs_confirmation';
          const crossed = (boundary: string | undefined) =>
            moves && boundary !== undefined && now >= boundary;
          const byBoundaries = crossed(graceEndsAt)
            ? 'expired'
            : crossed(endsAt)
              ? 'in_grace'
              : crossed(soonAt)
                ? 'expiring_soon'
                : resting;
          expect(byBoundaries).to.equal(statusOn(facts, now, rules));
        }
      }),
      { numRuns: 3000 },
    );
  });
});
