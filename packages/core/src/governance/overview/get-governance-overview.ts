import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { currentSettings, RecordSettingsView } from '../settings/views.ts';

export const getGovernanceOverview = query({
  summary: 'See what the governance of records asks for',
  description: 'The settings about records, and what waits for somebody.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'governance show' },
  input: z.strictObject({}),
  output: z.object({
    overview: z
      .object({
        asOf: shown.instant().describe('The moment that it is about.'),
        settings: RecordSettingsView,
      })
      .meta({ id: 'GovernanceOverview', description: 'What the governance of records asks for.' }),
  }),

  run: async (_, context) => ({
    overview: { asOf: context.now, settings: await currentSettings(context) },
  }),
});
