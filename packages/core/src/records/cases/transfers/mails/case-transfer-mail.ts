import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../../kernel/mail-template.ts';
import type { CaseTransferStatus } from '../transfer.ts';

interface OutcomeWords {
  readonly subject: (caseNumber: string) => string;
  readonly what: string;
  readonly next: string;
}
interface Words {
  readonly outcomes: Readonly<Record<CaseTransferStatus, OutcomeWords>>;
  readonly about: string;
  readonly action: string;
  readonly footer: string;
}

const nothingToDo = { en: 'There is nothing for you to do.', de: 'Sie müssen nichts tun.' };

const catalogue: MailCatalogue<Words> = {
  en: {
    outcomes: {
      pending: {
        subject: (caseNumber) => `You are asked to lead ${caseNumber}`,
        what: 'Somebody asks you to take over the lead of this case.',
        next: 'Accept it, or decline it with a reason.',
      },
      accepted: {
        subject: (caseNumber) => `${caseNumber} has a new lead`,
        what: 'The hand-over of this case was accepted.',
        next: nothingToDo.en,
      },
      declined: {
        subject: (caseNumber) => `The hand-over of ${caseNumber} was declined`,
        what: 'The hand-over of this case was declined; the lead stays as it is.',
        next: 'Read why in Chancery, and ask somebody else.',
      },
      cancelled: {
        subject: (caseNumber) => `The hand-over of ${caseNumber} was cancelled`,
        what: 'The hand-over of this case was cancelled; the lead stays as it is.',
        next: nothingToDo.en,
      },
      expired: {
        subject: (caseNumber) => `Nobody took over ${caseNumber} in time`,
        what: 'The time in which this case could be taken over has ended; the lead stays as it is.',
        next: 'It can be asked for again.',
      },
    },
    about: 'Case',
    action: 'Open Chancery',
    footer: 'You receive this because you lead the case or were asked to.',
  },
  de: {
    outcomes: {
      pending: {
        subject: (caseNumber) => `Sie werden gebeten, ${caseNumber} zu leiten`,
        what: 'Jemand bittet Sie, die Leitung dieses Falls zu übernehmen.',
        next: 'Nehmen Sie an, oder lehnen Sie mit einer Begründung ab.',
      },
      accepted: {
        subject: (caseNumber) => `${caseNumber} hat eine neue Leitung`,
        what: 'Die Übergabe dieses Falls wurde angenommen.',
        next: nothingToDo.de,
      },
      declined: {
        subject: (caseNumber) => `Die Übergabe von ${caseNumber} wurde abgelehnt`,
        what: 'Die Übergabe dieses Falls wurde abgelehnt; die Leitung bleibt, wie sie ist.',
        next: 'Lesen Sie in Chancery, warum, und fragen Sie jemand anderen.',
      },
      cancelled: {
        subject: (caseNumber) => `Die Übergabe von ${caseNumber} wurde zurückgenommen`,
        what: 'Die Übergabe dieses Falls wurde zurückgenommen; die Leitung bleibt, wie sie ist.',
        next: nothingToDo.de,
      },
      expired: {
        subject: (caseNumber) => `Niemand hat ${caseNumber} rechtzeitig übernommen`,
        what: 'Die Zeit, in der dieser Fall übernommen werden konnte, ist um; die Leitung bleibt, wie sie ist.',
        next: 'Sie können erneut darum bitten.',
      },
    },
    about: 'Fall',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Sie den Fall leiten oder darum gebeten wurden.',
  },
};

export interface CaseTransferMailInput extends Addressee {
  readonly outcome: CaseTransferStatus;
  readonly caseNumber: string;
  readonly link: string;
}

/** Names the case by its number alone, and nobody: a mailbox is no place for what is in a record. */
export const caseTransferMail = (input: CaseTransferMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next } = words.outcomes[input.outcome];
    return {
      subject: subject(input.caseNumber),
      paragraphs: [what, next],
      facts: [{ label: words.about, value: input.caseNumber }],
      action: { label: words.action, url: input.link },
      footer: [words.footer],
    };
  });
