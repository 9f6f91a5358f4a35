import { expect } from 'chai';
import { PlanFileFault, readPlanFile } from './plan-file.ts';
import { builtInPlans, catalogOf } from './plans.ts';

const editions = builtInPlans.plans.map(({ hash: _, ...plan }) => plan);
const file = (plans: readonly object[]) => JSON.stringify({ plans });
const faultOf = (text: string): string => {
  try {
    readPlanFile(text);
    return 'none';
  } catch (error) {
    if (error instanceof PlanFileFault) return error.message;
    throw error;
  }
};

describe('plans', () => {
  it('of a file are the same as those built in, down to their hashes', () => {
    expect(readPlanFile(file(editions)).plans).to.deep.equal(builtInPlans.plans);
  });

  it('have a hash of their content: a different price is a different edition, a different order of fields is not', () => {
    const [first] = editions;
    if (first === undefined) throw new Error('There are plans');
    const turned = Object.fromEntries(Object.entries(first).reverse()) as unknown as typeof first;

    const hashes = [first, turned, { ...first, trialDays: 1 }].map(
      (plan) => catalogOf([plan]).plans[0]?.hash,
    );

    expect(hashes[0]).to.match(/^[0-9a-f]{64}$/);
    expect(hashes[1]).to.equal(hashes[0]);
    expect(hashes[2]).to.not.equal(hashes[0]);
  });

  it('fall back to free for an unknown code', () => {
    expect(catalogOf([...editions].reverse()).plan('gold').code).to.equal('free');
  });

  for (const [what, text, fault] of [
    ['what is no JSON', '{', /not JSON/],
    ['a file without free', file(editions.slice(1)), /free/],
    ['a code twice', file([...editions, editions[0] ?? {}]), /once/],
    [
      'two currencies',
      file(
        editions.map((plan) =>
          plan.code === 'team'
            ? {
                ...plan,
                prices: plan.prices.map((price, index) => ({
                  ...price,
                  currency: index === 0 ? 'USD' : 'EUR',
                })),
              }
            : plan,
        ),
      ),
      /one currency/,
    ],
    [
      'an entitlement left out',
      file(editions.map(({ features: _, ...plan }) => ({ ...plan, features: {} }))),
      /features/,
    ],
    ['a field that means nothing', file(editions.map((plan) => ({ ...plan, colour: 'red' }))), /plans.0/],
  ] as const) {
    it(`refuse ${what}`, () => {
      expect(faultOf(text)).to.match(fault);
    });
  }
});
