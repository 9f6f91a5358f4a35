import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import { id } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { seenLifecycle } from './found-lifecycle.ts';
import { LifecycleView, lifecycleView } from './views.ts';

export const documentId = () => id().describe('The id of the document.');

export const getDocumentLifecycle = query({
  summary: 'Read until when a document is valid',
  description: 'Says its dates, what follows from them at this moment, and which policy applies.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { aliases: ['show'] },
  input: z.strictObject({ documentId: documentId() }),
  output: z.object({ lifecycle: LifecycleView }),
  errors: [documentNotFound],

  find: seenLifecycle,

  run: async (_, context) => ({ lifecycle: await lifecycleView(context.found, context) }),
});
