import { z } from 'zod';
import { planFeatureNotIncluded } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { questionOf } from '../dashboard/board-fields.ts';
import { action, type LifecyclePorts, type LifecyclePreparing } from '../ports.ts';
import { viewNotFound } from '../saved-views/errors.ts';
import { viewInUse } from '../saved-views/view-in-use.ts';
import { appliedTo } from './apply-to-document.ts';
import { type BulkInput, type BulkResult, bulkAnswer, bulkFields, mostDocuments } from './bulk-fields.ts';
import { bulkSteps } from './bulk-steps.ts';
import { bulkTooMany } from './errors.ts';
import { lifecycleBulkApplied } from './events.ts';
import { requireNeeded } from './needed-params.ts';

/** What a filter finds is counted that far and no further. */
const mostCounted = 100_000;

export const changeDocumentsInBulk = action({
  summary: 'Do the same to many documents',
  description:
    'Each document is changed by itself, as by the single call for it, in the order of the ids: one that is refused leaves the others, and the answer says what became of each. A dry run changes nothing and answers the same.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: {
    command: 'documents bulk',
    example: {
      action: 'set_type',
      filter: { status: 'needs_date' },
      params: { typeId: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d' },
    },
  },
  input: z
    .strictObject(bulkFields)
    .meta({ examples: [{ action: 'recalculate', filter: { status: 'needs_date' } }] }),
  output: z.object(bulkAnswer),
  errors: [viewNotFound, bulkTooMany, planFeatureNotIncluded],

  async prepare(input, context) {
    requireNeeded(input);
    const { feature } = bulkSteps[input.action].like;
    const documentIds = await context.transact((inside) => {
      if (feature !== undefined) inside.entitlements.requireFeature(feature);
      return meantBy(input, inside);
    });
    return { bulkId: context.newId(), results: await applied(input, documentIds, context) };
  },

  async run({ action: wanted, dryRun, reason }, { prepared: { bulkId, results }, emit }) {
    const counted = (wish: BulkResult['outcome']) => results.filter(({ outcome }) => outcome === wish).length;
    const counts = {
      matched: results.length,
      applied: counted('applied'),
      skipped: counted('skipped'),
      failed: counted('failed'),
    };
    if (!dryRun) emit(lifecycleBulkApplied, { bulkId, action: wanted, ...counts, reason: reason ?? null });
    return { bulkId, action: wanted, dryRun, ...counts, results: [...results] };
  },
});

/** One document after the other, so that each waits for its own lock alone. */
async function applied(
  { action: wanted, params, reason = '', dryRun }: BulkInput,
  documentIds: readonly string[],
  { transact }: LifecyclePreparing,
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (const documentId of documentIds)
    results.push(await appliedTo(documentId, bulkSteps[wanted], { params, reason }, dryRun, transact));
  return results;
}

/** The documents that are meant, by id, each once. */
async function meantBy(
  { documentIds, filter }: BulkInput,
  context: LifecyclePorts & HandlerContext,
): Promise<readonly string[]> {
  if (documentIds !== undefined) return [...new Set(documentIds)].sort();
  const { lifecycleBoard, now } = context;
  const { input } = await viewInUse({ ...filter }, context);
  const question = await questionOf(input, now, context);
  const order = { sort: 'expiresOn', isDescending: false } as const;
  const found = await lifecycleBoard.page(question, order, null, mostDocuments);
  if (found.length > mostDocuments) {
    const count = await lifecycleBoard.countUpTo(question, mostCounted);
    throw bulkTooMany({
      details: [{ path: '/filter', code: 'bulk.too_many', message: String(count) }],
    });
  }
  return found.map(({ documentId }) => documentId).sort();
}
