import type { Instant } from '../../kernel/time.ts';
import type { ConsentSignature } from '../consents/consent.ts';
import type { SealedDrawing } from '../consents/drawing.ts';

/** What a recipient decided about the terms of a package, and what they signed. */
export interface PortalDecision extends SealedDrawing {
  readonly id: string;
  readonly packageId: string;
  readonly decision: 'accept' | 'decline';
  readonly signerName: string;
  readonly relationship: ConsentSignature['relationship'];
  readonly typedSignature: string | null;
  readonly statementSha256: string;
  readonly decidedAt: Instant;
}
