import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

interface Input extends MembershipMailInput {
  readonly notice: 'planned' | 'blocked';
  /** A calendar date in the workspace's time zone. */
  readonly closesOn: string;
  /** The URL of the web app. */
  readonly link: string;
}

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ workspaceName, notice }) =>
      notice === 'planned' ? `${workspaceName} is closing` : `${workspaceName} cannot close yet`,
    paragraphs: ({ workspaceName, notice, closesOn }) =>
      notice === 'planned'
        ? [
            `${workspaceName} is closing. Until ${closesOn} everything in it can be read and exported, and an owner can reopen it.`,
            'After that day everything in it is destroyed.',
          ]
        : [
            `${workspaceName} was to close on ${closesOn}, and something in it must still be kept. It stays readable until that ends; nothing is destroyed before.`,
            'An owner can also reopen it.',
          ],
    footer: 'You receive this because you belong to the workspace. Questions go to its owners.',
  },
  de: {
    subject: ({ workspaceName, notice }) =>
      notice === 'planned'
        ? `${workspaceName} wird geschlossen`
        : `${workspaceName} kann noch nicht schließen`,
    paragraphs: ({ workspaceName, notice, closesOn }) =>
      notice === 'planned'
        ? [
            `${workspaceName} wird geschlossen. Bis zum ${closesOn} kann alles darin gelesen und exportiert werden, und eine Eigentümerin oder ein Eigentümer kann den Workspace wieder öffnen.`,
            'Nach diesem Tag wird alles darin vernichtet.',
          ]
        : [
            `${workspaceName} sollte am ${closesOn} schließen, etwas darin muss aber noch aufbewahrt werden. Der Workspace bleibt lesbar, bis das endet; vorher wird nichts vernichtet.`,
            'Wer Eigentümerin oder Eigentümer ist, kann ihn auch wieder öffnen.',
          ],
    footer: 'Sie erhalten diese Mail, weil Sie zum Workspace gehören. Fragen beantworten die Eigentümer.',
  },
};
const labels = { en: 'Open Chancery', de: 'Chancery öffnen' };

/** The mail `workspace-closing`: to each member when closing begins, and to owners if something blocks it at the end. */
export const workspaceClosingMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
