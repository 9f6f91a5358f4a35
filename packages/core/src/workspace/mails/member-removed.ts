import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

const catalogue: MailCatalogue<MembershipMailWords<MembershipMailInput>> = {
  en: {
    subject: ({ workspaceName }) => `You no longer belong to ${workspaceName}`,
    paragraphs: ({ workspaceName }) => [
      `You were removed from ${workspaceName}. Your account and your other workspaces stay as they are.`,
    ],
    footer: 'You receive this because you belonged to the workspace. Questions go to its owners.',
  },
  de: {
    subject: ({ workspaceName }) => `Sie gehören nicht mehr zu ${workspaceName}`,
    paragraphs: ({ workspaceName }) => [
      `Sie wurden aus ${workspaceName} entfernt. Ihr Konto und Ihre anderen Workspaces bleiben, wie sie sind.`,
    ],
    footer: 'Sie erhalten diese Mail, weil Sie zum Workspace gehörten. Fragen beantworten die Eigentümer.',
  },
};

/** The mail `member-removed` to a person whom somebody else removed. */
export const memberRemovedMail = (input: MembershipMailInput): RenderedMail =>
  membershipMail(catalogue, input, null);
