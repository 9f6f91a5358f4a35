export { type Account, accountStates, type LinkedIdentity, mailboxOf } from './account.ts';
export { undoAddition } from './additions/undo-addition.ts';
export { confirmEmailChange } from './addresses/confirm-email-change.ts';
export { mailEmailChangeConfirm } from './addresses/mail-email-change-confirm.ts';
export { mailEmailChanged } from './addresses/mail-email-changed.ts';
export { mailVerificationAgain } from './addresses/mail-verification-again.ts';
export { requestEmailChange } from './addresses/request-email-change.ts';
export { resendEmailVerification } from './addresses/resend-email-verification.ts';
export { revertEmailChange } from './addresses/revert-email-change.ts';
export { deactivateAccount } from './deactivate-account.ts';
export type { DeviceParser } from './device-parser.ts';
export {
  accountGone,
  accountInvalidState,
  accountOpenResponsibilities,
  accountSoleOwner,
  accountSuspended,
  domainNotAllowed,
  emailTaken,
  guestsDisabled,
  invalidCredentials,
  invitationEmailMismatch,
  keyRootInUse,
  passwordIncorrect,
  proofRequired,
  refreshInvalid,
  refreshReused,
  registrationClosed,
  sessionNotFound,
  workspaceNotFound,
} from './errors.ts';
export {
  emailChangeAsked,
  keyRootRotated,
  passwordResetAsked,
  sessionEnded,
  sessionReuseDetected,
  sessionStarted,
  signInBlocked,
  userDeactivated,
  userEmailChanged,
  userEmailReverted,
  userEmailVerified,
  userPasswordChanged,
  userPasswordReset,
  userRegistered,
  userReinstated,
  userScrubbed,
  userSuspended,
  verificationAsked,
  workspaceAbandoned,
  workspaceSwitched,
} from './events.ts';
export { answerChallenge } from './factors/answer-challenge.ts';
export { beginTotp } from './factors/begin-totp.ts';
export { cancelFactorReset } from './factors/cancel-factor-reset.ts';
export { confirmTotp } from './factors/confirm-totp.ts';
export {
  ceremonyExpired,
  challengeInvalid,
  factorCodeInvalid,
  factorInvalidState,
  factorLimit,
  factorNotFound,
  factorPasskeyInvalid,
  factorPasskeyKnown,
  factorRequiredByWorkspace,
  factorResetInvalidState,
  factorResetMemberElsewhere,
  factorResetPending,
  lastSignInMethod,
  noFactorEnrolled,
  passkeyInvalid,
} from './factors/errors.ts';
export {
  codesGuessed,
  factorEnrolled,
  factorRemoved,
  factorResetCancelled,
  factorResetDone,
  factorResetNotice,
  factorResetRequested,
  passkeySuspected,
  recoveryCodesRenewed,
  recoveryCodeUsed,
  secondFactorDue,
} from './factors/events.ts';
export {
  type Ceremony,
  type Factor,
  type FactorReset,
  factorResetStates,
  factorStates,
  type PasskeyFactor,
  type SignInChallenge,
  type TotpFactor,
} from './factors/factor.ts';
export type { PasskeyVerifier, TotpVerifier } from './factors/factor-verifiers.ts';
export { finishFactorReset } from './factors/finish-factor-reset.ts';
export { listFactors } from './factors/list-factors.ts';
export {
  mailCodesGuessed,
  mailFactorAdded,
  mailFactorRemoved,
  mailFactorResetDone,
  mailPasskeySuspicious,
  mailRecoveryCodesRenewed,
  mailRecoveryCodeUsed,
} from './factors/mail-factor-changes.ts';
export { mailFactorResetRequested } from './factors/mail-factor-reset-requested.ts';
export { mailSecondFactorDue } from './factors/mail-second-factor-due.ts';
export { notifyOfFactorReset } from './factors/notify-of-factor-reset.ts';
export { notifySecondFactorDue } from './factors/notify-second-factor-due.ts';
export { passkeyAssertionOptions } from './factors/passkey-assertion-options.ts';
export { passkeyRegistrationOptions } from './factors/passkey-registration-options.ts';
export type {
  CeremonyRepository,
  FactorAttemptCounts,
  FactorAttemptRepository,
  FactorRepository,
  FactorResetRepository,
  RecoveryCodeRepository,
  SecondFactorDemand,
  SignInChallengeRepository,
} from './factors/ports.ts';
export { registerPasskey } from './factors/register-passkey.ts';
export { removeFactor } from './factors/remove-factor.ts';
export { renameFactor } from './factors/rename-factor.ts';
export { renewRecoveryCodes } from './factors/renew-recovery-codes.ts';
export { requestFactorReset } from './factors/request-factor-reset.ts';
export { signInWithPasskey } from './factors/sign-in-with-passkey.ts';
export { FactorResetView, FactorView, SecondFactorChallengeView } from './factors/views.ts';
export { getMe } from './get-me.ts';
export type { DerivedLinks, KeyRootRepository, RootEndings, StoredKeyRoot } from './key-root.ts';
export { listSessions } from './list-sessions.ts';
export { login } from './login.ts';
export { logout } from './logout.ts';
export { logoutAll } from './logout-all.ts';
export { mailAccountDeactivated } from './mail-account-deactivated.ts';
export { mailAddressInUse } from './mail-address-in-use.ts';
export { mailNewDevice } from './mail-new-device.ts';
export { mailSessionEnded } from './mail-session-ended.ts';
export { mailVerifyEmail } from './mail-verify-email.ts';
export {
  type Departure,
  type MembershipPart,
  type MembershipParticipant,
  membershipParticipant,
  type ParticipatingContext,
  type Responsibility,
  type Scrubbing,
} from './membership-participant.ts';
export { offers } from './offers.ts';
export type { OneTimeToken, OneTimeTokenRepository } from './one-time-token.ts';
export { changePassword } from './passwords/change-password.ts';
export { forgotPassword } from './passwords/forgot-password.ts';
export { mailPasswordChanged, mailPasswordChangedByReset } from './passwords/mail-password-changed.ts';
export {
  mailPasswordResetLink,
  mailPasswordResetLinkAfterRevert,
} from './passwords/mail-password-reset-link.ts';
export { mailSignInBlocked } from './passwords/mail-sign-in-blocked.ts';
export { resetPassword } from './passwords/reset-password.ts';
export {
  type AccountRepository,
  type AccountWithPassword,
  type AttemptCounts,
  type IdentityPorts,
  type IdentityPreparing,
  type IdentityReacting,
  type IdentitySweep,
  type InvitationToWorkspace,
  type Leaving,
  type NewMember,
  type PasswordAttempt,
  type PasswordAttemptRepository,
  ports,
  type SessionRepository,
  type StandingLinks,
  type WorkspaceAccess,
  type WorkspaceMembership,
  type WorkspaceSummary,
} from './ports.ts';
export type { AuthFlow } from './providers/auth-flow.ts';
export {
  handoffInvalid,
  identityLimit,
  identityNotFound,
  identityNotYours,
  idTokenInvalid,
  idTokenReplayed,
  linkedElsewhere,
  providerDenied,
  providerNotConfigured,
  stateInvalid,
} from './providers/errors.ts';
export { identityLinked, identityUnlinked, providerTokenDetached } from './providers/events.ts';
export type { DetachedToken, ExternalIdentity, ProviderProof } from './providers/external-identity.ts';
export { finishAppleSignIn, finishGoogleSignIn } from './providers/finish-sign-in.ts';
export { mailIdentityLinked, mailIdentityUnlinked } from './providers/mail-identity-changes.ts';
export type {
  AuthFlowRepository,
  DetachedTokenRepository,
  ExternalIdentityRepository,
  UsedIdTokenRepository,
} from './providers/ports.ts';
export { redeemHandoff } from './providers/redeem-handoff.ts';
export { revokeProviderToken } from './providers/revoke-provider-token.ts';
export { signInWithApple } from './providers/sign-in-with-apple.ts';
export { signInWithGoogle } from './providers/sign-in-with-google.ts';
export { startAppleSignIn, startGoogleSignIn } from './providers/start-sign-in.ts';
export { unlinkIdentity } from './providers/unlink-identity.ts';
export { HandoffView, ProviderAnswerView, ProviderSignInView } from './providers/views.ts';
export { purgeUnverified } from './purge-unverified.ts';
export { reauthenticate } from './reauthenticate.ts';
export {
  type ProvenAgain,
  proveAgain,
  type Reauthentication,
  type Reauthenticator,
} from './reauthenticator.ts';
export { refreshSession } from './refresh-session.ts';
export type { RefreshToken } from './refresh-token.ts';
export { registerAccount } from './register-account.ts';
export { revokeCurrentToken } from './revoke-current-token.ts';
export { revokeSession } from './revoke-session.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { scrubFormerMember } from './scrub-former-member.ts';
export type { FailedSignIn, SecurityLog } from './security-log.ts';
export type { RevokeReason, SecondFactorMethod, Session, ShownSession } from './session.ts';
export type { SignIn } from './sign-in-outcome.ts';
export { type SigningKeyLife, signingKeyInvalidState, signingKeyStates } from './signing-key.ts';
export { sweepIdentity } from './sweep-identity.ts';
export { switchWorkspace } from './switch-workspace.ts';
export { updateMe } from './update-me.ts';
export { verifyEmail } from './verify-email.ts';
export {
  AuthSessionView,
  CurrentUserView,
  IdentityView,
  RevocationView,
  SessionView,
  SignInView,
  UserView,
  WorkspaceSummaryView,
} from './views.ts';
