import type { Instant } from '../../kernel/time.ts';
import type { Purpose } from '../../records/index.ts';
import type { ConsentReceipt } from '../consents/ports.ts';
import type { ReleasePackage } from '../disclosures/release-package.ts';
import type { PortalDecision } from './portal-decision.ts';

type Named = Pick<ReleasePackage, 'id' | 'caseId'>;

/** What recipients decided about the terms of packages. */
export interface PortalDecisionRepository {
  add(decision: PortalDecision): Promise<void>;
  newest(packageId: string): Promise<PortalDecision | null>;
  /** The newest line of the ledger that holds a decision about a package; null if there is none. */
  receipt(of: Named): Promise<ConsentReceipt | null>;
}

export const accessKinds = ['read', 'file_read', 'released', 'opened', 'exported'] as const;

/** That somebody was given something of a record, as its subject may know it: not who it was. */
export interface RecordAccess {
  readonly at: Instant;
  readonly kind: (typeof accessKinds)[number];
  readonly by: 'staff' | 'recipient' | 'system';
  readonly purposeOfUse: Purpose | null;
}

/** What the ledger says of who was given something of records. */
export interface PortalAccesses {
  /** Those to the entries of a package and to the package itself, the newest first. */
  of(released: Named, artifactIds: readonly string[], limit: number): Promise<readonly RecordAccess[]>;
}
