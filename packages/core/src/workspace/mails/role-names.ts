import type { Role } from '../../kernel/access.ts';
import type { MailCatalogue } from '../../kernel/mail-template.ts';

/** The names of roles in mails. */
export const roleNames: MailCatalogue<Readonly<Record<Role, string>>> = {
  en: { owner: 'Owner', admin: 'Admin', member: 'Member', guest: 'Guest' },
  de: { owner: 'Eigentümer', admin: 'Administrator', member: 'Mitglied', guest: 'Gast' },
};
