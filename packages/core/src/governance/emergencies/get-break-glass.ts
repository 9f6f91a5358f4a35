import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { breakGlassNotFound } from '../errors.ts';
import { query } from '../ports.ts';
import { foundEmergency, onEmergency } from './found-emergency.ts';
import { shownEmergency } from './shown-emergency.ts';
import { BreakGlassView } from './views.ts';

export const getBreakGlass = query({
  summary: 'Read what was done in an emergency',
  description: 'With every access under it, as the ledger tells it: what a reviewer has to know.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance access break-glass-show' },
  input: z.strictObject({ sessionId: id().describe('The id of the emergency access.') }),
  output: z.object({ session: BreakGlassView }),
  errors: [breakGlassNotFound],

  find: ({ sessionId }, context) => foundEmergency(sessionId, context),
  may: onEmergency('read'),

  run: async (_, context) => ({ session: await shownEmergency(context.found.emergency, context) }),
});
