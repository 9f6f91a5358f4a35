import { z } from 'zod';
import { event } from '../../kernel/events.ts';

const exported = {
  format: z.enum(['csv', 'json']),
  rows: z.int(),
  filter: z.record(z.string(), z.union([z.string(), z.boolean()])),
};
type AboutExport = z.output<z.ZodObject<typeof exported>>;

/** What somebody looked for may be a name, so that only whoever may read details learns it. */
export const lifecyclesExported = event('lifecycle.exported', z.strictObject(exported), {
  target: () => ({ kind: 'lifecycle_export', id: 'lifecycle_export' }),
  facts: ({ format, rows }: AboutExport) => ({ format, rows }),
  detail: ({ filter }: AboutExport) => ({ filter }),
});
