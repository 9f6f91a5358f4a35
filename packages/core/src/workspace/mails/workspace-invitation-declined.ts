import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

interface Input extends MembershipMailInput {
  readonly invitedEmail: string;
  /** The URL of the page that lists members and invitations. */
  readonly link: string;
}

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ workspaceName }) => `Invitation to ${workspaceName} declined`,
    paragraphs: ({ invitedEmail, workspaceName }) => [
      `${invitedEmail} declined your invitation to ${workspaceName}. The seat is free again.`,
    ],
    footer: 'You receive this because you sent the invitation.',
  },
  de: {
    subject: ({ workspaceName }) => `Einladung zu ${workspaceName} abgelehnt`,
    paragraphs: ({ invitedEmail, workspaceName }) => [
      `${invitedEmail} hat Ihre Einladung zu ${workspaceName} abgelehnt. Der Platz ist wieder frei.`,
    ],
    footer: 'Sie erhalten diese Mail, weil Sie eingeladen haben.',
  },
};
const labels = { en: 'See members', de: 'Mitglieder ansehen' };

/** The mail `workspace-invitation-declined` to the inviter. */
export const workspaceInvitationDeclinedMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
