import type { DocumentLibrary, DocumentVersion } from '../../../documents/index.ts';
import type { ExtractionRun } from './extraction-run.ts';

/** The version that a run reads, or null if its document has put another in its place. */
export async function versionToRead(
  { documentId, versionId }: Pick<ExtractionRun, 'documentId' | 'versionId'>,
  documentLibrary: Pick<DocumentLibrary, 'content'>,
): Promise<DocumentVersion | null> {
  const kept = await Promise.all([
    documentLibrary.content(documentId, 'sealed'),
    documentLibrary.content(documentId, 'original'),
  ]);
  return kept.find((one) => one?.id === versionId) ?? null;
}
