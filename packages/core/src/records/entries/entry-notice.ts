import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';

/** What a mail about an entry tells of. */
export const entryNotices = [
  'review_requested',
  'returned',
  'approved',
  'taken_over',
  'co_sign_requested',
  'co_sign_declined',
  'signature_due',
] as const;
export type EntryNotice = (typeof entryNotices)[number];

interface NoticeWords {
  readonly subject: (caseNumber: string) => string;
  readonly what: string;
  readonly next: string;
  readonly footer: string;
}
interface Words {
  readonly notices: Readonly<Record<EntryNotice, NoticeWords>>;
  readonly about: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      review_requested: {
        subject: (caseNumber) => `An entry of ${caseNumber} waits for a review`,
        what: 'Somebody submitted an entry of this case, and you may review it.',
        next: 'Read it, then approve it or return it with a reason.',
        footer: 'You receive this because you review entries of the case.',
      },
      returned: {
        subject: (caseNumber) => `An entry of ${caseNumber} was returned to you`,
        what: 'A reviewer asks for changes of an entry that you wrote.',
        next: 'Read why, change it and submit it again.',
        footer: 'You receive this because you are the author of the entry.',
      },
      approved: {
        subject: (caseNumber) => `An entry of ${caseNumber} was approved`,
        what: 'An entry that you wrote was approved.',
        next: 'Sign it; only then it is part of the record.',
        footer: 'You receive this because you are the author of the entry.',
      },
      taken_over: {
        subject: (caseNumber) => `A draft of ${caseNumber} was taken over`,
        what: 'A lead of the case goes on with a draft that you began, and is its author from now on.',
        next: 'There is nothing for you to do.',
        footer: 'You receive this because you were the author of the draft.',
      },
      co_sign_requested: {
        subject: (caseNumber) => `An entry of ${caseNumber} waits for your signature`,
        what: 'An entry of this case was signed by its author, and you may sign it as a second person.',
        next: 'Read it, then sign it too or say why you do not.',
        footer: 'You receive this because you may sign entries of the case too.',
      },
      co_sign_declined: {
        subject: (caseNumber) => `An entry of ${caseNumber} was not signed by a second person`,
        what: 'Somebody who was asked to sign an entry of yours too has declined.',
        next: 'Read why in the ledger, and ask somebody else.',
        footer: 'You receive this because you are the author of the entry.',
      },
      signature_due: {
        subject: (caseNumber) => `An entry of ${caseNumber} is not signed yet`,
        what: 'An entry that you write was to be signed by now.',
        next: 'Finish it, have it reviewed and sign it.',
        footer: 'You receive this because you are the author of the entry.',
      },
    },
    about: 'Case',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      review_requested: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wartet auf eine Prüfung`,
        what: 'Jemand hat einen Eintrag in diesem Fall eingereicht, und Sie dürfen ihn prüfen.',
        next: 'Lesen Sie ihn, und geben Sie ihn frei oder mit einer Begründung zurück.',
        footer: 'Sie erhalten diese Mail, weil Sie Einträge des Falls prüfen.',
      },
      returned: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wurde Ihnen zurückgegeben`,
        what: 'Bei einem Eintrag, den Sie geschrieben haben, wünscht jemand Änderungen.',
        next: 'Lesen Sie, warum, ändern Sie ihn und reichen Sie ihn wieder ein.',
        footer: 'Sie erhalten diese Mail, weil Sie den Eintrag verfasst haben.',
      },
      approved: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wurde freigegeben`,
        what: 'Ein Eintrag, den Sie geschrieben haben, wurde freigegeben.',
        next: 'Unterschreiben Sie ihn; erst dann gehört er zur Akte.',
        footer: 'Sie erhalten diese Mail, weil Sie den Eintrag verfasst haben.',
      },
      taken_over: {
        subject: (caseNumber) => `Ein Entwurf in ${caseNumber} wurde übernommen`,
        what: 'Jemand, der den Fall leitet, führt einen Entwurf weiter, den Sie begonnen haben, und ist von nun an dessen Verfasser.',
        next: 'Sie müssen nichts tun.',
        footer: 'Sie erhalten diese Mail, weil Sie den Entwurf verfasst hatten.',
      },
      co_sign_requested: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wartet auf Ihre Unterschrift`,
        what: 'Ein Eintrag in diesem Fall ist unterschrieben, und Sie dürfen ihn als zweite Person unterschreiben.',
        next: 'Lesen Sie ihn, und unterschreiben Sie ihn oder sagen Sie, warum Sie es nicht tun.',
        footer: 'Sie erhalten diese Mail, weil Sie Einträge des Falls mitunterschreiben dürfen.',
      },
      co_sign_declined: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wurde nicht mitunterschrieben`,
        what: 'Jemand, der einen Eintrag von Ihnen mitunterschreiben sollte, hat abgelehnt.',
        next: 'Lesen Sie im Protokoll, warum, und bitten Sie jemand anderen.',
        footer: 'Sie erhalten diese Mail, weil Sie den Eintrag verfasst haben.',
      },
      signature_due: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} ist noch nicht unterschrieben`,
        what: 'Ein Eintrag, den Sie schreiben, sollte inzwischen unterschrieben sein.',
        next: 'Schließen Sie ihn ab, lassen Sie ihn prüfen und unterschreiben Sie ihn.',
        footer: 'Sie erhalten diese Mail, weil Sie den Eintrag verfassen.',
      },
    },
    about: 'Fall',
    action: 'Chancery öffnen',
  },
};

export interface EntryNoticeInput extends Addressee {
  readonly notice: EntryNotice;
  readonly caseNumber: string;
  /** The start page. */
  readonly link: string;
}

/** Names the case by its number alone, and nobody: a mailbox is no place for what is in a record. */
export const entryNoticeMail = (input: EntryNoticeInput): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next, footer } = words.notices[input.notice];
    return {
      subject: subject(input.caseNumber),
      paragraphs: [what, next],
      facts: [{ label: words.about, value: input.caseNumber }],
      action: { label: words.action, url: input.link },
      footer: [footer],
    };
  });
