import { isManager } from '../../kernel/access.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Labeller } from '../access/label-change.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordCase } from './case.ts';
import type { SeenCase } from './seen-case.ts';

/** What decides whether somebody gives and takes labels of a case that they see. */
export const labellerOf = ({ reader, standing }: Pick<SeenCase, 'reader' | 'standing'>): Labeller => ({
  clearance: reader.clearance,
  isManager: isManager(reader.role),
  isPrivacyOfficer: reader.duties.includes('privacy_officer'),
  caseRole: standing.caseRole,
});

/** Stores the case as changed by the caller; who is on it and whom it is about count as changes of it too. */
export const savedCase = (
  recordCase: RecordCase,
  { cases, now, user }: Pick<RecordsPorts, 'cases'> & Pick<WritingContext, 'now' | 'user'>,
): Promise<RecordCase> => cases.save({ ...recordCase, updatedAt: now, updatedByUserId: user.userId });
