import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { eligibleIn } from './candidates.ts';
import { candidacies, secondPersonSteps } from './second-person.ts';

export const getSecondPerson = query({
  summary: 'Show the second-person setting and its uses',
  description:
    'Shows the setting, the people who could act as second person, and every step that somebody took alone, newest first.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace second-person' },
  always: true,
  input: z.strictObject(pageFields(['instant', 'id'])),
  output: z.object({
    secondPerson: z.enum(['required', 'cooling_off']).describe('How steps are taken that need two people.'),
    coolingOffHours: z.int().describe('For how many hours a step waits that somebody takes alone.'),
    changedAt: shown
      .instant()
      .nullable()
      .describe('When it was last changed; null if nobody has ever changed it.'),
    changedByUserId: z.string().nullable().describe('Who last changed it; null also if it ended by itself.'),
    eligible: z
      .array(
        z.object({
          userId: z.string().describe('The id of the person.'),
          displayName: z.string().describe('The name of the person.'),
          because: z.enum(candidacies).describe('Why this person may.'),
        }),
      )
      .describe('Who may be the second person.'),
    uses: z
      .array(
        z.object({
          at: shown.instant().describe('When the step was taken.'),
          userId: z.string().describe('The id of the person.'),
          step: z.enum(secondPersonSteps).describe('Which step it was.'),
          target: z
            .object({
              kind: z.string().describe('What kind of thing it is.'),
              id: z.string().describe('The id of the thing.'),
            })
            .describe('What the step was about.'),
          reason: z.string().describe('Why the step was taken alone.'),
        }),
      )
      .describe('Every step that somebody took alone, newest first.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ limit, cursor }, context) {
    const { workspaces, secondPerson } = context;
    const { id, settings } = await workspaces.get();
    const [latest] = await secondPerson.changes();
    const page = pageOf(await secondPerson.uses(cursor ?? null, limit), limit, ({ at, id: useId }) => [
      at,
      useId,
    ]);
    return {
      secondPerson: settings.secondPerson,
      coolingOffHours: settings.secondPersonCoolingOffHours,
      changedAt: latest?.changedAt ?? null,
      changedByUserId: latest?.changedByUserId ?? null,
      eligible: [...(await eligibleIn(id, context))],
      uses: [...page.rows],
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
