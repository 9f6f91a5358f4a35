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
    secondPerson: z.enum(['required', 'cooling_off']),
    coolingOffHours: z.int(),
    changedAt: shown.instant().nullable().describe('Null if nobody has ever changed it.'),
    changedByUserId: z.string().nullable().describe('Null also if it ended by itself.'),
    eligible: z.array(
      z.object({ userId: z.string(), displayName: z.string(), because: z.enum(candidacies) }),
    ),
    uses: z.array(
      z.object({
        at: shown.instant(),
        userId: z.string(),
        step: z.enum(secondPersonSteps),
        target: z.object({ kind: z.string(), id: z.string() }),
        reason: z.string(),
      }),
    ),
    count: z.int(),
    nextCursor: z.string().nullable(),
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
