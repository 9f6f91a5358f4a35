import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import { roleNames } from './role-names.ts';

interface Words extends MailWords<(inviter: string, workspace: string) => string> {
  invited(inviter: string, workspace: string): string;
  readonly account: string;
  readonly workspace: string;
  readonly role: string;
  readonly until: string;
  message(inviter: string): string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (inviter, workspace) => `${inviter} invites you to ${workspace}`,
    invited: (inviter, workspace) => `${inviter} invites you to work in ${workspace}.`,
    account:
      'Open the invitation, then sign in with this e-mail address or create an account for it. You can also decline there.',
    workspace: 'Workspace',
    role: 'Role',
    until: 'Good until',
    message: (inviter) => `${inviter} writes`,
    action: 'Open the invitation',
    footer: 'If you do not know the sender, ignore this mail: nothing happens without you.',
  },
  de: {
    subject: (inviter, workspace) => `${inviter} lädt Sie zu ${workspace} ein`,
    invited: (inviter, workspace) => `${inviter} lädt Sie ein, in ${workspace} mitzuarbeiten.`,
    account:
      'Öffnen Sie die Einladung und melden Sie sich mit dieser E-Mail-Adresse an, oder legen Sie ein Konto dafür an. Dort können Sie auch ablehnen.',
    workspace: 'Workspace',
    role: 'Rolle',
    until: 'Gültig bis',
    message: (inviter) => `${inviter} schreibt`,
    action: 'Einladung öffnen',
    footer: 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese Mail: Ohne Sie geschieht nichts.',
  },
};

interface WorkspaceInvitationMailInput extends Addressee {
  readonly inviterName: string;
  readonly workspaceName: string;
  readonly role: keyof (typeof roleNames)['en'];
  readonly message: string | null;
  readonly expiresAt: Instant;
  /** The URL of the invitation's page, with its token after the `#`. */
  readonly link: string;
}

/** The mail `workspace-invitation`: the same whether or not the address has an account (WSP-6). */
export const workspaceInvitationMail = (input: WorkspaceInvitationMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input.inviterName, input.workspaceName),
    paragraphs: [words.invited(input.inviterName, input.workspaceName), words.account],
    facts: [
      { label: words.workspace, value: input.workspaceName },
      { label: words.role, value: roleNames[language][input.role] },
      { label: words.until, value: instantInWords(language, input.expiresAt) },
    ],
    action: { label: words.action, url: input.link },
    quotation:
      input.message === null ? null : { label: words.message(input.inviterName), text: input.message },
    footer: [words.footer],
  }));
