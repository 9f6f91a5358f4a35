import type { MailBrand } from '../kernel/mail-template.ts';
import type { Mailbox } from '../kernel/ports.ts';
import { productName } from '../kernel/product.ts';
import type { Settings } from '../kernel/settings.ts';

/** In whose name mails about a meeting come, as the letters of invitees and registrants know it. */
export interface MeetingSender {
  readonly workspaceName: string;
  readonly workspaceLogoUrl: string | null;
  readonly organizerName: string;
  /** The verified address; null if there is none. */
  readonly organizerEmail: string | null;
  /** Whether the workspace lets replies go to organizers, who thereby show their address. */
  readonly repliesToOrganizer: boolean;
}

/**
 * A mail about a meeting comes from our own address, so that it passes for ours where mail is checked (DMARC), under the name of
 * the organizer; replies go to the organizer, if there is a verified address and the workspace allows it (MTG-108).
 */
export const fromOrganizer = (
  { organizerName, organizerEmail, repliesToOrganizer }: MeetingSender,
  { mailOrganizer }: Pick<Settings, 'mailOrganizer'>,
): { readonly from: Mailbox; readonly replyTo: string | null } => ({
  from: { name: nameOf(organizerName), address: mailOrganizer },
  replyTo: repliesToOrganizer ? organizerEmail : null,
});

/** A name that is older than the rule for visible names may reorder what stands beside it (PLT-31). */
function nameOf(organizerName: string): string {
  const name = organizerName.replace(/\p{Bidi_Control}/gu, '').trim();
  return name === '' ? productName : `${name} via ${productName}`;
}

/** The workspace at the head of a mail. */
export const brandOf = ({ workspaceName, workspaceLogoUrl }: MeetingSender): MailBrand => ({
  name: workspaceName,
  logoUrl: workspaceLogoUrl,
});
