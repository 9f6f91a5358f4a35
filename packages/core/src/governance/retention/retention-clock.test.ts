import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Period } from '../../kernel/plain-dates.ts';
import { type RetentionFacts, type RetentionRule, retentionClock } from './retention-clock.ts';

interface Vector {
  readonly id: string;
  readonly policy: Omit<Partial<RetentionRule>, 'period'> & { readonly period: string | null };
  readonly facts: Partial<RetentionFacts> & { readonly openedOn: string };
  readonly asOf: string;
  readonly expect: object;
}
const { cases } = JSON.parse(
  readFileSync('packages/core/src/governance/testing/retention-clocks.json', 'utf8'),
) as { readonly cases: readonly Vector[] };

function periodOf(text: string | null): Period | null {
  if (text === null) return null;
  const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
  return { years: part('Y'), months: part('M'), days: part('D') };
}

const ruleOf = ({ period, ...policy }: Vector['policy']): RetentionRule => ({
  trigger: 'case_closed',
  action: 'destroy',
  fixedDate: null,
  minor: null,
  ...policy,
  period: periodOf(period),
});
const factsOf = (facts: Vector['facts']): RetentionFacts => ({
  closedOn: null,
  lastEncounterOn: null,
  lastEntryOn: null,
  birthDate: null,
  isPerson: true,
  ...facts,
});

describe('the clock of retention', () => {
  for (const { id, policy, facts, asOf, expect: expected } of cases)
    it(`GOV-19: is as the vector ${id} says`, () => {
      expect(retentionClock(ruleOf(policy), factsOf(facts), asOf)).to.deep.equal(expected);
    });

  const adults = ruleOf({
    trigger: 'last_encounter',
    period: 'P8Y',
    minor: { majorityAge: 18, untilAge: 25 },
  });
  const closed = factsOf({ openedOn: '2010-01-01', closedOn: '2012-07-01', lastEncounterOn: '2012-06-01' });

  it('GOV-20: does not start while the birth date is missing that a policy about minors needs', () => {
    expect(retentionClock(adults, closed, '2040-01-01').state).to.equal('not_started');
  });

  it('GOV-19: asks no organisation for its age', () => {
    expect(retentionClock(adults, { ...closed, isPerson: false }, '2040-01-01')).to.deep.equal({
      state: 'due',
      triggerDate: '2012-06-01',
      dueOn: '2020-06-02',
    });
  });

  it('GOV-19: stands still in an open case even where everything is kept for ever', () => {
    const forEver = ruleOf({ action: 'retain_permanently', period: null });

    expect(retentionClock(forEver, factsOf({ openedOn: '2020-01-01' }), '2040-01-01').state).to.equal(
      'not_started',
    );
  });
});
