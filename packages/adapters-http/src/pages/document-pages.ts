import { escaped, type Page } from './html.ts';
import { type PageCatalogue, pageLanguage } from './page-language.ts';
import { type Site, sendSheet } from './shell.ts';
import type { DocumentAssets } from './vendored.ts';

const signing: PageCatalogue<{ readonly title: string; readonly noScript: string }> = {
  en: {
    title: 'A document for you',
    noScript:
      'To show and to sign a document, this page needs JavaScript. Turn it on in your browser, then load the page again.',
  },
  de: {
    title: 'Ein Dokument für Sie',
    noScript:
      'Um ein Dokument zu zeigen und zu unterschreiben, braucht diese Seite JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  },
};

const verifying: PageCatalogue<{ readonly title: string; readonly noScript: string }> = {
  en: {
    title: 'Is this file genuine?',
    noScript:
      'Your file is examined on your own device, which needs JavaScript. Turn it on in your browser, then load the page again.',
  },
  de: {
    title: 'Ist diese Datei echt?',
    noScript:
      'Ihre Datei wird auf Ihrem eigenen Gerät geprüft, und das braucht JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  },
};

/** `/sign`, which the link in a mail opens, and `/verify`, where anybody holds a file against what was sealed here. */
export function documentPages(
  site: Site,
  { pdfFolder, signatureFace, documents }: DocumentAssets,
): readonly (readonly [string, Page])[] {
  return [
    [
      '/sign',
      (request, response) => {
        const language = pageLanguage(request);
        const { title, noScript } = signing[language];
        sendSheet(response, language, site, {
          title,
          content: `<noscript><p>${escaped(noScript)}</p></noscript>`,
          script: 'sign',
          style: 'documents',
          data: { 'pdf-folder': pdfFolder, 'signature-face': signatureFace },
          drawsDocuments: true,
        });
      },
    ],
    [
      '/verify',
      (request, response) => {
        const language = pageLanguage(request);
        const { title, noScript } = verifying[language];
        const content = `<noscript><p>${escaped(noScript)}</p></noscript>`;
        sendSheet(response, language, site, { title, content, script: 'verify' });
      },
    ],
    ...documents,
  ];
}
