import { expect } from 'chai';
import { builtInPlans } from '../billing/plans.ts';
import type { PlanTerms } from '../kernel/entitlements.ts';
import { defaultSettings } from '../kernel/settings.ts';
import { planOn } from './plan.ts';

/** The built-in plans, and how often one of them was looked up. */
function counting() {
  const asked: string[] = [];
  const plans = {
    ...builtInPlans,
    plan: (code: string) => {
      asked.push(code);
      return builtInPlans.plan(code);
    },
  };
  const on = (planTerms: PlanTerms, now: string, planCode = 'team') =>
    planOn({ plans, settings: defaultSettings }, { planCode, planTerms }, now);
  return { asked, on };
}

describe('the plan of a call', () => {
  it('is looked up once as long as it holds', () => {
    const { asked, on } = counting();
    const terms: PlanTerms = {};
    const first = on(terms, '2026-11-01T00:00:00.000Z');

    expect(on(terms, '2026-11-30T23:59:59.999Z')).to.equal(first);
    expect(first.month).to.equal('2026-11-01');
    expect(asked).to.deep.equal(['team']);
  });

  it('BIL-5: is looked up anew when its month is over, and at an earlier moment', () => {
    const { asked, on } = counting();
    const terms: PlanTerms = { monthlyFrom: '2026-01-15T08:00:00.000Z' };
    const months = ['2026-11-15T07:59:59.999Z', '2026-11-15T08:00:00.000Z', '2026-11-15T07:59:59.999Z'].map(
      (now) => on(terms, now).month,
    );

    expect(months).to.deep.equal(['2026-10-15', '2026-11-15', '2026-10-15']);
    expect(asked).to.have.length(3);
  });

  it('is looked up anew at the instant at which something that an operator granted ends', () => {
    const { on } = counting();
    const grant = (value: boolean, expiresAt: string | null) => ({
      code: 'webinars' as const,
      value,
      reason: '',
      expiresAt,
    });
    const terms: PlanTerms = { overrides: [grant(true, '2026-11-23T12:00:00.000Z')] };
    const plain = on({}, '2026-11-23T11:00:00.000Z').plan.features.webinars;

    expect(on(terms, '2026-11-23T11:59:59.999Z').plan.features.webinars).to.equal(true);
    expect(on(terms, '2026-11-23T12:00:00.000Z').plan.features.webinars).to.equal(plain);
    expect(on(terms, '2026-11-23T11:59:59.999Z').plan.features.webinars).to.equal(true);
  });

  it('is looked up anew for another plan under the same terms', () => {
    const { on } = counting();
    const terms: PlanTerms = {};
    expect(
      ['team', 'free', 'team'].map((code) => on(terms, '2026-11-23T12:00:00.000Z', code).plan.code),
    ).to.deep.equal(['team', 'free', 'team']);
  });
});
