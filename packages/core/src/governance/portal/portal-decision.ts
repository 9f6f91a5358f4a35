import type { Instant } from '../../kernel/time.ts';
import type { ConsentSignature } from '../consents/consent.ts';

/** What a recipient decided about the terms of a package, and what they signed. */
export interface PortalDecision {
  readonly id: string;
  readonly packageId: string;
  readonly decision: 'accept' | 'decline';
  readonly signerName: string;
  readonly relationship: ConsentSignature['relationship'];
  readonly typedSignature: string | null;
  readonly sealedDrawing: Uint8Array | null;
  readonly statementSha256: string;
  readonly decidedAt: Instant;
}

/** What the key ring binds a drawn signature to. */
export const sealOfPortalDrawing = (decisionId: string): string => `portal-drawing:${decisionId}`;
