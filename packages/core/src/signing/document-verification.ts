import type { DocumentStatus, sealLevels } from '../documents/index.ts';
import type { Instant } from '../kernel/time.ts';

/** Which of the four files of a sealed round somebody has. */
export const verifiedFiles = ['sealed', 'certificate', 'original', 'signing_copy'] as const;

/** What anybody may know who has such a file: no name of a person, and no id. */
export interface DocumentVerification {
  readonly match: (typeof verifiedFiles)[number];
  readonly workspaceName: string;
  readonly sealedAt: Instant;
  readonly level: (typeof sealLevels)[number];
  readonly sealCertificateFingerprint: string;
  /** How many people have signed or approved. */
  readonly signerCount: number;
  readonly documentStatus: DocumentStatus;
}

export interface DocumentVerifications {
  /**
   * What is known of a file with this digest, over all workspaces; null unless it belongs to a round that was sealed. Of
   * several rounds with the same file it is the one that was sealed last (SEA-17).
   */
  find(sha256: string): Promise<DocumentVerification | null>;
}
