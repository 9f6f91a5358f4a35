import type { IncomingMessage } from 'node:http';
import { type Caller, type Chancery, signing as core, isFailure, type UseCase } from '@chancery/core';
import { getSigningFrame, headersOf } from '@chancery/core/internal';
import { signingRoutes } from '../routes/signing.ts';
import { escaped, type Page } from './html.ts';
import { type PageCatalogue, pageLanguage } from './page-language.ts';
import { savedPage } from './saved-page.ts';
import { type Site, sendSheet } from './shell.ts';
import type { DocumentAssets } from './vendored.ts';

interface PageWords {
  readonly title: string;
  /** What is shown where scripts are off. */
  readonly noScript: string;
}

const signing: PageCatalogue<PageWords> = {
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

const verifying: PageCatalogue<PageWords> = {
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

const sending: PageCatalogue<PageWords> = {
  en: {
    title: 'Files that you are asked for',
    noScript:
      'To send files, this page needs JavaScript. Turn it on in your browser, then load the page again.',
  },
  de: {
    title: 'Dateien, um die Sie gebeten werden',
    noScript:
      'Um Dateien zu senden, braucht diese Seite JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  },
};

/** The workspace whose web apps show the page in a frame, and their origins. */
interface SigningFrame {
  readonly workspaceId: string;
  readonly origins: readonly string[];
}

/** What the script of the page asks for first: where a link leads to, and the bytes that are to be signed. */
const askedEarly = (frame: SigningFrame | null) => ({
  addresses: [pathOf(core.getSigningLink), `${pathOf(core.getSigningContent)}?render=plain`],
  headers: frame === null ? {} : { [ofWorkspace]: frame.workspaceId },
});

function pathOf(useCase: UseCase): string {
  const route = signingRoutes.find((each) => each.useCase === useCase);
  if (route === undefined) throw new Error('The use case has no endpoint.');
  return route.path;
}
/** The header by which a page in a frame says whose links alone are good there. */
const ofWorkspace = headersOf(core.getSigningLink.input).get('signingWorkspace')?.name ?? '';

/** The page that a signing link opens, in the language of the reader. */
const signingPage =
  (
    site: Site,
    { pdfFolder, pdfModule, signatureFace }: DocumentAssets,
    frame: (request: IncomingMessage) => Promise<SigningFrame | null>,
  ): Page =>
  async (request, response) => {
    const language = pageLanguage(request);
    const { title, noScript } = signing[language];
    const framed = await frame(request);
    const framedBy = framed?.origins ?? [];
    sendSheet(response, language, site, {
      title,
      content: `<noscript><p>${escaped(noScript)}</p></noscript>`,
      script: 'sign',
      earlyScript: site.assets.early,
      firstScript: 'sign-first',
      firstModules: [pdfModule],
      styles: ['documents'],
      data: {
        'pdf-folder': pdfFolder,
        'signature-face': signatureFace,
        early: JSON.stringify(askedEarly(framed)),
        ...(framed !== null && {
          'frame-workspace': framed.workspaceId,
          'frame-origins': framedBy.join(' '),
        }),
      },
      drawsDocuments: true,
      framedBy,
    });
  };

const framePath = /^\/sign\/embed\/([\w-]{1,64})$/;

/**
 * `/sign/embed/<workspace>`: the same page for a frame in the web apps that the workspace names. Its script asks only for links
 * of that workspace, so that nobody shows a link of others where they themselves have allowed it.
 */
export const embeddedSigningPage =
  (
    chancery: Chancery,
    callerOf: (request: IncomingMessage) => Caller,
    site: Site,
    assets: DocumentAssets,
  ): ((path: string) => Page | undefined) =>
  (path) => {
    const [, workspaceId] = framePath.exec(path) ?? [];
    if (workspaceId === undefined) return undefined;
    return signingPage(site, assets, async (request) => {
      return { workspaceId, origins: await framingOrigins(chancery, workspaceId, callerOf(request)) };
    });
  };

/** None of a workspace that names none, is closed or does not exist. */
async function framingOrigins(
  chancery: Chancery,
  workspaceId: string,
  caller: Caller,
): Promise<readonly string[]> {
  try {
    const asked = await chancery.execute(
      'getSigningFrame',
      getSigningFrame,
      { workspaceId },
      { ...caller, credential: null },
    );
    // What its output is declared as.
    return (asked.data as { readonly origins: readonly string[] }).origins;
  } catch (error) {
    if (isFailure(error) && (error.kind === 'not_found' || error.kind === 'gone')) return [];
    throw error;
  }
}

/**
 * `/sign` and `/upload`, which links in mails open, and `/verify`, where anybody holds a file against what was sealed here, and
 * checks what proves itself; also as one file to save.
 */
export function documentPages(site: Site, assets: DocumentAssets): readonly (readonly [string, Page])[] {
  return [
    ['/sign', signingPage(site, assets, async () => null)],
    ['/verify', scripted(site, 'verify', verifying)],
    ['/verify/offline.html', savedPage(site.assets)],
    ['/upload', scripted(site, 'upload', sending, ['upload'])],
    ...assets.documents,
  ];
}

/** A page that its script draws, and that says so where scripts are off. */
const scripted =
  (site: Site, script: string, words: PageCatalogue<PageWords>, styles: readonly string[] = []): Page =>
  (request, response) => {
    const language = pageLanguage(request);
    const { title, noScript } = words[language];
    const content = `<noscript><p>${escaped(noScript)}</p></noscript>`;
    sendSheet(response, language, site, { title, content, script, styles });
  };
