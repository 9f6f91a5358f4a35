import { type BillingNotice, billingNotices } from '../billing/events.ts';
import { billingNoticeMail } from '../billing/mails/billing-notice.ts';
import { documentQuarantinedMail } from '../documents/mails/document-quarantined.ts';
import { codesGuessedMail } from '../identity/factors/mails/codes-guessed.ts';
import { factorAddedMail } from '../identity/factors/mails/factor-added.ts';
import { factorRemovedMail } from '../identity/factors/mails/factor-removed.ts';
import { factorResetDoneMail } from '../identity/factors/mails/factor-reset-done.ts';
import { factorResetRequestedMail } from '../identity/factors/mails/factor-reset-requested.ts';
import { passkeySuspiciousMail } from '../identity/factors/mails/passkey-suspicious.ts';
import { recoveryCodeUsedMail } from '../identity/factors/mails/recovery-code-used.ts';
import { recoveryCodesRenewedMail } from '../identity/factors/mails/recovery-codes-renewed.ts';
import { secondFactorDueMail } from '../identity/factors/mails/second-factor-due.ts';
import { accountDeactivatedMail } from '../identity/mails/account-deactivated.ts';
import { addressInUseMail } from '../identity/mails/address-in-use.ts';
import { emailChangeConfirmMail } from '../identity/mails/email-change-confirm.ts';
import { emailChangedMail } from '../identity/mails/email-changed.ts';
import { newDeviceMail } from '../identity/mails/new-device.ts';
import { passwordChangedMail } from '../identity/mails/password-changed.ts';
import { resetPasswordMail } from '../identity/mails/reset-password.ts';
import { sessionEndedMail } from '../identity/mails/session-ended.ts';
import { signInBlockedMail } from '../identity/mails/sign-in-blocked.ts';
import { verifyEmailMail } from '../identity/mails/verify-email.ts';
import { identityLinkedMail } from '../identity/providers/mails/identity-linked.ts';
import { apiKeyActorLeftMail } from '../integrations/mails/api-key-actor-left.ts';
import { apiKeyCreatedMail } from '../integrations/mails/api-key-created.ts';
import { apiKeyExpiringMail } from '../integrations/mails/api-key-expiring.ts';
import type { RenderedMail } from '../kernel/mail-template.ts';
import { ledgerAlarmMail } from '../records/audit/mails/ledger-alarm.ts';
import { webhookDisabledMail } from '../webhooks/mails/webhook-disabled.ts';
import { webhookFailingMail } from '../webhooks/mails/webhook-failing.ts';
import { deadLettersMail } from '../workspace/jobs/mails/dead-letters.ts';
import { memberJoinedMail } from '../workspace/mails/member-joined.ts';
import { memberRemovedMail } from '../workspace/mails/member-removed.ts';
import { roleChangedMail } from '../workspace/mails/role-changed.ts';
import { secondPersonChangedMail } from '../workspace/mails/second-person-changed.ts';
import { secondPersonWaivedMail } from '../workspace/mails/second-person-waived.ts';
import { workspaceClosingMail } from '../workspace/mails/workspace-closing.ts';
import { workspaceInvitationMail } from '../workspace/mails/workspace-invitation.ts';
import { workspaceInvitationDeclinedMail } from '../workspace/mails/workspace-invitation-declined.ts';
import { fileRequestMails, signingMails } from './samples/clients.ts';
import {
  extractionMails,
  holdMails,
  lifecycleDigestMail,
  lifecycleNoticeMail,
  renewalMails,
  retentionMails,
  shareMails,
} from './samples/documents.ts';
import { sampleFacts, sampleLink } from './samples/facts.ts';
import { consentMails, disclosureMails, emergencyMails, recordRetentionMails } from './samples/governance.ts';
import { caseMails, entryMails } from './samples/records.ts';

export { sampleFacts, sampleLink };

/** Every mail of the platform, by the name of its template, in the language of the locale. */
export function sampleMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName, at } = sampleFacts;
  const link = sampleLink;
  const account = { locale, recipientName, at, link };
  const session = { ...account, device: 'Firefox on Linux', ipAddress: '2001:db8::4a3f:12' };
  const workspace = { locale, recipientName, workspaceName, link };
  const key = { ...workspace, keyName: 'Nightly export to the archive', keyPrefix: 'chk_live_7Fq2' };
  const billing = (notice: BillingNotice) =>
    billingNoticeMail({
      ...workspace,
      notice,
      planName: 'Team',
      at,
      sum: notice.startsWith('payment') ? { amount: 24_900, currency: 'EUR' } : null,
    });
  const webhook = { ...workspace, url: 'https://hooks.example.com/a/rather/long/path/of/a/receiver', at };
  return {
    verifyEmailMail: verifyEmailMail({ ...account, address: 'ada@example.com' }),
    addressInUseMail: addressInUseMail({ ...account, address: 'ada@example.com' }),
    'resetPasswordMail-asked': resetPasswordMail({ ...account, because: 'asked' }),
    'resetPasswordMail-reverted': resetPasswordMail({ ...account, because: 'reverted' }),
    passwordChangedMail: passwordChangedMail(account),
    emailChangeConfirmMail: emailChangeConfirmMail({ ...account, address: 'ada@example.org' }),
    emailChangedMail: emailChangedMail({ ...account, newAddress: 'ada@example.org' }),
    newDeviceMail: newDeviceMail(session),
    sessionEndedMail: sessionEndedMail(session),
    signInBlockedMail: signInBlockedMail(account),
    accountDeactivatedMail: accountDeactivatedMail(account),
    identityLinkedMail: identityLinkedMail({ ...account, provider: 'google', change: 'person' }),
    factorAddedMail: factorAddedMail({ ...account, kind: 'passkey' }),
    factorRemovedMail: factorRemovedMail({ ...account, kind: 'totp' }),
    recoveryCodeUsedMail: recoveryCodeUsedMail({ ...account, remaining: 2 }),
    recoveryCodesRenewedMail: recoveryCodesRenewedMail(account),
    passkeySuspiciousMail: passkeySuspiciousMail({ ...account, passkeyName: 'Laptop' }),
    codesGuessedMail: codesGuessedMail(account),
    secondFactorDueMail: secondFactorDueMail({ ...workspace, dueAt: at }),
    'factorResetRequestedMail-own': factorResetRequestedMail({
      ...account,
      memberName: null,
      requesterName: 'Grace Hopper',
      reason: 'Ada called: the phone is at the bottom of the lake.',
      effectiveAt: at,
    }),
    'factorResetRequestedMail-owners': factorResetRequestedMail({
      ...account,
      memberName: 'Katherine Johnson',
      requesterName: 'Grace Hopper',
      reason: 'Katherine called: the phone is at the bottom of the lake.',
      effectiveAt: at,
    }),
    factorResetDoneMail: factorResetDoneMail(account),
    workspaceInvitationMail: workspaceInvitationMail({
      ...workspace,
      inviterName: 'Grace Hopper',
      role: 'member',
      message: 'Dear Ada,\nhere is the room for our case.\n\nGrace',
      expiresAt: at,
    }),
    workspaceInvitationDeclinedMail: workspaceInvitationDeclinedMail({
      ...workspace,
      invitedEmail: 'katherine@example.com',
    }),
    memberJoinedMail: memberJoinedMail({ ...workspace, memberName: 'Katherine Johnson' }),
    memberRemovedMail: memberRemovedMail(workspace),
    roleChangedMail: roleChangedMail({ ...workspace, role: 'admin', roleBefore: 'member' }),
    'workspaceClosingMail-planned': workspaceClosingMail({
      ...workspace,
      notice: 'planned',
      closesOn: '23 December 2026',
    }),
    'workspaceClosingMail-blocked': workspaceClosingMail({
      ...workspace,
      notice: 'blocked',
      closesOn: '23 December 2026',
    }),
    secondPersonChangedMail: secondPersonChangedMail({ ...workspace, notice: 'enabled', hours: 48 }),
    secondPersonWaivedMail: secondPersonWaivedMail({
      ...workspace,
      step: 'entry.approve',
      who: 'Grace Hopper',
      at: '23 November 2026, 13:00 (Europe/Berlin)',
      reason: 'Nobody else is in the office before the deadline.',
    }),
    apiKeyCreatedMail: apiKeyCreatedMail({ ...key, creatorName: 'Grace Hopper', at }),
    apiKeyExpiringMail: apiKeyExpiringMail({ ...key, expiresAt: at }),
    apiKeyActorLeftMail: apiKeyActorLeftMail({
      ...workspace,
      actorName: 'Katherine Johnson',
      keyNames: ['Nightly export to the archive', 'Calendar'],
    }),
    documentQuarantinedMail: documentQuarantinedMail({
      ...workspace,
      documentName: 'Gesellschaftervertrag der Donaudampfschifffahrtsgesellschaft, dritte Fassung',
    }),
    ...signingMails(locale),
    ...shareMails(locale),
    ...extractionMails(locale),
    ...holdMails(locale),
    ...entryMails(locale),
    ...caseMails(locale),
    ...renewalMails(locale),
    ...retentionMails(locale),
    ...consentMails(locale),
    ...disclosureMails(locale),
    ...emergencyMails(locale),
    ...recordRetentionMails(locale),
    ledgerAlarmMail: ledgerAlarmMail({ ...workspace, firstBadSeq: 48_213, reason: 'projection_mismatch' }),
    noticeMail: lifecycleNoticeMail(locale, true),
    'noticeMail-outside': lifecycleNoticeMail(locale, false),
    digestMail: lifecycleDigestMail(locale),
    ...fileRequestMails(locale),
    webhookFailingMail: webhookFailingMail({ ...webhook, failingSince: at }),
    webhookDisabledMail: webhookDisabledMail({ ...webhook, reason: 'gone' }),
    deadLettersMail: deadLettersMail({
      ...workspace,
      topics: [
        { topic: 'workspace.mail_invitation', count: 3 },
        { topic: 'webhooks.deliver', count: 41 },
      ],
    }),
    ...Object.fromEntries(billingNotices.map((notice) => [`billingNoticeMail-${notice}`, billing(notice)])),
  };
}
