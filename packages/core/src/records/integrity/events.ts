import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { integrityScopes } from './check.ts';

export const integrityChecked = event(
  'integrity.checked',
  z.strictObject({
    checkId: id(),
    scope: z.array(z.enum(integrityScopes)),
    ok: z.boolean(),
    faults: z.int(),
  }),
  {
    target: ({ checkId }) => ({ kind: 'integrity_check', id: checkId }),
    facts: ({ scope, ok, faults }) => ({ scope, ok, faults }),
  },
);
/** A check was asked for; a job performs it, unless the request does so first. */
export const integrityCheckQueued = event(
  'integrity.check_queued',
  z.strictObject({ checkId: id(), dueAt: z.string() }),
  null,
);
