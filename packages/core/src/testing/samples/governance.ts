import { consentCopyMail, consentRequestMail } from '../../governance/consents/mails/consent-mail.ts';
import {
  portalItemFlaggedMail,
  portalReleaseMail,
  portalRevokedMail,
} from '../../governance/disclosures/mails/recipient-mail.ts';
import { disclosureNoticeMail, disclosureNotices } from '../../governance/disclosures/mails/staff-mail.ts';
import { type EmergencyOccasion, emergencyOccasions } from '../../governance/emergencies/events.ts';
import { emergencyMail, lookupsMail } from '../../governance/emergencies/mails/emergency-mail.ts';
import { portalNoticeMail, portalOccasions } from '../../governance/portal/portal-notice.ts';
import { retentionNoticeMail, retentionNotices } from '../../governance/retention/mails/retention-notice.ts';
import type { RenderedMail } from '../../kernel/mail-template.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { sampleFacts, sampleLink } from './facts.ts';

/** The mails to somebody whose consent is asked for. */
export function consentMails(locale: string): Readonly<Record<string, RenderedMail>> {
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
export function disclosureMails(locale: string): Readonly<Record<string, RenderedMail>> {
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

/** The mails about access that was taken in an emergency. */
export function emergencyMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, at } = sampleFacts;
  const letter = {
    ...{ locale, recipientName, link: sampleLink },
    who: 'Katherine Johnson',
    timeZone: 'Europe/Berlin',
    rules: momentTimeZoneRules(),
  };
  const decisions = { reviewed: 'unjustified', needs_follow_up: 'needs_follow_up' } as const;
  const told = (occasion: EmergencyOccasion) =>
    emergencyMail({
      ...letter,
      occasion,
      reasonCode: 'absence_of_responsible',
      decision: occasion === 'started' || occasion === 'overdue' ? null : decisions[occasion],
      startedAt: at,
      expiresAt: '2026-11-23T13:00:00.000Z',
      dueAt: '2026-11-26T13:00:00.000Z',
    });
  return {
    ...Object.fromEntries(
      emergencyOccasions.map((occasion) => [`emergencyMail-${occasion}`, told(occasion)]),
    ),
    lookupsMail: lookupsMail({ ...letter, at }),
  };
}

/** The mails about the end of records: what is kept, what is due, and what was decided. */
export function recordRetentionMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, workspaceName } = sampleFacts;
  const letter = { locale, recipientName, workspaceName, link: sampleLink };
  const hold = { name: 'Byron v. Babbage, Rechenmaschinen', number: 'LH-2026-000012', count: null };
  const review = { name: null, number: 'DR-2026-000012' };
  const told = {
    hold_placed: hold,
    hold_released: hold,
    digest: { name: null, number: null, count: 41 },
    disposition_requested: { ...review, count: 12 },
    disposition_executed: { ...review, count: 1 },
  };
  return Object.fromEntries(
    retentionNotices.map((notice) => [
      `retentionNoticeMail-${notice}`,
      retentionNoticeMail({ ...letter, notice, ...told[notice] }),
    ]),
  );
}
