import type { RiskAcknowledgement } from './risk.ts';

/** Which risks people of this workspace have accepted; whoever writes has locked the document. */
export interface RiskAcknowledgementRepository {
  /** Writes the acknowledgement in the place of the one that the same risk of the document had. */
  put(acknowledgement: RiskAcknowledgement): Promise<void>;
  /** Those of these documents, whether or not they still count. */
  of(documentIds: readonly string[]): Promise<readonly RiskAcknowledgement[]>;
}
