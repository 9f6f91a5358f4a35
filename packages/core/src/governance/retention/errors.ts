import { failure } from '../../kernel/errors.ts';

export const retentionPolicyNotFound = failure(
  'retention_policy.not_found',
  'not_found',
  'There is no such retention policy in this workspace.',
);
export const retentionPolicyCodeTaken = failure(
  'retention_policy.code_taken',
  'conflict',
  'Another policy of the workspace has this code; a code is never given twice, because certificates name it.',
);
export const retentionPolicyInvalidState = failure(
  'retention_policy.invalid_state',
  'conflict',
  'The state of the policy forbids this; read it again.',
);
export const retentionPolicyNotActive = failure(
  'retention_policy.not_active',
  'conflict',
  'Only an active policy is assigned; activate it first.',
);
export const legalHoldNotFound = failure(
  'legal_hold.not_found',
  'not_found',
  'There is no such legal hold in this workspace.',
);
export const legalHoldScopeEmpty = failure(
  'legal_hold.scope_empty',
  'conflict',
  'Name at least one subject or case, or hold the entire workspace.',
);
export const legalHoldInvalidState = failure(
  'legal_hold.invalid_state',
  'conflict',
  'The hold was released already; place another one if it is needed again.',
);
