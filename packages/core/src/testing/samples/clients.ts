import { clientNoticeMail } from '../../file-requests/mails/client-notice.ts';
import { type FileRequestMailInput, fileRequestMail } from '../../file-requests/mails/file-request.ts';
import { fileRequestRejectedMail } from '../../file-requests/mails/file-request-rejected.ts';
import { requestOwnerMail } from '../../file-requests/mails/request-owner-notice.ts';
import {
  type ClientNotice,
  clientNotices,
  type RequestOwnerNotice,
  requestOwnerNotices,
} from '../../file-requests/notices.ts';
import type { RenderedMail } from '../../kernel/mail-template.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { otpCodeMail } from '../../signing/by-link/mails/otp-code.ts';
import { otpLockedMail } from '../../signing/by-link/mails/otp-locked.ts';
import { signDeadlineNearMail, signEndedMail } from '../../signing/mails/sign-notice.ts';
import { type SignMailInput, signReminderMail, signRequestMail } from '../../signing/mails/sign-request.ts';
import { signingOwnerNoticeMail } from '../../signing/mails/signing-owner-notice.ts';
import { ownerNotices, roundEnds } from '../../signing/notices.ts';
import { usualSubject } from '../../signing/round-draft.ts';
import { sealedCopyMail } from '../../signing/sealing/mails/sealed-copy.ts';
import { documentName, sampleFacts, sampleLink } from './facts.ts';

export function fileRequestMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

export function signingMails(locale: string): Readonly<Record<string, RenderedMail>> {
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
