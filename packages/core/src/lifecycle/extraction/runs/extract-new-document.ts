import type { FollowUpContext } from '../../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../../ports.ts';
import { isReadHere } from '../text-extractor.ts';
import { startExtraction, usualWishes } from './start-extraction.ts';

type Context = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'settings'>;

/**
 * Has a document read once, when it first has a type that expects a date or that identities are verified by (EXT-8). A
 * restricted one is read only if somebody asks for it. The caller has locked the document.
 */
export async function extractNewDocument(documentId: string, context: Context): Promise<void> {
  const { documentLibrary, documentTypes, lifecycleSettings, extractionRuns } = context;
  const document = await documentLibrary.get(documentId);
  if (document === null || document.status !== 'active' || document.documentTypeId === null) return;
  if (document.visibility === 'restricted') return;
  if (!isReadHere(document.mimeType, context.settings) || document.contentFlags.includes('encrypted')) return;
  // A host may answer for types of its own, of which nothing is known here.
  if ((await documentTypes.statusOf(document.documentTypeId)) === null) return;
  const { expirationExpected, governmentIdentity } = await documentTypes.get(document.documentTypeId);
  if (!expirationExpected && !governmentIdentity) return;
  if (!(await lifecycleSettings.get()).autoExtract) return;
  if ((await extractionRuns.list(documentId, 1)).length > 0) return;
  const kinds = governmentIdentity ? ([...usualWishes.kinds, 'mrz'] as const) : usualWishes.kinds;
  await startExtraction(
    document,
    { ...usualWishes, kinds },
    { requestedByUserId: null, force: false },
    context,
  );
}
