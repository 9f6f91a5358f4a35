import type { Role } from '../../kernel/access.ts';
import type { MailCatalogue } from '../../kernel/mail-template.ts';

/** Roles as mails call them. */
export const roleNames: MailCatalogue<Readonly<Record<Role, string>>> = {
  en: { owner: 'Owner', admin: 'Admin', member: 'Member', guest: 'Guest' },
  de: { owner: 'Eigentümer', admin: 'Administrator', member: 'Mitglied', guest: 'Gast' },
};
