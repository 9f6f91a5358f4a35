import { isManager } from '../../kernel/access.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { confidentialOnly, labelsOf } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import type { Duty } from '../access/record-reader.ts';
import { auditNotAllowed } from './errors.ts';

/** What somebody may read of the ledger (records 9). */
export interface AuditReader {
  /** Null: everything; else only what this person did. */
  readonly ofUserId: string | null;
  /** An auditor sees that there were events with labels that the caller does not pass, without their details (REC-82). */
  readonly isAuditor: boolean;
  /** The labels that the caller passes without being in a case. */
  readonly passes: readonly string[];
}

/** The duties of a member, as governance gives them. */
export const dutiesOf = async (context: Parameters<typeof readerOf>[0]): Promise<readonly Duty[]> =>
  (await readerOf(context)).duties;

interface Asked {
  readonly caseId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly artifactId?: string | undefined;
  readonly actor?: string | undefined;
}

/** Throws `audit.not_allowed` for a question about what others did, of somebody who sees only their own actions. */
export function auditReader(
  { userId, membership }: Pick<UserPrincipal, 'userId' | 'membership'>,
  held: readonly Duty[],
  { caseId, actor }: Asked,
): AuditReader {
  const isAuditor = held.includes('auditor');
  const passes = labelsOf(confidentialOnly);
  if (isManager(membership?.role) || isAuditor) return { ofUserId: null, isAuditor, passes };
  // Nobody leads a case as long as there is none.
  if (caseId !== undefined || (actor !== undefined && actor !== userId)) throw auditNotAllowed();
  return { ofUserId: userId, isAuditor: false, passes };
}
