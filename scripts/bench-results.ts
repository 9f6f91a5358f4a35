import type { Recorded } from '../bench/harness/recorded.ts';

/** One program that was run. */
export interface Ran {
  readonly name: string;
  readonly seconds: number;
  /** What kept it from its end; null if nothing did. */
  readonly fault: string | null;
  readonly lines: readonly Recorded[];
}

const heading = '## ';

/**
 * The page of results after these programs were run on a day (YYYY-MM-DD). Each program has a part of its own with machine,
 * date and settings, and a program that was not run keeps the part that it had, so that a long run can be made in pieces.
 */
export function resultsPage(before: string, ran: readonly Ran[], day: string): string {
  const parts = new Map(
    before
      .split(`\n${heading}`)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n')).trim()]),
  );
  for (const each of ran) parts.set(each.name, partOf(each, day));
  const inOrder = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${[introduction, ...inOrder.map(([name, text]) => `${heading}${name}\n\n${text}`)].join('\n\n')}\n`;
}

const introduction = `# Results

The last run of each program of this folder that has a short form, by \`npm run bench\`. Figures of two machines, or of two loads of one, cannot be compared; ratios within one program can.`;

function partOf({ name, seconds, fault, lines }: Ran, day: string): string {
  const machine = lines.find((line) => 'setting' in line && line.setting === 'machine');
  const loads = lines.flatMap((line) => ('load' in line ? [`${line.load} ${line.when}`] : []));
  const settings = lines.flatMap((line) =>
    'setting' in line && line.setting !== 'machine' ? [`- ${line.setting}: ${line.value}`] : [],
  );
  return [
    `On ${day}, on ${machine !== undefined && 'value' in machine ? machine.value : 'a machine that was not said'}, in ${seconds.toFixed(0)} s; load average ${loads.join(', ')}.`,
    ...(settings.length > 0 ? [settings.join('\n')] : []),
    tableOf([{ name, seconds, fault, lines }]).join('\n'),
  ].join('\n\n');
}

/** One row for each case: what was measured of it, and the figures under their headings. */
export function tableOf(all: readonly Ran[]): readonly string[] {
  const rows = all.flatMap(({ name, fault, lines }) => [
    ...lines.flatMap((line) =>
      'rows' in line
        ? line.rows.map(([one = '', ...cells]) => [
            name,
            line.headings[0] ?? '',
            one,
            cells
              .map((cell, index) => `${line.headings[index + 1] ?? ''} ${cell}`.trim())
              .filter((figure) => figure !== '')
              .join('; '),
          ])
        : [],
    ),
    ...(fault === null ? [] : [[name, '', '', fault]]),
  ]);
  return [['program', 'measured', 'of', 'figures'], ['---', '---', '---', '---'], ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
}
