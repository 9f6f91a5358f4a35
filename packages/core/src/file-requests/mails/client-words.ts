import type { MailCatalogue } from '../../kernel/mail-template.ts';

/** What several mails to clients say alike. */
export interface ClientWords {
  readonly about: string;
  readonly due: string;
  readonly until: string;
  readonly open: string;
  readonly personal: string;
  readonly footer: string;
}

export const clientWords: MailCatalogue<ClientWords> = {
  en: {
    about: 'About',
    due: 'Wanted by',
    until: 'The link works until',
    open: 'Send files',
    personal: 'Whoever has this link can send files in your name: do not pass this mail on.',
    footer: 'You receive this because you were asked to send files.',
  },
  de: {
    about: 'Worum es geht',
    due: 'Erbeten bis',
    until: 'Der Link gilt bis',
    open: 'Dateien senden',
    personal: 'Wer diesen Link hat, kann in Ihrem Namen Dateien senden: Geben Sie diese Mail nicht weiter.',
    footer: 'Sie erhalten diese Mail, weil Sie gebeten wurden, Dateien zu senden.',
  },
};
