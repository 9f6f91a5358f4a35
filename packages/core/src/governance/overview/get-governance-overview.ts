import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
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
        consents: z
          .object({
            active: z.int().describe('How many hold.'),
            expiringIn30Days: z.int().describe('How many of these end within 30 days.'),
            requested: z.int().describe('How many were asked for and not decided.'),
          })
          .describe('Consents of all subjects.'),
      })
      .meta({ id: 'GovernanceOverview', description: 'What the governance of records asks for.' }),
  }),

  async run(_, context) {
    const { now, consents } = context;
    const { active, expiring, requested } = await consents.counts(now, plusDays(now, 30));
    return {
      overview: {
        asOf: now,
        settings: await currentSettings(context),
        consents: { active, expiringIn30Days: expiring, requested },
      },
    };
  },
});
