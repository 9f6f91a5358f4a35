import type { Role } from '../../kernel/access.ts';
import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';
import { roleNames } from './role-names.ts';

interface Input extends MembershipMailInput {
  readonly role: Role;
  readonly roleBefore: Role;
  /** The URL of the workspace in the web app. */
  readonly link: string;
}

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ workspaceName }) => `Your role in ${workspaceName} has changed`,
    paragraphs: ({ workspaceName, role, roleBefore }) => [
      `In ${workspaceName} you were ${roleNames.en[roleBefore]}; you are ${roleNames.en[role]} now. It holds from your next step on.`,
    ],
    footer: 'You receive this because you belong to the workspace. Questions go to its owners.',
  },
  de: {
    subject: ({ workspaceName }) => `Ihre Rolle in ${workspaceName} wurde geändert`,
    paragraphs: ({ workspaceName, role, roleBefore }) => [
      `In ${workspaceName} war Ihre Rolle ${roleNames.de[roleBefore]}; sie ist jetzt ${roleNames.de[role]}. Das gilt ab Ihrem nächsten Schritt.`,
    ],
    footer: 'Sie erhalten diese Mail, weil Sie zum Workspace gehören. Fragen beantworten die Eigentümer.',
  },
};
const labels = { en: 'Open the workspace', de: 'Workspace öffnen' };

/** The mail `role-changed` to the member. */
export const roleChangedMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
