import type { RenderedMail } from '../../kernel/mail-template.ts';
import { amendmentMail, amendmentNotices } from '../../records/amendments/amendment-notice.ts';
import { caseTransferMail } from '../../records/cases/transfers/mails/case-transfer-mail.ts';
import { caseTransferStates } from '../../records/cases/transfers/transfer.ts';
import { entryNoticeMail, entryNotices } from '../../records/entries/entry-notice.ts';
import { followUpMail } from '../../records/follow-ups/follow-up-notice.ts';
import { mergeNotice } from '../../records/subjects/merges/merge-notice.ts';
import { sampleFacts, sampleLink } from './facts.ts';

export function entryMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName } = sampleFacts;
  return Object.fromEntries(
    entryNotices.map((notice) => [
      `entryNoticeMail-${notice}`,
      entryNoticeMail({ locale, recipientName, notice, caseNumber: 'C-2026-000042', link: sampleLink }),
    ]),
  );
}

/** The mails about requests to change what is signed, about hand-overs, about merges and about what is to do. */
export function caseMails(locale: string): Readonly<Record<string, RenderedMail>> {
  const { recipientName, at } = sampleFacts;
  const letter = { locale, recipientName, caseNumber: 'C-2026-000042', link: sampleLink };
  const task = { title: 'Den Befund vom November anfordern und der Gegenseite ankündigen', dueAt: at };
  return {
    ...Object.fromEntries(
      amendmentNotices.map((notice) => [
        `amendmentMail-${notice}`,
        amendmentMail({ ...letter, notice, dueOn: '2026-12-23' }),
      ]),
    ),
    ...Object.fromEntries(
      caseTransferStates.states.map((outcome) => [
        `caseTransferMail-${outcome}`,
        caseTransferMail({ ...letter, outcome }),
      ]),
    ),
    'followUpMail-assigned': followUpMail({ ...letter, notice: 'assigned', title: null, dueAt: null }),
    'followUpMail-due': followUpMail({ ...letter, ...task, notice: 'due' }),
    'mergeNotice-merged': mergeNotice({ ...letter, isReversal: false }),
    'mergeNotice-reversed': mergeNotice({ ...letter, isReversal: true }),
  };
}
