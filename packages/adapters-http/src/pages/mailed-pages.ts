import { escaped, type Page } from './html.ts';
import { type PageCatalogue, pageLanguage } from './page-language.ts';
import { type Powers, type Sheet, type Site, sendSheet } from './shell.ts';

export interface MailedPageOptions {
  readonly site: Site;
  readonly passwordMinLength: number;
  /** Names of the providers that a person can sign in with here. */
  readonly providers: readonly string[];
  /** Who may make an account. */
  readonly registration: string;
  /** Where a browser finds pdf.js. */
  readonly pdfFolder: string;
}

/** A page that draws documents, and what it needs of our style for them. */
interface Drawing extends Pick<Powers, 'drawsDocuments'>, Pick<Sheet, 'styles'> {}

/** The pages that work by script: address, the module that draws the page, the title until then, and what only that page may do. */
const pages: readonly (readonly [string, string, PageCatalogue<string>, Drawing?])[] = [
  ['/verify-email', 'verify-email', { en: 'Verify your address', de: 'Adresse bestätigen' }],
  ['/forgot-password', 'forgot-password', { en: 'Forgot your password?', de: 'Passwort vergessen?' }],
  ['/reset-password', 'reset-password', { en: 'Choose a new password', de: 'Neues Passwort wählen' }],
  ['/confirm-email', 'confirm-email', { en: 'Confirm your new address', de: 'Neue Adresse bestätigen' }],
  [
    '/revert-email',
    'revert-email',
    { en: 'Take back the change of address', de: 'Adressänderung zurücknehmen' },
  ],
  [
    '/undo-addition',
    'undo-addition',
    { en: 'Remove what was added to your account', de: 'Entfernen, was Ihrem Konto hinzugefügt wurde' },
  ],
  [
    '/consent',
    'consent',
    { en: 'A consent that you are asked for', de: 'Eine Einwilligung, um die Sie gebeten werden' },
    { styles: ['documents'] },
  ],
  [
    '/portal',
    'portal',
    { en: 'Records that were released to you', de: 'Unterlagen, die Ihnen überlassen wurden' },
    { styles: ['documents'] },
  ],
  ['/invitation', 'invitation', { en: 'Invitation', de: 'Einladung' }],
  [
    '/share',
    'share',
    { en: 'Shared document', de: 'Freigegebenes Dokument' },
    { drawsDocuments: true, styles: ['documents'] },
  ],
  [
    '/factor-reset/cancel',
    'cancel-factor-reset',
    { en: 'Cancel the reset of second factors', de: 'Zurücksetzen der zweiten Faktoren abbrechen' },
  ],
  ['/sign-in', 'sign-in-page', { en: 'Sign in', de: 'Anmelden' }],
  ['/register', 'register', { en: 'Create your account', de: 'Konto anlegen' }],
  ['/settings/sessions', 'account', { en: 'Sessions', de: 'Sitzungen' }],
  ['/settings/security', 'account', { en: 'Sign-in and security', de: 'Anmeldung und Sicherheit' }],
  ['/settings/api-keys', 'api-keys', { en: 'API keys', de: 'API-Schlüssel' }],
  ['/settings/webhooks', 'webhooks', { en: 'Webhooks', de: 'Webhooks' }],
  [
    '/documents/prepare',
    'prepare',
    { en: 'Prepare a document for signing', de: 'Ein Dokument zum Unterschreiben vorbereiten' },
    { drawsDocuments: true, styles: ['documents', 'prepare'] },
  ],
];

const noScript: PageCatalogue<string> = {
  en: 'This page needs JavaScript: without it, opening a link would already use it up.',
  de: 'Diese Seite braucht JavaScript: Sonst würde schon das Öffnen einen Link verbrauchen.',
};

/** The pages that links in mails open, and those that they lead to. Opening one spends nothing: the token stays behind `#` (AUT-15). */
export function mailedPages({
  site,
  passwordMinLength,
  providers,
  registration,
  pdfFolder,
}: MailedPageOptions): readonly (readonly [string, Page])[] {
  const data = {
    'password-minimum': String(passwordMinLength),
    providers: providers.join(' '),
    registration,
  };
  return pages.map(([path, script, titles, drawing = {}]) => [
    path,
    (request, response) => {
      const language = pageLanguage(request);
      const content = `<noscript><p>${escaped(noScript[language])}</p></noscript>`;
      sendSheet(response, language, site, {
        title: titles[language],
        content,
        script,
        data: drawing.drawsDocuments ? { ...data, 'pdf-folder': pdfFolder } : data,
        ...drawing,
      });
    },
  ]);
}
