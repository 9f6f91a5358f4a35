import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';

const words = {
  en: {
    subject: 'Somebody tried to register with your address',
    paragraphs: ['An account with this address exists already: yours. The new registration cannot take your address and sees nothing of your account.', 'If it was you, sign in with your existing account or reset its password.'],
    action: 'Sign in',
  },
  de: {
    subject: 'Jemand wollte sich mit Ihrer Adresse registrieren',
    paragraphs: ['Zu dieser Adresse gibt es bereits ein Konto: Ihres. Die neue Registrierung kann Ihre Adresse nicht übernehmen und sieht nichts von Ihrem Konto.', 'Wenn Sie es selbst waren, melden Sie sich mit Ihrem bestehenden Konto an oder setzen Sie dessen Passwort zurück.'],
    action: 'Anmelden',
  },
};

export function addressInUseMail({ locale, link }: { locale: string; link: string }): RenderedMail {
  const { subject, paragraphs, action } = inLocale(locale, words);
  return renderMail({ locale, subject, heading: subject, paragraphs, action: { label: action, url: link }, footer: ['Chancery'] });
}
