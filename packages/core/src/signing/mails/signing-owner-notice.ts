import { deadlineInWords } from '../../kernel/deadline-words.ts';
import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { OwnerNotice } from '../notices.ts';

interface Words {
  readonly subject: Readonly<Record<OwnerNotice, (document: string) => string>>;
  /** `person` is null where the notice is about nobody in particular. */
  readonly what: Readonly<
    Record<OwnerNotice, (document: string, workspace: string, person: string | null) => string>
  >;
  readonly next: Readonly<Record<OwnerNotice, string>>;
  readonly person: string;
  readonly deadline: string;
  readonly reason: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      declined: (document) => `Declined: ${document}`,
      voided: (document) => `Voided: ${document}`,
      expired: (document) => `Not signed in time: ${document}`,
      deadline_near: (document) => `Deadline near: ${document}`,
      completed: (document) => `Signed by everybody: ${document}`,
      undeliverable: (document) => `A link could not be mailed: ${document}`,
      seal_failed: (document) => `Not sealed yet: ${document}`,
    },
    what: {
      declined: (document, workspace, person) =>
        `${person ?? 'Somebody'} has declined “${document}” of ${workspace}.`,
      voided: (document, workspace) => `The signing of “${document}” of ${workspace} was voided.`,
      expired: (document, workspace) =>
        `Not everybody signed “${document}” of ${workspace} before the deadline.`,
      deadline_near: (document, workspace) => `The deadline of “${document}” of ${workspace} is near.`,
      completed: (document, workspace) => `Everybody has signed or approved “${document}” of ${workspace}.`,
      seal_failed: (document, workspace) =>
        `“${document}” of ${workspace} could not be sealed. The signatures are there, and nobody has to sign again.`,
      undeliverable: (document, workspace) =>
        `The link to “${document}” of ${workspace} could not be delivered to one person.`,
    },
    next: {
      declined: 'All links have ended. You can change the document or the people and send it again.',
      voided: 'All links have ended. You can prepare the document anew and send it again.',
      expired:
        'All links have ended. Send it again with a later deadline, and the signatures that are there count.',
      deadline_near: 'Those who are not done were sent a reminder of it. You can move the deadline.',
      completed: 'It is now being sealed; you need not do anything.',
      seal_failed: 'Ask the operator to look at the seal, and have the document sealed again then.',
      undeliverable: 'Correct the address, or make a link and hand it over yourself.',
    },
    person: 'Person',
    deadline: 'Deadline',
    reason: 'Reason',
    action: 'Open Chancery',
    footer: 'You receive this because you own the document.',
  },
  de: {
    subject: {
      declined: (document) => `Abgelehnt: ${document}`,
      voided: (document) => `Zurückgezogen: ${document}`,
      expired: (document) => `Nicht rechtzeitig unterschrieben: ${document}`,
      deadline_near: (document) => `Frist läuft bald ab: ${document}`,
      completed: (document) => `Von allen unterschrieben: ${document}`,
      undeliverable: (document) => `Ein Link war nicht zustellbar: ${document}`,
      seal_failed: (document) => `Noch nicht versiegelt: ${document}`,
    },
    what: {
      declined: (document, workspace, person) =>
        `${person ?? 'Jemand'} hat „${document}“ von ${workspace} abgelehnt.`,
      voided: (document, workspace) =>
        `Die Unterzeichnung von „${document}“ von ${workspace} wurde zurückgezogen.`,
      expired: (document, workspace) =>
        `Nicht alle haben „${document}“ von ${workspace} vor Ablauf der Frist unterschrieben.`,
      deadline_near: (document, workspace) => `Die Frist für „${document}“ von ${workspace} läuft bald ab.`,
      completed: (document, workspace) =>
        `Alle haben „${document}“ von ${workspace} unterschrieben oder genehmigt.`,
      seal_failed: (document, workspace) =>
        `„${document}“ von ${workspace} konnte nicht versiegelt werden. Die Unterschriften sind da, und niemand muss erneut unterschreiben.`,
      undeliverable: (document, workspace) =>
        `Der Link zu „${document}“ von ${workspace} war für eine Person nicht zustellbar.`,
    },
    next: {
      declined:
        'Alle Links sind beendet. Sie können das Dokument oder die Personen ändern und es erneut versenden.',
      voided: 'Alle Links sind beendet. Sie können das Dokument neu vorbereiten und erneut versenden.',
      expired:
        'Alle Links sind beendet. Versenden Sie es mit einer späteren Frist erneut; vorhandene Unterschriften zählen.',
      deadline_near: 'Wer noch nicht fertig ist, wurde daran erinnert. Sie können die Frist verlängern.',
      completed: 'Es wird nun versiegelt; Sie müssen nichts tun.',
      seal_failed:
        'Bitten Sie den Betreiber, das Siegel zu prüfen, und lassen Sie das Dokument dann erneut versiegeln.',
      undeliverable:
        'Berichtigen Sie die Adresse, oder erstellen Sie einen Link und übergeben Sie ihn selbst.',
    },
    person: 'Person',
    deadline: 'Frist',
    reason: 'Grund',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen das Dokument gehört.',
  },
};

interface OwnerNoticeInput extends Addressee {
  readonly notice: OwnerNotice;
  readonly documentName: string;
  readonly workspaceName: string;
  /** Whom it is about, if it is about one person. */
  readonly personName: string | null;
  readonly reason: string | null;
  /** Null once the round has ended. */
  readonly deadlineAt: Instant | null;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  /** The start page. */
  readonly link: string;
}

/** What the owner of a document learns about its round: the mails `sign-ended`, `sign-deadline-near`, `sign-completed` and `signer-undeliverable`. */
export const signingOwnerNoticeMail = (input: OwnerNoticeInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.subject[input.notice](input.documentName),
    paragraphs: [
      words.what[input.notice](input.documentName, input.workspaceName, input.personName),
      words.next[input.notice],
    ],
    facts: [
      ...(input.personName === null ? [] : [{ label: words.person, value: input.personName }]),
      ...(input.deadlineAt === null
        ? []
        : [
            {
              label: words.deadline,
              value: deadlineInWords(language, input.deadlineAt, input.timeZone, input.rules),
            },
          ]),
    ],
    quotation: input.reason === null ? null : { label: words.reason, text: input.reason },
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
