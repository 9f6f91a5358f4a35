import { shareInvitationMail } from '../../documents/shares/mails/share-invitation.ts';
import { shareViewedMail } from '../../documents/shares/mails/share-viewed.ts';
import type { RenderedMail } from '../../kernel/mail-template.ts';
import { digestMail } from '../../lifecycle/digest/mails/lifecycle-digest.ts';
import { extractionFailedMail } from '../../lifecycle/extraction/mails/extraction-failed.ts';
import { extractionFailures } from '../../lifecycle/extraction/runs/extraction-run.ts';
import { holdMail, holdNotices } from '../../lifecycle/holds/mails/hold-notice.ts';
import { renewalMail, renewalNotices } from '../../lifecycle/renewals/mails/renewal-notice.ts';
import { retentionMail, retentionNotices } from '../../lifecycle/retention/mails/retention-notice.ts';
import { noticeMail } from '../../lifecycle/worker/mails/lifecycle-notice.ts';
import { documentName, sampleFacts, sampleLink } from './facts.ts';

/** The mails about public links to documents. */
export function shareMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

export function holdMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

export function extractionMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  return Object.fromEntries(
    extractionFailures.map((failureCode) => [
      `extractionFailedMail-${failureCode.replace('extraction.', '')}`,
      extractionFailedMail({
        locale,
        recipientName,
        failureCode,
        documentName: 'Versicherungsschein der Donaudampfschifffahrtsgesellschaft, 2026',
        workspaceName,
        link: sampleLink,
      }),
    ]),
  );
}

export function renewalMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

export function retentionMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

export function lifecycleNoticeMail(locale: string, isMember: boolean): RenderedMail {
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

export function lifecycleDigestMail(locale: string): RenderedMail {
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
