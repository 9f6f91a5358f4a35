import { z } from 'zod';
import { query } from '../ports.ts';
import { currentSettings, LifecycleSettingsView } from './views.ts';

export const getLifecycleSettings = query({
  summary: 'Read the settings about dates and documents',
  description: 'What nobody has set follows the language of the workspace.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents lifecycle settings show' },
  input: z.strictObject({}),
  output: z.object({ settings: LifecycleSettingsView }),

  run: async (_, context) => ({ settings: await currentSettings(context) }),
});
