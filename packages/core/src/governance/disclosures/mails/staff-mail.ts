import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';

/** What a mail about a disclosure tells members of. */
export const disclosureNotices = ['requested', 'due', 'package_approved'] as const;
export type DisclosureNotice = (typeof disclosureNotices)[number];

interface NoticeWords {
  readonly subject: (number: string) => string;
  readonly what: string;
  readonly next: string;
  readonly footer: string;
}
interface Words {
  readonly notices: Readonly<Record<DisclosureNotice, NoticeWords>>;
  readonly number: string;
  readonly due: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      requested: {
        subject: (number) => `${number}: somebody asks for a disclosure`,
        what: 'Somebody asks for the authorization of a disclosure, and you may decide on it.',
        next: 'Read what is asked for, then approve or deny it.',
        footer: 'You receive this because you decide on disclosures of the case.',
      },
      due: {
        subject: (number) => `${number}: a disclosure is due`,
        what: 'A disclosure that was asked for has not been released yet.',
        next: 'Decide on it, or see to it that a package is prepared and released.',
        footer: 'You receive this because you decide on disclosures of the case.',
      },
      package_approved: {
        subject: (number) => `${number} was approved`,
        what: 'A package that you prepared was approved.',
        next: 'Release it within 30 days; after that it is cancelled.',
        footer: 'You receive this because you prepared the package.',
      },
    },
    number: 'Number',
    due: 'Due',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      requested: {
        subject: (number) => `${number}: Eine Offenlegung wird beantragt`,
        what: 'Jemand beantragt, etwas offenlegen zu dürfen, und Sie dürfen darüber entscheiden.',
        next: 'Lesen Sie, worum es geht, und genehmigen Sie es oder lehnen Sie es ab.',
        footer: 'Sie erhalten diese Mail, weil Sie über Offenlegungen des Falls entscheiden.',
      },
      due: {
        subject: (number) => `${number}: Eine Offenlegung ist fällig`,
        what: 'Eine beantragte Offenlegung ist noch nicht erfolgt.',
        next: 'Entscheiden Sie darüber, oder sorgen Sie dafür, dass ein Paket vorbereitet und überlassen wird.',
        footer: 'Sie erhalten diese Mail, weil Sie über Offenlegungen des Falls entscheiden.',
      },
      package_approved: {
        subject: (number) => `${number} wurde genehmigt`,
        what: 'Ein Paket, das Sie vorbereitet haben, wurde genehmigt.',
        next: 'Überlassen Sie es innerhalb von 30 Tagen; danach wird es verworfen.',
        footer: 'Sie erhalten diese Mail, weil Sie das Paket vorbereitet haben.',
      },
    },
    number: 'Nummer',
    due: 'Fällig',
    action: 'Chancery öffnen',
  },
};

export interface DisclosureNoticeMail extends Addressee {
  readonly notice: DisclosureNotice;
  /** Of the authorization or the package. */
  readonly number: string;
  readonly dueOn: string | null;
  readonly link: string;
}

/** The mails `disclosure-requested`, `disclosure-due` and `package-approved`; they name numbers alone. */
export const disclosureNoticeMail = (input: DisclosureNoticeMail): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next, footer } = words.notices[input.notice];
    return {
      subject: subject(input.number),
      paragraphs: [what, next],
      facts: [
        { label: words.number, value: input.number },
        ...(input.dueOn === null ? [] : [{ label: words.due, value: input.dueOn }]),
      ],
      action: { label: words.action, url: input.link },
      footer: [footer],
    };
  });
