import { type Document, type DocumentVersion, documentInvalidState } from '../../../documents/index.ts';
import type { FollowUpContext } from '../../../kernel/reacting-context.ts';
import { extractionEncrypted, extractionNotSupported } from '../../errors.ts';
import { extractionRequested } from '../../events.ts';
import type { LifecyclePorts } from '../../ports.ts';
import { extractionPreferences } from '../preferences.ts';
import { isReadHere } from '../text-extractor.ts';
import { type ExtractionRequest, type ExtractionRun, newExtractionRun } from './extraction-run.ts';

/** What somebody wants to have looked for; what is null is as the type of the document or the workspace has it. */
interface Wishes extends Pick<ExtractionRequest, 'kinds' | 'pages'> {
  readonly languages: readonly string[] | null;
  readonly ocr: ExtractionRequest['ocr'] | null;
}

/** What is looked for if nobody says otherwise. */
export const usualWishes = {
  kinds: ['dates', 'identifiers'],
  languages: null,
  ocr: null,
  pages: { from: 1, to: 50 },
} as const satisfies Wishes;

interface Asking {
  /** Null if it starts by itself. */
  readonly requestedByUserId: string | null;
  /** Whether to look again if the same was completed before. */
  readonly force: boolean;
}

type Context = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'settings'>;

/** Has a locked document read in the background, unless the same was completed before (EXT-2). */
export async function startExtraction(
  document: Document,
  { kinds, languages, ocr, pages }: Wishes,
  { requestedByUserId, force }: Asking,
  context: Context,
): Promise<{ readonly run: ExtractionRun; readonly reused: boolean }> {
  const { extractionRuns, now, newId, emit } = context;
  const { id: documentId } = document;
  const version = await readableVersion(document, context);
  const preferred = await extractionPreferences(document, context);
  const run = newExtractionRun(
    newId(),
    documentId,
    {
      versionId: version.id,
      kinds: [...new Set(kinds)],
      languages: languages ?? preferred.languages,
      ocr: ocr ?? preferred.ocr,
      dateOrder: preferred.dateOrder,
      pages,
    },
    requestedByUserId,
    now,
  );
  const before = force ? null : await extractionRuns.completed(documentId, run.requestHash);
  if (before !== null) return { run: before, reused: true };
  await extractionRuns.cancelQueued(documentId, run.requestHash, now);
  await extractionRuns.add(run);
  emit(extractionRequested, { runId: run.id, documentId });
  return { run, reused: false };
}

/** The bytes that count of a document: the sealed ones, else the original; refused if nobody can read them. */
export async function readableVersion(
  { id, status, mimeType, contentFlags }: Document,
  { documentLibrary, settings }: Pick<Context, 'documentLibrary' | 'settings'>,
): Promise<DocumentVersion> {
  if (status !== 'active') throw documentInvalidState();
  if (!isReadHere(mimeType, settings)) throw extractionNotSupported();
  if (contentFlags.includes('encrypted')) throw extractionEncrypted();
  const version =
    (await documentLibrary.content(id, 'sealed')) ?? (await documentLibrary.content(id, 'original'));
  if (version === null) throw documentInvalidState();
  return version;
}
