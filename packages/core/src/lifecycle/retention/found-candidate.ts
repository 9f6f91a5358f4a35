import type { Document } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { candidateNotFound } from './errors.ts';
import type { ListedCandidate } from './ports.ts';

export interface FoundCandidate {
  readonly candidate: ListedCandidate;
  readonly document: Document;
}

/** Locks the document first, and then looks at the candidate: two who decide at once follow each other. */
export async function candidateToReview(
  { candidateId: wanted }: { readonly candidateId: string },
  { retentionCandidates, documentLibrary }: LifecyclePorts & HandlerContext,
): Promise<FoundCandidate> {
  const { documentId } = await retentionCandidates.get(wanted);
  const document = await documentLibrary.get(documentId, 'for update');
  if (document === null) throw candidateNotFound();
  return { document, candidate: await retentionCandidates.get(wanted) };
}
