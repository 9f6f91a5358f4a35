import { expect } from 'chai';
import { identityLinkedMail } from './identity-linked.ts';

const input = {
  recipientName: 'Ada',
  provider: 'google',
  at: '2026-11-23T12:00:00.000Z',
  link: 'https://app.example.com/settings/security',
} as const;

describe('identityLinkedMail', () => {
  for (const [locale, change, subject, words] of [
    ['en', 'address', 'Google now signs in to your account', 'that has your address'],
    ['en', 'person', 'Google now signs in to your account', 'was linked to your account'],
    ['en', 'unlinked', 'Google was unlinked from your account', 'can no longer sign in to it'],
    ['de-CH', 'address', 'Google meldet jetzt an Ihrem Konto an', 'das Ihre Adresse hat'],
    ['de', 'person', 'Google meldet jetzt an Ihrem Konto an', 'mit Ihrem Konto verknüpft'],
    ['de', 'unlinked', 'Google wurde von Ihrem Konto getrennt', 'meldet nicht mehr daran an'],
  ] as const)
    it(`AUT-12: says in ${locale} what became of an identity (${change}), and where to undo it`, () => {
      const mail = identityLinkedMail({ ...input, locale, change });

      expect(mail.subject).to.equal(subject);
      for (const body of [mail.text, mail.html]) expect(body).to.include(words).and.include(input.link);
    });
});
