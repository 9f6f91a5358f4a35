import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  readonly body: string;
  readonly action: string;
  readonly footer: string;
}

const words = {
  en: {
    subject: 'Confirm your e-mail address',
    body: 'confirm that this address is yours, so that you can invite people and sign in again if you lose your password.',
    action: 'Confirm this address',
    footer: 'The link works once, for 24 hours. If you did not register, ignore this mail: without your confirmation nothing happens.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: 'bestätigen Sie, dass diese Adresse Ihnen gehört, damit Sie andere einladen und sich auch ohne Passwort wieder anmelden können.',
    action: 'Adresse bestätigen',
    footer: 'Der Link gilt einmal und 24 Stunden lang. Wenn Sie sich nicht registriert haben, ignorieren Sie diese Nachricht: Ohne Ihre Bestätigung geschieht nichts.',
  },
} satisfies Record<string, Words>;

export function verifyEmailMail({ locale, displayName, link }: { locale: string; displayName: string; link: string }): RenderedMail {
  const { subject, body, action, footer } = inLocale<Words>(locale, words);
  return renderMail({ locale, subject, heading: subject, paragraphs: [`${displayName}, ${body}`], action: { label: action, url: link }, footer: [footer, 'Chancery'] });
}
