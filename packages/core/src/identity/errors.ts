import { failure } from '../kernel/errors.ts';

export const invalidCredentials = failure(
  'auth.invalid_credentials',
  'unauthenticated',
  'Address or password is wrong; try again or reset the password.',
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
  'This refresh token is not one of ours; sign in again.',
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
  'Another account owns this address by now; sign in to that one.',
);
export const linkGone = failure(
  'link.gone',
  'gone',
  'This link was used before, has expired or was replaced; ask for a new one.',
);
export const workspaceNotFound = failure(
  'workspace.not_found',
  'not_found',
  'You belong to no such workspace.',
);
export const accountInvalidState = failure(
  'user.invalid_state',
  'conflict',
  'The account is in another state now; read it again.',
);
export const accountSoleOwner = failure(
  'account.sole_owner',
  'conflict',
  'You are the only owner of the workspaces named in details; make somebody else owner, or have those close that nobody else belongs to.',
);
export const accountOpenResponsibilities = failure(
  'account.open_responsibilities',
  'conflict',
  'Finish or hand on what details name; nobody else can.',
);
export const sessionNotFound = failure(
  'session.not_found',
  'not_found',
  'You have no such session; list your sessions again.',
);
export const accountGone = failure('user.not_found', 'not_found', 'This account is no longer there.');
export const invitationEmailMismatch = failure(
  'workspace_invitation.email_mismatch',
  'forbidden',
  'The invitation is for another address; use the account of that address.',
);
export const domainNotAllowed = failure(
  'workspace.domain_not_allowed',
  'forbidden',
  'The workspace takes members of certain e-mail domains only; use another address, or ask an owner.',
);
export const guestsDisabled = failure(
  'workspace.guests_disabled',
  'forbidden',
  'The workspace takes no guests; invite a member, or ask an owner to allow guests.',
);
