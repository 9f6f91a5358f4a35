import type { Document } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { renewalCycle, renewalReplacementInvalid } from './errors.ts';
import type { RenewalCase } from './renewal.ts';

/**
 * Passes if the document can take the place of another: it is another one, active, has not been replaced itself, and does
 * not lead back (REN-4). Both are locked, so that of two renewals that would close a circle the second finds the first.
 */
export async function requireReplacement(
  { documentId }: Pick<RenewalCase, 'documentId'>,
  replacement: Document | null,
  {
    renewals,
    lifecycles,
    now,
  }: Pick<LifecyclePorts, 'renewals' | 'lifecycles'> & Pick<HandlerContext, 'now'>,
): Promise<Document> {
  if (replacement === null || replacement.id === documentId || replacement.status !== 'active')
    throw renewalReplacementInvalid();
  if ((await renewals.successors(replacement.id)).includes(documentId)) throw renewalCycle();
  const { supersededByDocumentId } = await lifecycles.read(replacement.id, now);
  if (supersededByDocumentId !== null) throw renewalReplacementInvalid();
  return replacement;
}
