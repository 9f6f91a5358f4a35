import type { Outcome, Verdict } from './judge.ts';

const columns: readonly (readonly [string, Verdict])[] = [
  ['own tests', 'own'],
  ['another rule’s', 'other rule'],
  ['a test without rule', 'no rule'],
  ['survived', 'survived'],
];

/** A table with a line for each prefix: how many mutants, who noticed them, and the share that the rules’ own tests did. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const viable = outcomes.filter(({ verdict }) => verdict !== 'not viable');
  const prefixes = [...new Set(viable.map(prefixOf))].sort();
  const row = (name: string, some: readonly Outcome[]) => {
    const count = (verdict: Verdict) => some.filter((outcome) => outcome.verdict === verdict).length;
    const rules = new Set(some.flatMap(({ rules: [rule] }) => rule ?? []));
    const rate = (number: number) => `${((100 * number) / some.length).toFixed(0)} %`;
    return [
      name,
      rules.size,
      some.length,
      ...columns.map(([, verdict]) => count(verdict)),
      rate(count('own')),
      rate(some.length - count('survived')),
    ];
  };
  const rows = [
    ['', 'rules', 'mutants', ...columns.map(([title]) => title), 'own rate', 'any rate'],
    ...prefixes.map((prefix) =>
      row(
        prefix,
        viable.filter((outcome) => prefixOf(outcome) === prefix),
      ),
    ),
    row('all', viable),
  ].map((cells) => cells.map(String));
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

const prefixOf = ({ rules: [rule = '?'] }: Outcome) => rule.split('-')[0] ?? '?';

/** One mutant in two lines at most. */
export const lineOf = ({ id, rules, file, line, kind, shown, verdict, by, seconds }: Outcome): string =>
  [
    `${id}  ${rules.join(', ')}  ${verdict}  ${kind}  ${seconds} s`,
    `    ${file}:${line}  ${shown}${by === undefined ? '' : `\n    ${by}`}`,
  ].join('\n');
