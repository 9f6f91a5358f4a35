import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

interface Input extends MembershipMailInput {
  readonly memberName: string;
  /** The URL of the page that lists members and invitations. */
  readonly link: string;
}

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ memberName, workspaceName }) => `${memberName} joined ${workspaceName}`,
    paragraphs: ({ memberName, workspaceName }) => [
      `${memberName} accepted your invitation and is now in ${workspaceName}.`,
    ],
    footer: 'You receive this because you sent the invitation.',
  },
  de: {
    subject: ({ memberName, workspaceName }) => `${memberName} gehört jetzt zu ${workspaceName}`,
    paragraphs: ({ memberName, workspaceName }) => [
      `${memberName} hat Ihre Einladung angenommen und gehört jetzt zu ${workspaceName}.`,
    ],
    footer: 'Sie erhalten diese Mail, weil Sie eingeladen haben.',
  },
};
const labels = { en: 'See members', de: 'Mitglieder ansehen' };

/** The mail `member-joined` to the inviter. */
export const memberJoinedMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
