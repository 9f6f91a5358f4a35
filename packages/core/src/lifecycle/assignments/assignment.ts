import type { Instant } from '../../kernel/time.ts';
import type { AssignmentTarget } from '../lifecycles/ports.ts';

/** A policy put on the workspace, a type, a folder or a document. What has ended stays as history; it is assigned anew. */
export interface PolicyAssignment extends AssignmentTarget {
  readonly id: string;
  readonly policyId: string;
  readonly note: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly endedByUserId: string | null;
}

export const ended = (assignment: PolicyAssignment, byUserId: string, at: Instant): PolicyAssignment => ({
  ...assignment,
  endedAt: at,
  endedByUserId: byUserId,
});
