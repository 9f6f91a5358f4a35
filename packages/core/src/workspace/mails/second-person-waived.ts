import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import type { SecondPersonStep } from '../second-person/second-person.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

interface Input extends MembershipMailInput {
  readonly step: SecondPersonStep;
  readonly who: string;
  /** The local time of the workspace, with its zone. */
  readonly at: string;
  readonly reason: string;
  /** The URL of the list of such steps in the web app. */
  readonly link: string;
}

const steps: MailCatalogue<Readonly<Record<SecondPersonStep, string>>> = {
  en: {
    'entry.approve': 'approving an entry',
    'amendment.decide': 'deciding an amendment',
    'authorization.decide': 'deciding a disclosure',
    'package.approve': 'approving a release package',
    'break_glass.review': 'reviewing an emergency access',
    'disposition.decide': 'deciding a disposition',
    'access.change': 'changing their own clearances or duties',
    'renewal.approve': 'approving a renewal',
    'retention.approve': 'approving the end of a retention',
  },
  de: {
    'entry.approve': 'Freigabe eines Eintrags',
    'amendment.decide': 'Entscheidung über eine Berichtigung',
    'authorization.decide': 'Entscheidung über eine Offenlegung',
    'package.approve': 'Freigabe eines Herausgabepakets',
    'break_glass.review': 'Prüfung eines Notfallzugriffs',
    'disposition.decide': 'Entscheidung über eine Aussonderung',
    'access.change': 'Änderung der eigenen Freigaben oder Aufgaben',
    'renewal.approve': 'Freigabe einer Verlängerung',
    'retention.approve': 'Freigabe des Endes einer Aufbewahrung',
  },
};

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ workspaceName }) => `A step taken by one person in ${workspaceName}`,
    paragraphs: ({ workspaceName, who, step, at, reason }) => [
      `In ${workspaceName} ${who} took alone a step that asks for a second person: ${steps.en[step]}, on ${at}.`,
      `The reason given: ${reason}`,
    ],
    footer: 'You receive this because you are an owner of the workspace.',
  },
  de: {
    subject: ({ workspaceName }) => `Ein Schritt durch eine Person in ${workspaceName}`,
    paragraphs: ({ workspaceName, who, step, at, reason }) => [
      `In ${workspaceName} hat ${who} einen Schritt, der eine zweite Person verlangt, allein getan: ${steps.de[step]}, am ${at}.`,
      `Angegebener Grund: ${reason}`,
    ],
    footer: 'Sie erhalten diese Mail als Eigentümerin oder Eigentümer des Workspace.',
  },
};
const labels = { en: 'Show all such steps', de: 'Alle solchen Schritte ansehen' };

/** The mail `second-person-waived` to each owner. */
export const secondPersonWaivedMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
