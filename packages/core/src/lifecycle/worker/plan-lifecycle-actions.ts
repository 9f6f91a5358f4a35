import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import { command } from '../ports.ts';
import { actionKinds } from './action.ts';
import { planDocuments, planOf } from './plan-documents.ts';
import { LifecycleActionView, unstartedView } from './views.ts';

/** So many documents at a time; a transaction is not to keep others waiting. */
const mostDocuments = 1000;
const mostShown = 500;

export const planLifecycleActions = command({
  summary: 'Plan what is to happen for documents',
  description:
    'Computes which actions are due within the horizon, and has the planned ones be these; what is there already is kept, so that a second run changes nothing. Without ids it plans the 1,000 documents for which something is to happen first; the worker plans all of them by itself. A dry run changes nothing, and shows actions under ids that are not kept.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents worker plan' },
  input: z.strictObject({
    documentIds: z
      .array(id())
      .min(1)
      .max(500)
      .optional()
      .describe('Only these documents, each of which has to be there.'),
    kinds: z
      .array(z.enum(actionKinds))
      .min(1)
      .max(actionKinds.length)
      .optional()
      .describe('Only actions of these kinds. By default all.'),
    horizonDays: z.int().min(1).max(400).default(90).describe('How many days to look ahead.'),
    dryRun: z.boolean().default(false).describe('Whether only to say what would be planned.'),
  }),
  output: z.object({
    plan: z
      .object({
        asOf: shown.instant().describe('When it was planned.'),
        horizonEnd: shown.instant().describe('Until when it looks ahead.'),
        created: z.int().describe('How many actions are new.'),
        kept: z.int().describe('How many were planned already and stay.'),
        cancelled: z.int().describe('How many nobody wants any more.'),
        skipped: z.int().describe('How many were missed.'),
      })
      .describe('What has become of the actions.'),
    actions: z
      .array(LifecycleActionView)
      .describe('The actions that are planned now, at most 500, the one that is due first first.'),
  }),
  errors: [documentNotFound],

  async run({ documentIds: wanted, kinds = null, horizonDays, dryRun }, context) {
    const { lifecycleActions, now } = context;
    const horizonEnd = plusDays(now, horizonDays);
    const documentIds =
      wanted === undefined
        ? await lifecycleActions.documentsToPlan(horizonEnd, mostDocuments)
        : [...new Set(wanted)];
    const documents = await lifecycleActions.documents(documentIds);
    if (wanted !== undefined && documents.length < documentIds.length) throw documentNotFound();

    const scope = { horizonEnd, kinds };
    const changes = await (dryRun
      ? planOf(documents, scope, context)
      : planDocuments(documentIds, scope, context));
    const { created, kept, cancelled, skipped, missed } = changes;
    const planned = [...created, ...kept].toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
    return {
      plan: {
        asOf: now,
        horizonEnd,
        created: created.length,
        kept: kept.length,
        cancelled: cancelled.length,
        skipped: skipped.length + missed.length,
      },
      actions: planned.slice(0, mostShown).map(unstartedView),
    };
  },
});
