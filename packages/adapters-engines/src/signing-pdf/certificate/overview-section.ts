import type { CertificateModel } from '@chancery/core';
import { type Group, type Sheet, shownTime, styles } from './sheet.ts';
import { heading } from './summary-section.ts';
import type { Words } from './words.ts';

/** Where the columns begin. */
const columns = { name: 0, email: 156, role: 304, completed: 396 } as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

/** All recipients on one table: who, in which role, and when they were done. */
export function overviewSection(sheet: Sheet, { facts }: CertificateModel, words: Words): Group {
  const cells = (texts: Record<keyof typeof columns, string>, style: 'small' | 'value') =>
    sheet.beside(
      ...names.map((name, index) => {
        const next = names[index + 1];
        const end = next === undefined ? sheet.width : columns[next] - 8;
        return sheet.text(texts[name], styles[style], columns[name], end - columns[name]);
      }),
    );
  const head = cells(
    { name: words.person, email: words.email, role: words.role, completed: `${words.completed} (UTC)` },
    'small',
  );
  const rows = facts.recipients.flatMap(({ name, email, role, completedAt }) => {
    const completed = completedAt === null ? '–' : shownTime(completedAt);
    return [sheet.rule(), sheet.padded(cells({ name, email, role: words[role], completed }, 'value'), 3.5)];
  });
  return [...heading(sheet, words.overview), head, sheet.gap(3), ...rows];
}
