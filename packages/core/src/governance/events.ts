import { z } from 'zod';
import { event } from '../kernel/events.ts';

const change = {
  changed: z.array(z.string()),
  version: z.int(),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
};
type AboutSettings = z.output<z.ZodObject<typeof change>>;

/** `before` and `after` hold only the settings that changed. */
export const recordSettingsChanged = event('records.settings_changed', z.strictObject(change), {
  target: ({ version }: AboutSettings) => ({ kind: 'record_settings', id: 'record_settings', version }),
  facts: ({ changed }: AboutSettings) => ({ changed }),
  detail: ({ before, after }: AboutSettings) => ({ before, after }),
});
