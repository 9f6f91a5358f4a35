import type { Document } from '../../documents/index.ts';
import type { RenewalCase } from './renewal.ts';

/** What events say about a renewal. */
export const aboutRenewal = (
  { id: renewalId, documentId, status, version }: RenewalCase,
  { visibility }: Pick<Document, 'visibility'>,
) => ({ renewalId, documentId, status, visibility, version });
