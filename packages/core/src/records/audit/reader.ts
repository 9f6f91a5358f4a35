import { isManager } from '../../kernel/access.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { confidentialOnly, labelsOf } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { standingsOnCase } from '../cases/seen-case.ts';
import type { RecordsPorts } from '../ports.ts';
import { auditNotAllowed } from './errors.ts';

/** What somebody may read of the ledger (records 9). */
export interface AuditReader {
  /** Null: everything; else only what this person did. */
  readonly ofUserId: string | null;
  /** An auditor sees that there were events with labels that the caller does not pass, without their details (REC-82). */
  readonly isAuditor: boolean;
}

/** The labels that people pass without being in a case. */
export const passedLabels: readonly string[] = labelsOf(confidentialOnly);

/** Whether an event, or its details, with these labels is shown to whoever is not in the case. */
export const isPassed = (labels: readonly string[]): boolean =>
  labels.every((label) => label === 'standard' || passedLabels.includes(label));

interface Asked {
  readonly caseId?: string | undefined;
  readonly actor?: string | undefined;
}

export const readsWholeLedger = ({ role, duties }: Pick<RecordReader, 'role' | 'duties'>): boolean =>
  isManager(role) || duties.includes('auditor') || duties.includes('privacy_officer');

/**
 * Owners, admins, auditors and privacy officers read all of the ledger, whoever leads a case what was done in it, and everybody
 * what they did themselves. Throws `audit.not_allowed` for any other question.
 */
export function auditReader(
  { userId, role, duties }: Pick<RecordReader, 'userId' | 'role' | 'duties'>,
  { caseId, actor }: Asked,
  leads: boolean,
): AuditReader {
  const isAuditor = duties.includes('auditor');
  if (readsWholeLedger({ role, duties })) return { ofUserId: null, isAuditor };
  if (caseId !== undefined && leads) return { ofUserId: null, isAuditor };
  if (caseId !== undefined || (actor !== undefined && actor !== userId)) throw auditNotAllowed();
  return { ofUserId: userId, isAuditor };
}

type Asking = Pick<RecordsPorts, 'cases' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>;

/** For use cases about the whole ledger, which ask what the caller is to it. */
export const ledgerAsker = async (
  _: unknown,
  context: Asking,
): Promise<{ readonly reader: RecordReader }> => ({
  reader: await readerOf(context),
});

/** Whether this person leads the case, as far as they see it. */
export async function leadsCase(
  caseId: string,
  reader: RecordReader,
  { cases, now }: Pick<Asking, 'cases' | 'now'>,
): Promise<boolean> {
  const found = await cases.findSeen(caseId, { reader, now });
  return found !== null && standingsOnCase({ ...found, reader }).includes('lead');
}
