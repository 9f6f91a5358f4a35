import type { governance } from '@chancery/core';
import { primaryOf } from './words.ts';

type Rule = Exclude<governance.InconsistencyData['rule'], 'other'>;

const rules: Readonly<
  Record<Rule, { weight: number; severity: governance.InconsistencyData['severity']; en: string; de: string }>
> = {
  different_value: {
    weight: 0.6,
    severity: 'medium',
    en: 'Two entries of the same days give different values: “{0}” and “{1}”.',
    de: 'Zwei Einträge derselben Tage nennen verschiedene Werte: „{0}“ und „{1}“.',
  },
  negated_phrase: {
    weight: 0.5,
    severity: 'medium',
    en: 'One entry says that something is not there, and another one that it is: “{0}” and “{1}”.',
    de: 'Ein Eintrag sagt, dass etwas nicht vorliegt, ein anderer, dass es vorliegt: „{0}“ und „{1}“.',
  },
  age: {
    weight: 0.8,
    severity: 'high',
    en: 'The age does not fit the date of birth on record: “{0}” in “{1}”.',
    de: 'Das Alter passt nicht zum hinterlegten Geburtsdatum: „{0}“ in „{1}“.',
  },
  end_before_start: {
    weight: 0.9,
    severity: 'high',
    en: 'The end lies before the beginning: “{0}” and “{1}”.',
    de: 'Das Ende liegt vor dem Beginn: „{0}“ und „{1}“.',
  },
};

const longestQuotation = 500;

/** The finding about two places that cannot both be right. */
export function inconsistency(
  rule: Rule,
  language: string,
  citations: readonly [governance.Citation, governance.Citation],
): governance.ProposedFinding {
  const { weight, severity, en, de } = rules[rule];
  const [first, second] = citations.map(({ exact }) => [...exact].slice(0, longestQuotation).join(''));
  const sentence = primaryOf(language) === 'de' ? de : en;
  return {
    kind: 'inconsistencies',
    text: sentence.replace('{0}', () => first ?? '').replace('{1}', () => second ?? ''),
    data: { rule, severity },
    confidence: weight,
    citations,
  };
}
