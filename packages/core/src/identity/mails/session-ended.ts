import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';

const words = {
  en: { subject: 'We ended one of your sessions', body: 'a sign-in token that had been used before was presented again. It may have been copied, so we ended that session; your other devices stay signed in.', at: 'Time', action: 'See your sessions', footer: 'If you do not know why, change your password.' },
  de: { subject: 'Wir haben eine Ihrer Sitzungen beendet', body: 'ein bereits benutztes Anmelde-Token wurde noch einmal vorgelegt. Es könnte kopiert worden sein, deshalb haben wir diese Sitzung beendet; Ihre anderen Geräte bleiben angemeldet.', at: 'Zeit', action: 'Ihre Sitzungen ansehen', footer: 'Wenn Sie nicht wissen, warum, ändern Sie Ihr Passwort.' },
};

export function sessionEndedMail({ locale, displayName, at, link }: { locale: string; displayName: string; at: string; link: string }): RenderedMail {
  const word = inLocale(locale, words);
  return renderMail({
    locale,
    subject: word.subject,
    heading: word.subject,
    paragraphs: [`${displayName}, ${word.body}`],
    facts: [[word.at, `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`]],
    action: { label: word.action, url: link },
    footer: [word.footer, 'Chancery'],
  });
}
