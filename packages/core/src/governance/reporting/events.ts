import { z } from 'zod';
import { event } from '../../kernel/events.ts';

/** Somebody read numbers in which labelled records are counted (REC-6). */
export const reportRead = event(
  'report.read',
  z.strictObject({ workspaceId: z.string(), name: z.enum(['records']) }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ name }) => ({ name }),
  },
);
