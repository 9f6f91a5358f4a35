import { failure } from '../../../kernel/errors.ts';

export const caseTransferNotFound = failure(
  'case_transfer.not_found',
  'not_found',
  'There is no such hand-over in this workspace, or you do not see it.',
);
export const caseTransferNotRecipient = failure(
  'case_transfer.not_recipient',
  'forbidden',
  'Whoever is asked accepts or declines; who asked, who leads the case and who administers it cancels.',
);
export const caseTransferInvalidState = failure(
  'case_transfer.invalid_state',
  'conflict',
  'The hand-over was decided already, its time is over, or the case is not open; read it again.',
);
export const caseTransferPendingExists = failure(
  'case_transfer.pending_exists',
  'conflict',
  'The case waits to be taken over already; cancel that first.',
);
