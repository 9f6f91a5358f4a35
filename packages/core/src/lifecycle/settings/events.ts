import { z } from 'zod';
import { event } from '../../kernel/events.ts';

const change = {
  changed: z.array(z.string()),
  version: z.int(),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
};
type AboutSettings = z.output<z.ZodObject<typeof change>>;

/** `before` and `after` hold only the settings that changed. */
export const lifecycleSettingsChanged = event('lifecycle.settings_changed', z.strictObject(change), {
  target: ({ version }: AboutSettings) => ({ kind: 'lifecycle_settings', id: 'lifecycle_settings', version }),
  facts: ({ changed }: AboutSettings) => ({ changed }),
  detail: ({ before, after }: AboutSettings) => ({ before, after }),
});
