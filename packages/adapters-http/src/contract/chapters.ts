import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tableOfStatuses } from './failure-responses.ts';

/** The chapters lie beside `src` and `dist`, as Markdown, each named by its place. */
const folder = fileURLToPath(new URL('../../docs/', import.meta.url));

/** What every caller needs to know before the first operation: the introduction and its chapters, as one text. */
export const chapters = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(folder + name, 'utf8').trim())
    .join('\n\n')
    .replace('<!-- statuses -->', tableOfStatuses());
