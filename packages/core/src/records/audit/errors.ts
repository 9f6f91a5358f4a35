import { failure } from '../../kernel/errors.ts';

export const auditNotAllowed = failure(
  'audit.not_allowed',
  'forbidden',
  'You read your own actions in the ledger, and nothing else of it.',
);
export const auditNoNewEvents = failure(
  'audit.no_new_events',
  'conflict',
  'Nothing has happened since the newest checkpoint; use that one.',
);
export const auditIntegrityBroken = failure(
  'audit.integrity_broken',
  'conflict',
  'The ledger fails its verification, so no checkpoint is signed over it; call verify for what is wrong.',
);
export const auditNotYetCheckpointed = failure(
  'audit.not_yet_checkpointed',
  'conflict',
  'No checkpoint covers this event yet; make one, or wait some minutes.',
);
export const auditCosignatureInvalid = failure(
  'audit.cosignature_invalid',
  'conflict',
  'This line is no cosignature of that checkpoint.',
);
export const auditWitnessUnknown = failure(
  'audit.witness_unknown',
  'conflict',
  'The operator of this server has not named this witness.',
);
export const auditCheckpointNotFound = failure(
  'audit.checkpoint_not_found',
  'not_found',
  'There is no checkpoint of this size.',
);
export const auditEventNotFound = failure(
  'audit.event_not_found',
  'not_found',
  'The ledger has no event with this number.',
);
