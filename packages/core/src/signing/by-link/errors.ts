import { failure } from '../../kernel/errors.ts';

export const signingVerificationRequired = failure(
  'signing.verification_required',
  'forbidden',
  'Ask for a code, verify it, and send the session token that you get as X-Signing-Session.',
);
export const signingConsentRequired = failure(
  'signing.consent_required',
  'conflict',
  'Agree to sign electronically: send consent with accepted true and the version that is shown to you.',
);
export const signingIntentMismatch = failure(
  'signing.intent_mismatch',
  'conflict',
  'Send the intent of your role: signers sign, approvers approve.',
);
export const signingContentChanged = failure(
  'signing.content_changed',
  'conflict',
  'The file that you name is not the one that is to be signed; open the link again and read it.',
);
export const signingRoleCannotSign = failure(
  'signing.role_cannot_sign',
  'conflict',
  'This link only gives you a copy; there is nothing to sign or to decline.',
);
export const signingAlreadyCompleted = failure(
  'signing.already_completed',
  'conflict',
  'You have completed this document already; open the link to see it.',
);
export const otpNotRequired = failure(
  'otp.not_required',
  'conflict',
  'This link needs no code; go on without one.',
);
export const otpResendTooSoon = failure(
  'otp.resend_too_soon',
  'too_many',
  'A code was sent just now; wait as long as Retry-After says before you ask for another one.',
);
export const otpSendLimit = failure(
  'otp.send_limit',
  'too_many',
  'Too many codes were asked for; wait as long as Retry-After says.',
);
export const otpLocked = failure(
  'otp.locked',
  'too_many',
  'Too many wrong codes came; wait as long as Retry-After says, or ask the sender for a new link.',
);
export const otpIncorrect = failure(
  'otp.incorrect',
  'invalid',
  'This is not the code that was sent; details says how many tries are left.',
);
