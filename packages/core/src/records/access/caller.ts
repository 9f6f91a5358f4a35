import type { UserPrincipal } from '../../kernel/principal.ts';
import type { CaseStanding, LiveGrant, RecordCaller, SubjectDirectory } from './decision.ts';
import { noLabels } from './labels.ts';

/** The caller as the access decision knows them. No member is cleared as long as nobody can give clearance. */
export const callerOf = ({ userId, membership }: UserPrincipal): RecordCaller => ({
  userId,
  role: membership?.role ?? 'guest',
  clearance: noLabels,
});

/** Cases that a subject is linked to, and access for a time to it: there are none of them yet. */
export const linkedCases: readonly CaseStanding[] = [];
export const grantsOnSubjects: readonly LiveGrant[] = [];

/** Members see all subjects: what a setting may narrow later. */
export const subjectDirectory: SubjectDirectory = 'workspace';
