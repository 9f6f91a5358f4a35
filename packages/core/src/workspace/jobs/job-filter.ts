import { z } from 'zod';
import { instant } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import type { JobFilter } from './ports.ts';

const name = (what: string, example: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_.]{0,79}$/, `Give ${what}, in lower case.`)
    .meta({ examples: [example] })
    .optional();

export const jobFilterFields = {
  queue: name('the name of a queue such as mail', 'mail').describe('Only work of this queue.'),
  topic: name('a topic such as meetings.mail', 'meetings.mail').describe('Only work of this topic.'),
  errorCode: name('the code of an error such as mail.refused', 'mail.refused').describe(
    'Only work that failed last with this error.',
  ),
  from: instant().optional().describe('Created at this instant or later.'),
  to: instant(7).optional().describe('Created before this instant.'),
};

interface Given {
  readonly queue?: string | undefined;
  readonly topic?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

export const filterOf = ({ queue, topic, errorCode, from, to }: Given): JobFilter => ({
  queue: queue ?? null,
  topic: topic ?? null,
  errorCode: errorCode ?? null,
  from: from ?? null,
  to: to ?? null,
});
