import { failure } from '../kernel/errors.ts';

export const invalidCredentials = failure(
  'auth.invalid_credentials',
  'unauthenticated',
  'The address or the password is wrong; try again or reset the password.',
);
export const accountSuspended = failure(
  'auth.account_suspended',
  'forbidden',
  'This account is suspended; ask the operator of this installation.',
);
export const registrationClosed = failure(
  'auth.registration_closed',
  'forbidden',
  'Registration is closed here; ask for an invitation.',
);
export const refreshInvalid = failure(
  'auth.refresh_invalid',
  'unauthenticated',
  'This refresh token does not work here; sign in again.',
);
export const refreshReused = failure(
  'auth.refresh_reused',
  'unauthenticated',
  'This refresh token was used before, so the session has ended; sign in again.',
);
export const passwordIncorrect = failure(
  'auth.password_incorrect',
  'forbidden',
  'The password is wrong; try again or reset it.',
);
export const proofRequired = failure(
  'auth.proof_required',
  'forbidden',
  'Open this link while signed in to the account, or send its password too; the link still works.',
);
export const emailTaken = failure(
  'auth.email_taken',
  'conflict',
  'Another account owns this address now; sign in to that account.',
);
export const workspaceNotFound = failure(
  'workspace.not_found',
  'not_found',
  'You do not belong to this workspace.',
);
export const keyRootInUse = failure(
  'key_root.in_use',
  'conflict',
  'Processes are running on this database; stop every server and worker first.',
);
export const accountInvalidState = failure(
  'user.invalid_state',
  'conflict',
  'The account is in another state now; read it again.',
);
export const accountSoleOwner = failure(
  'account.sole_owner',
  'conflict',
  'You are the only owner of the workspaces named in details; make somebody else an owner, or close those that nobody else belongs to.',
);
export const accountOpenResponsibilities = failure(
  'account.open_responsibilities',
  'conflict',
  'Nobody else can finish what is named in details; finish it or hand it over first.',
);
export const sessionNotFound = failure(
  'session.not_found',
  'not_found',
  'You have no such session; list your sessions again.',
);
export const accountGone = failure('user.not_found', 'not_found', 'This account no longer exists.');
export const invitationEmailMismatch = failure(
  'workspace_invitation.email_mismatch',
  'forbidden',
  'The invitation is for another address; use the account of that address.',
);
export const domainNotAllowed = failure(
  'workspace.domain_not_allowed',
  'forbidden',
  'The workspace accepts members from certain email domains only; use another address, or ask an owner.',
);
export const guestsDisabled = failure(
  'workspace.guests_disabled',
  'forbidden',
  'The workspace does not accept guests; invite a member, or ask an owner to allow guests.',
);
