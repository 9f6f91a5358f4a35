import type { Document } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { putPolicy } from '../assignments/put-policy.ts';
import { requireOrder } from '../lifecycles/checked-lifecycle.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import { configured, type Lifecycle } from '../lifecycles/lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import { planDocuments } from '../worker/plan-documents.ts';
import { documentSuperseded } from './events.ts';

/** What a replacement can take over. */
export const takenOver = ['type', 'owner', 'policy', 'identifiers'] as const;
type TakenOver = (typeof takenOver)[number];

interface Taking {
  readonly copy: readonly TakenOver[];
  /** Dates of the replacement; null leaves what is said of it already. A date of the old document is never taken (REN-5). */
  readonly expiresOn: PlainDate | null;
  readonly issuedOn: PlainDate | null;
}
type Context = WritingContext & LifecyclePorts;

/** Puts one document in the place of another; the caller has locked both. Returns both as they are then. */
export async function superseded(
  old: DocumentInLifecycle,
  replacement: Document,
  taking: Taking,
  context: Context,
): Promise<readonly [old: DocumentInLifecycle, replacement: DocumentInLifecycle]> {
  const { lifecycles, documentLibrary, now, emit } = context;
  const before = await lifecycles.read(replacement.id, now);
  const taken = takenFrom(old.lifecycle, before, taking);
  requireOrder(taken, { expiresOn: '/expiresOn' });

  const { documentTypeId } = old.document;
  if (
    taking.copy.includes('type') &&
    documentTypeId !== null &&
    documentTypeId !== replacement.documentTypeId
  )
    await documentLibrary.setType(replacement, documentTypeId, now);
  if (taking.copy.includes('policy')) await takePolicyOver(old.document.id, replacement.id, context);
  await lifecycles.save({
    ...old.lifecycle,
    supersededByDocumentId: replacement.id,
    supersededAt: now,
    updatedAt: now,
  });
  await lifecycles.save({ ...taken, supersedesDocumentId: old.document.id, updatedAt: now });
  await evaluateDocuments([old.document.id, replacement.id], context);
  // Nothing is wanted for it any more, so that all that was planned is cancelled.
  await planDocuments([old.document.id], { horizonEnd: now, kinds: null }, context);

  const [ended, begun] = [await readAgain(old.document, context), await readAgain(replacement, context)];
  emit(documentSuperseded, {
    documentId: old.document.id,
    replacementDocumentId: replacement.id,
    visibility: [old.document, replacement].some(({ visibility }) => visibility === 'restricted')
      ? 'restricted'
      : 'workspace',
    version: ended.lifecycle.version,
  });
  return [ended, begun];
}

/** What is said of the replacement, with what it takes over. */
function takenFrom(old: Lifecycle, replacement: Lifecycle, { copy, expiresOn, issuedOn }: Taking): Lifecycle {
  const { effectiveOn, statedExpiresOn, noExpiration } = replacement;
  return configured(replacement, {
    ownerUserId: (copy.includes('owner') ? old.ownerUserId : null) ?? replacement.ownerUserId,
    // What proves a number of the old document is no proof for the new one.
    identifiers: copy.includes('identifiers')
      ? old.identifiers.map((identifier) => ({ ...identifier, evidenceId: null }))
      : replacement.identifiers,
    issuedOn: issuedOn ?? replacement.issuedOn,
    effectiveOn,
    statedExpiresOn: expiresOn ?? statedExpiresOn,
    noExpiration: noExpiration && expiresOn === null,
  });
}

/** A policy that was assigned to the old document alone is assigned to the replacement too, unless it is archived. */
async function takePolicyOver(fromId: string, toId: string, context: Context): Promise<void> {
  const standing = await context.policyAssignments.on({ scope: 'document', targetId: fromId });
  if (standing === null) return;
  const policy = await context.expirationPolicies.get(standing.policyId);
  if (policy.status === 'active')
    await putPolicy(policy, { scope: 'document', targetId: toId }, null, context);
}

const readAgain = async (
  document: Document,
  { documentLibrary, lifecycles, now }: Context,
): Promise<DocumentInLifecycle> => ({
  document: (await documentLibrary.get(document.id)) ?? document,
  lifecycle: await lifecycles.read(document.id, now),
});
