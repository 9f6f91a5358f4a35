import { isFailure } from '@chancery/core';
import { delivered } from './delivered.ts';
import { type Library, library } from './library.ts';
import { aStranger, type Person, type World } from './world.ts';

type Documents = World['chancery']['documents'];
type ShareInput = Parameters<Documents['createDocumentShare']>[0];
type Made = Awaited<ReturnType<Documents['createDocumentShare']>>;

export interface Sharing extends Library {
  /** Shares a document, as the owner of the workspace or as somebody else; the token is that of the link. */
  share(input: ShareInput, as?: Person): Promise<Made & { readonly token: string }>;
  /** Opens a link as somebody without an account does. */
  open(token: string, passcode?: string): ReturnType<Documents['getDocumentShare']>;
  /** A fresh grant, out of the address of the content. */
  grant(token: string, passcode?: string): Promise<string>;
  /** Takes the content from its first byte on, so that it is delivered. */
  content(
    token: string,
    how?: { readonly grant?: string; readonly passcode?: string },
  ): ReturnType<Documents['getDocumentShareContent']>;
  read(documentId: string, as?: Person): ReturnType<Documents['getDocument']>;
  /** What the ledger says of shares: the action with its facts, the document left out. */
  told(): Promise<readonly (readonly [string, Record<string, unknown>])[]>;
}

const nobody = aStranger({ address: '198.51.100.9', userAgent: 'Reader/1.0' });

/** A library whose documents can be shared and read by their links in a line. */
export async function sharing(options: Parameters<typeof library>[0] = {}): Promise<Sharing> {
  const here = await library({
    ...options,
    settings: { accessTokenSeconds: 400 * 24 * 3600, ...options.settings },
  });
  const { documents } = here.chancery;
  const open: Sharing['open'] = (token, passcode) =>
    documents.getDocumentShare({ token, ...(passcode === undefined ? {} : { passcode }) }, nobody);
  return {
    ...here,
    open,
    async share(input, as = here.owner) {
      const made = await documents.createDocumentShare(input, as.session);
      return { ...made, token: made.url.split('#token=')[1] ?? '' };
    },
    async grant(token, passcode) {
      const { contentUrl } = await open(token, passcode);
      return new URL(contentUrl ?? '').searchParams.get('grant') ?? '';
    },
    content: (token, how = {}) => delivered(documents.getDocumentShareContent({ token, ...how }, nobody)),
    read: (documentId, as = here.owner) => documents.getDocument({ documentId }, as.session),
    async told() {
      const lines = await here.happened();
      return lines
        .filter(({ type }) => type.startsWith('share.'))
        .map(({ type, facts: { documentId: _, ...facts } }) => [type, facts] as const);
    },
  };
}

/** The code of a refusal and that of its first detail, such as `link.gone revoked`; `none` if there is none. */
export async function endingOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, ...error.details.slice(0, 1).map(({ code }) => code)].join(' ');
  }
}
