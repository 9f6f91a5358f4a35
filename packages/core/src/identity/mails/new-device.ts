import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';

const words = {
  en: { subject: 'New sign-in to your account', body: 'your account was used on a device that we have not seen before.', device: 'Device', address: 'Network address', at: 'Time', action: 'See your sessions', footer: 'If it was not you, end that session and change your password.', unknown: 'unknown' },
  de: { subject: 'Neue Anmeldung an Ihrem Konto', body: 'Ihr Konto wurde auf einem Gerät benutzt, das wir noch nicht kannten.', device: 'Gerät', address: 'Netzwerkadresse', at: 'Zeit', action: 'Ihre Sitzungen ansehen', footer: 'Wenn Sie es nicht waren, beenden Sie diese Sitzung und ändern Sie Ihr Passwort.', unknown: 'unbekannt' },
};

/** `at` is shown in UTC, as it is recorded. */
export function newDeviceMail({ locale, displayName, device, address, at, link }: { locale: string; displayName: string; device: string | null; address: string | null; at: string; link: string }): RenderedMail {
  const word = inLocale(locale, words);
  return renderMail({
    locale,
    subject: word.subject,
    heading: word.subject,
    paragraphs: [`${displayName}, ${word.body}`],
    facts: [[word.device, device ?? word.unknown], [word.address, address ?? word.unknown], [word.at, `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`]],
    action: { label: word.action, url: link },
    footer: [word.footer, 'Chancery'],
  });
}
