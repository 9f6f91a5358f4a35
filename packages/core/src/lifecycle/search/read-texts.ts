import type { DocumentVersion } from '../../documents/index.ts';
import { groupBy } from '../../kernel/grouping.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { documentTextDue } from '../events.ts';
import { type ExtractableType, isExtractable } from '../extraction/text-extractor.ts';
import { planJobs, textJobs } from '../jobs.ts';
import { type LifecycleReacting, reaction, scheduled } from '../ports.ts';
import { keptTexts } from './kept-texts.ts';
import type { UnreadDocument } from './ports.ts';

const batch = 200;
const mostPages = 200;

/** A picture says nothing by itself; every other file that is read has text of its own. */
const hasText = (mimeType: string): mimeType is ExtractableType =>
  isExtractable(mimeType) && !mimeType.startsWith('image/');

/** Has the text of new and of newly sealed documents read, each once (OPS-10). */
export const findUnreadTexts = scheduled(
  { topic: 'lifecycle.find_texts', cron: '*/5 * * * *', policy: planJobs, databaseRole: 'identity' },
  async (context) => {
    let after: string | null = null;
    for (;;) {
      const from: string | null = after;
      const unread: readonly UnreadDocument[] = await context.read(({ textSweep }) =>
        textSweep.unread(from, batch),
      );
      for (const [workspaceId, documents] of groupBy(unread, (one) => one.workspaceId))
        await context.transact(async (work) => {
          work.enter(workspaceId);
          const ids = documents.map(({ documentId }) => documentId);
          await work.documentSearch.note(ids, false);
          for (const documentId of ids) work.emit(documentTextDue, { documentId });
        });
      after = unread.at(-1)?.documentId ?? null;
      if (unread.length < batch) return;
    }
  },
);

/** Reads the text that a document has by itself, without recognizing any. One that cannot be read is found by its names. */
export const readDocumentText = reaction(
  documentTextDue,
  { topic: 'lifecycle.text', policy: textJobs },
  async ({ documentId }, context) => {
    const { textExtractor, blobs } = context;
    const found = await versionOf(documentId, context);
    if (found === null) return;
    const { version, mimeType, createdAt } = found;
    const text = await textExtractor.extract(storedContent(blobs, version), {
      mimeType,
      pages: { from: 1, to: mostPages },
      ocr: 'never',
      languages: [],
      reference: createdAt,
    });
    const texts = keptTexts(text.pages);
    await context.transact(async ({ documentLibrary, documentSearch }) => {
      const document = await documentLibrary.get(documentId, 'for update');
      if (document !== null && document.status !== 'disposed') await documentSearch.keep(documentId, texts);
    });
  },
);

interface Readable {
  readonly version: DocumentVersion;
  readonly mimeType: ExtractableType;
  readonly createdAt: string;
}

/** The bytes that count of a document: the sealed ones, else the original; null if there is nothing to read. */
const versionOf = (documentId: string, { transact }: LifecycleReacting): Promise<Readable | null> =>
  transact(async ({ documentLibrary }) => {
    const document = await documentLibrary.get(documentId);
    if (document === null || document.status === 'disposed' || document.status === 'quarantined') return null;
    if (document.contentFlags.includes('encrypted')) return null;
    const version =
      (await documentLibrary.content(documentId, 'sealed')) ??
      (await documentLibrary.content(documentId, 'original'));
    if (version === null || !hasText(version.mimeType)) return null;
    return { version, mimeType: version.mimeType, createdAt: document.createdAt };
  });
