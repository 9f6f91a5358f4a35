import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';

/** What a mail about the portal tells whoever prepared a package. */
export const portalOccasions = ['locked', 'declined', 'question', 'correction_request'] as const;
export type PortalOccasion = (typeof portalOccasions)[number];

interface NoticeWords {
  readonly subject: (number: string) => string;
  readonly what: string;
  readonly next: string;
}
interface Words {
  readonly notices: Readonly<Record<PortalOccasion, NoticeWords>>;
  readonly number: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      locked: {
        subject: (number) => `${number} is locked`,
        what: 'Five wrong access codes were entered, so nobody can open this package by its link any more.',
        next: 'Ask the recipient whether it was they. A new link unlocks the package.',
      },
      declined: {
        subject: (number) => `${number} was declined`,
        what: 'The recipient has declined this package and is shown nothing of it.',
        next: 'There is nothing for you to do. They can accept it as long as it is released.',
      },
      question: {
        subject: (number) => `${number}: the recipient has a question`,
        what: 'The recipient of this package has asked a question. It stands among the follow-ups of the case.',
        next: 'Answer it, and complete the follow-up.',
      },
      correction_request: {
        subject: (number) => `${number}: the recipient asks for a correction`,
        what: 'The recipient of this package asks that an entry be corrected. The request stands among the amendments of the entry, or among the follow-ups of the case if the entry cannot be amended.',
        next: 'See to it that it is decided in time.',
      },
    },
    number: 'Package',
    action: 'Open Chancery',
    footer: 'You receive this because you prepared the package.',
  },
  de: {
    notices: {
      locked: {
        subject: (number) => `${number} ist gesperrt`,
        what: 'Fünf falsche Zugangscodes wurden eingegeben. Deshalb lässt sich dieses Paket über seinen Link nicht mehr öffnen.',
        next: 'Fragen Sie die Empfängerin oder den Empfänger, ob sie es waren. Ein neuer Link hebt die Sperre auf.',
      },
      declined: {
        subject: (number) => `${number} wurde abgelehnt`,
        what: 'Dieses Paket wurde abgelehnt, und nichts davon wird gezeigt.',
        next: 'Sie müssen nichts tun. Solange das Paket überlassen ist, kann es noch angenommen werden.',
      },
      question: {
        subject: (number) => `${number}: Es gibt eine Frage`,
        what: 'Zu diesem Paket wurde eine Frage gestellt. Sie steht unter den Wiedervorlagen des Falls.',
        next: 'Beantworten Sie die Frage, und erledigen Sie die Wiedervorlage.',
      },
      correction_request: {
        subject: (number) => `${number}: Eine Berichtigung wird verlangt`,
        what: 'Zu diesem Paket wird verlangt, einen Eintrag zu berichtigen. Das Verlangen steht bei dem Eintrag, oder unter den Wiedervorlagen des Falls, wenn der Eintrag nicht mehr berichtigt werden kann.',
        next: 'Sorgen Sie dafür, dass rechtzeitig entschieden wird.',
      },
    },
    number: 'Paket',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Sie das Paket vorbereitet haben.',
  },
};

export interface PortalNoticeMail extends Addressee {
  readonly occasion: PortalOccasion;
  readonly packageNumber: string;
  readonly link: string;
}

/** The mails `portal-locked` and `portal-question`, and those that tell of the rest; they name the package by its number alone. */
export const portalNoticeMail = (input: PortalNoticeMail): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next } = words.notices[input.occasion];
    return {
      subject: subject(input.packageNumber),
      paragraphs: [what, next],
      facts: [{ label: words.number, value: input.packageNumber }],
      action: { label: words.action, url: input.link },
      footer: [words.footer],
    };
  });
