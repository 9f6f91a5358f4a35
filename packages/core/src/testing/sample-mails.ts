import { type BillingNotice, billingNotices } from '../billing/events.ts';
import { billingNoticeMail } from '../billing/mails/billing-notice.ts';
import { documentQuarantinedMail } from '../documents/mails/document-quarantined.ts';
import { shareInvitationMail } from '../documents/shares/mails/share-invitation.ts';
import { shareViewedMail } from '../documents/shares/mails/share-viewed.ts';
import { clientNoticeMail } from '../file-requests/mails/client-notice.ts';
import { type FileRequestMailInput, fileRequestMail } from '../file-requests/mails/file-request.ts';
import { fileRequestRejectedMail } from '../file-requests/mails/file-request-rejected.ts';
import { requestOwnerMail } from '../file-requests/mails/request-owner-notice.ts';
import {
  type ClientNotice,
  clientNotices,
  type RequestOwnerNotice,
  requestOwnerNotices,
} from '../file-requests/notices.ts';
import { consentCopyMail, consentRequestMail } from '../governance/consents/mails/consent-mail.ts';
import {
  portalItemFlaggedMail,
  portalReleaseMail,
  portalRevokedMail,
} from '../governance/disclosures/mails/recipient-mail.ts';
import { disclosureNoticeMail, disclosureNotices } from '../governance/disclosures/mails/staff-mail.ts';
import { portalNoticeMail, portalOccasions } from '../governance/portal/portal-notice.ts';
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
import { momentTimeZoneRules } from '../kernel/time-zones.ts';
import { digestMail } from '../lifecycle/digest/mails/lifecycle-digest.ts';
import { holdMail, holdNotices } from '../lifecycle/holds/mails/hold-notice.ts';
import { renewalMail, renewalNotices } from '../lifecycle/renewals/mails/renewal-notice.ts';
import { retentionMail, retentionNotices } from '../lifecycle/retention/mails/retention-notice.ts';
import { noticeMail } from '../lifecycle/worker/mails/lifecycle-notice.ts';
import { ledgerAlarmMail } from '../records/audit/mails/ledger-alarm.ts';
import { entryNoticeMail, entryNotices } from '../records/entries/entry-notice.ts';
import { otpCodeMail } from '../signing/by-link/mails/otp-code.ts';
import { otpLockedMail } from '../signing/by-link/mails/otp-locked.ts';
import { signDeadlineNearMail, signEndedMail } from '../signing/mails/sign-notice.ts';
import { type SignMailInput, signReminderMail, signRequestMail } from '../signing/mails/sign-request.ts';
import { signingOwnerNoticeMail } from '../signing/mails/signing-owner-notice.ts';
import { ownerNotices, roundEnds } from '../signing/notices.ts';
import { usualSubject } from '../signing/round-draft.ts';
import { sealedCopyMail } from '../signing/sealing/mails/sealed-copy.ts';
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

/** What every sample is about: long names, so that a narrow screen has something to do. */
export const sampleFacts = {
  recipientName: 'Ada Lovelace',
  workspaceName: 'Kanzlei Weißenborn, Müller-Lüdenscheidt & Partner',
  at: '2026-11-23T12:00:00.000Z',
} as const;
export const sampleLink = `https://chancery.example.com/verify-email#token=${'aB3_'.repeat(10)}xyz`;

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
    ...holdMails(locale),
    ...entryMails(locale),
    ...renewalMails(locale),
    ...retentionMails(locale),
    ...consentMails(locale),
    ...disclosureMails(locale),
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

const documentName = 'Gesellschaftervertrag der Donaudampfschifffahrtsgesellschaft, dritte Fassung';

function fileRequestMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  const title = 'Unterlagen für Ihre Einkommensteuererklärung 2026 und die Umsatzsteuervoranmeldungen';
  const letter = {
    locale,
    recipientName,
    brand: { name: workspaceName, logoUrl: null },
    senderName: 'Grace Hopper',
    title,
    dueOn: '2026-12-14',
  };
  const request: FileRequestMailInput = {
    ...letter,
    occasion: 'first',
    message: 'Dear Ada,\nplease photograph both sides.\n\nGrace',
    items: [
      { name: 'Passport', required: true },
      { name: 'Payslips of all employers of the year', required: false },
    ],
    expiresAt: '2027-01-14T12:00:00.000Z',
    timeZone: 'Europe/Berlin',
    rules: momentTimeZoneRules(),
    link: sampleLink,
  };
  const noticed = (notice: ClientNotice) =>
    clientNoticeMail({ ...letter, notice, missing: ['Passport'], reason: 'It came by post.' });
  const told = (notice: RequestOwnerNotice) =>
    requestOwnerMail({
      locale,
      recipientName,
      notice,
      title,
      clientName: 'Grace Hopper',
      workspaceName,
      link: sampleLink,
    });
  return {
    fileRequestMail: fileRequestMail(request),
    'fileRequestMail-reminder': fileRequestMail({ ...request, occasion: 'reminder', message: null }),
    'fileRequestMail-changed': fileRequestMail({ ...request, occasion: 'changed' }),
    fileRequestRejectedMail: fileRequestRejectedMail({
      ...request,
      files: [
        { itemName: 'Passport', fileName: 'IMG_2041.jpg', reason: 'The second page is missing.' },
        { itemName: 'Payslips', fileName: 'payslips.pdf', reason: null },
      ],
    }),
    ...Object.fromEntries(clientNotices.map((notice) => [`clientNoticeMail-${notice}`, noticed(notice)])),
    ...Object.fromEntries(requestOwnerNotices.map((notice) => [`requestOwnerMail-${notice}`, told(notice)])),
  };
}

function signingMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  const letter = {
    locale,
    recipientName,
    brand: { name: workspaceName, logoUrl: null },
    senderName: 'Grace Hopper',
    documentName,
    deadlineAt: '2027-02-21T12:00:00.000Z',
    timeZone: 'Europe/Berlin',
    rules: momentTimeZoneRules(),
  };
  const request: SignMailInput = {
    ...letter,
    role: 'signer',
    subject: usualSubject(documentName, locale),
    message: 'As discussed on Monday.\nPlease look at section 4 first.',
    note: 'You need not sign page 2.',
    asksForCode: true,
    link: sampleLink,
  };
  const owner = { locale, recipientName, documentName, workspaceName, link: sampleLink };
  return {
    signRequestMail: signRequestMail(request),
    'signRequestMail-approver': signRequestMail({ ...request, role: 'approver', message: null, note: null }),
    sealedCopyMail: sealedCopyMail({
      ...letter,
      sealedSha256: 'ab'.repeat(32),
      asksForCode: true,
      expiresAt: letter.deadlineAt,
      link: sampleLink,
    }),
    otpCodeMail: otpCodeMail({ ...letter, code: '048213' }),
    otpLockedMail: otpLockedMail({
      ...owner,
      signerName: 'Katherine Johnson',
      lockedUntil: '2026-11-24T12:00:00.000Z',
    }),
    signReminderMail: signReminderMail(request),
    signDeadlineNearMail: signDeadlineNearMail(letter),
    ...Object.fromEntries(
      roundEnds.map((end) => [
        `signEndedMail-${end}`,
        signEndedMail({ ...letter, end, reason: 'The annex was the wrong one.' }),
      ]),
    ),
    ...Object.fromEntries(
      ownerNotices.map((notice) => [
        `signingOwnerNoticeMail-${notice}`,
        signingOwnerNoticeMail({
          ...letter,
          ...owner,
          deadlineAt: ['deadline_near', 'undeliverable'].includes(notice) ? letter.deadlineAt : null,
          notice,
          personName: ['undeliverable', 'declined'].includes(notice) ? 'Katherine Johnson' : null,
          reason: notice === 'declined' ? 'The fee is not what we agreed.' : null,
        }),
      ]),
    ),
  };
}

function entryMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName } = sampleFacts;
  return Object.fromEntries(
    entryNotices.map((notice) => [
      `entryNoticeMail-${notice}`,
      entryNoticeMail({ locale, recipientName, notice, caseNumber: 'C-2026-000042', link: sampleLink }),
    ]),
  );
}

/** The mails to somebody whose consent is asked for. */
function consentMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName, at } = sampleFacts;
  const letter = { locale, recipientName, brand: { name: workspaceName, logoUrl: null } };
  const request = {
    ...letter,
    occasion: 'request',
    message: 'Dear Ada,\nplease read this before we meet on Monday.\n\nGrace',
    expiresAt: at,
    timeZone: 'Europe/Berlin',
    rules: momentTimeZoneRules(),
    link: sampleLink,
  } as const;
  const copy = {
    ...letter,
    outcome: 'accepted',
    decidedAt: at,
    signerName: 'Augusta Ada King, Countess of Lovelace',
    statementSha256: 'ab'.repeat(32),
    statementText: 'I agree that the office asks my doctor for the findings of November.\nNothing else.',
  } as const;
  return {
    consentRequestMail: consentRequestMail(request),
    'consentRequestMail-reminder': consentRequestMail({ ...request, occasion: 'reminder', message: null }),
    consentCopyMail: consentCopyMail(copy),
    'consentCopyMail-declined': consentCopyMail({ ...copy, outcome: 'declined', statementText: null }),
  };
}

/** The mails about what is disclosed: to recipients, and to those who decide. */
function disclosureMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName, at } = sampleFacts;
  const letter = {
    ...{ locale, recipientName, packageNumber: 'RP-2026-000012' },
    brand: { name: workspaceName, logoUrl: null },
  };
  return {
    portalReleaseMail: portalReleaseMail({
      ...letter,
      asksForCode: true,
      expiresAt: at,
      timeZone: 'Europe/Berlin',
      rules: momentTimeZoneRules(),
      link: sampleLink,
    }),
    portalRevokedMail: portalRevokedMail(letter),
    portalItemFlaggedMail: portalItemFlaggedMail({ ...letter, flag: 'amended' }),
    'portalItemFlaggedMail-entered_in_error': portalItemFlaggedMail({ ...letter, flag: 'entered_in_error' }),
    ...Object.fromEntries(
      portalOccasions.map((occasion) => [
        `portalNoticeMail-${occasion}`,
        portalNoticeMail({
          ...{ locale, recipientName, occasion, link: sampleLink },
          packageNumber: 'RP-2026-000012',
        }),
      ]),
    ),
    ...Object.fromEntries(
      disclosureNotices.map((notice) => [
        `disclosureNoticeMail-${notice}`,
        disclosureNoticeMail({
          ...{ locale, recipientName, notice, link: sampleLink },
          number: 'DA-2026-000012',
          dueOn: notice === 'package_approved' ? null : '2026-05-20',
        }),
      ]),
    ),
  };
}

function renewalMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  return Object.fromEntries(
    renewalNotices.map((notice) => [
      `renewalMail-${notice}`,
      renewalMail({
        locale,
        recipientName,
        notice,
        documentName: 'Haftpflichtversicherung der Donaudampfschifffahrtsgesellschaft, dritte Fassung',
        workspaceName,
        dueOn: '2027-02-28',
        priority: 'high',
        note: notice === 'opened' ? null : 'Ask the broker for an offer first.\n\nGrace',
        link: sampleLink,
      }),
    ]),
  );
}

function retentionMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName, at } = sampleFacts;
  return Object.fromEntries(
    retentionNotices.map((notice) => [
      `retentionMail-${notice}`,
      retentionMail({
        locale,
        recipientName,
        notice,
        documentName: 'Lohnkonten der Donaudampfschifffahrtsgesellschaft, 2016 bis 2020',
        others: notice === 'candidates' ? 12 : 0,
        workspaceName,
        executeAfter: at,
        link: sampleLink,
      }),
    ]),
  );
}

function lifecycleNoticeMail(locale: string, isMember: boolean): RenderedMail {
  const { workspaceName } = sampleFacts;
  const recipientName = isMember ? sampleFacts.recipientName : null;
  const link = isMember ? sampleLink : null;
  const documents = Array.from({ length: 53 }, (_, position) => ({
    name: `${documentName} (${position + 1})`,
    expiresOn: `2027-02-${String((position % 28) + 1).padStart(2, '0')}`,
    timeZone: 'Europe/Vienna',
    isUnconfirmed: position === 0,
  }));
  return noticeMail({ locale, recipientName, workspaceName, documents, link });
}

function lifecycleDigestMail(locale: string): RenderedMail {
  const { recipientName, workspaceName } = sampleFacts;
  const next = Array.from({ length: 10 }, (_, position) => ({
    name: `${documentName} (${position + 1})`,
    expiresOn: `2027-02-${String(position + 1).padStart(2, '0')}`,
    timeZone: 'Europe/Vienna',
  }));
  const counts = { expired: 3, inGrace: 1, expiringSoon: 12, missingDate: 4, unconfirmed: 7 };
  const digest = { ...counts, overdueRenewals: 2, holdsToReview: 1, failedActions: 1, next };
  return digestMail({ locale, recipientName, workspaceName, digest, link: sampleLink });
}

function holdMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  return Object.fromEntries(
    holdNotices.map((notice) => [
      `holdMail-${notice}`,
      holdMail({
        locale,
        recipientName,
        notice,
        documentName: 'Briefwechsel mit der Donaudampfschifffahrtsgesellschaft, 2024 bis 2026',
        workspaceName,
        matter: 'Byron v. Babbage',
        reviewOn: notice === 'review' ? '2027-06-30' : null,
        link: sampleLink,
      }),
    ]),
  );
}

/** The mails about public links to documents. */
function shareMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName, at } = sampleFacts;
  const documentName = 'Gesellschaftervertrag der Donaudampfschifffahrtsgesellschaft, dritte Fassung';
  const invitation = {
    locale,
    recipientName,
    senderName: 'Grace Hopper',
    workspaceName,
    workspaceLogoUrl: null,
    message: 'Dear Ada,\nplease look at page 3.\n\nGrace',
    expiresAt: at,
    link: sampleLink,
  };
  return {
    'shareInvitationMail-open': shareInvitationMail({ ...invitation, documentName }),
    'shareInvitationMail-passcode': shareInvitationMail({ ...invitation, documentName: null, message: null }),
    shareViewedMail: shareViewedMail({
      locale,
      recipientName,
      workspaceName,
      documentName,
      label: 'For the auditor',
      sharedWith: 'Katherine Johnson',
      viewedAt: at,
      link: sampleLink,
    }),
  };
}
