import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { reason, writesOfRecords } from '../../records/index.ts';
import { breakGlassInvalidState, breakGlassNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { endedEmergency } from './emergency.ts';
import { aboutEmergency, breakGlassEnded } from './events.ts';
import { foundEmergency, onEmergency } from './found-emergency.ts';
import { shownEmergency } from './shown-emergency.ts';
import { BreakGlassView } from './views.ts';

export const endBreakGlass = command({
  summary: 'End emergency access',
  description: 'Before its time, by whoever took it or a privacy officer. Its review is due 72 hours later.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance access break-glass-end' },
  input: z.strictObject({
    sessionId: id().describe('The id of the emergency access.'),
    reason: reason().nullable().default(null).describe('Why it ends; null for nothing to say.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ session: BreakGlassView }),
  errors: [breakGlassNotFound, breakGlassInvalidState],

  find: ({ sessionId }, context) => foundEmergency(sessionId, context, 'for update'),
  may: onEmergency('end'),
  version: ({ emergency }) => emergency.version,

  async run({ reason: why }, context) {
    const { emergencies, found, now, user, emit } = context;
    const by = { byUserId: user.userId, reason: why };
    const saved = await emergencies.save(endedEmergency(found.emergency, by, now));
    emit(breakGlassEnded, { ...aboutEmergency(saved, found), reason: why });
    return { session: await shownEmergency(saved, context) };
  },
});
