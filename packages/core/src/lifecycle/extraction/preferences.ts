import type { Document } from '../../documents/index.ts';
import type { LifecyclePorts } from '../ports.ts';
import { currentSettings } from '../settings/views.ts';
import type { DateOrder } from './rules/date-order.ts';

interface Preferences {
  readonly dateOrder: DateOrder;
  readonly languages: readonly string[];
  readonly ocr: 'auto' | 'never';
}

/** How a document is read if nobody says otherwise: in the languages of its type, else as the workspace has set it. */
export async function extractionPreferences(
  { documentTypeId }: Pick<Document, 'documentTypeId'>,
  context: Pick<LifecyclePorts, 'documentTypes' | 'lifecycleSettings' | 'workspaceIdentity'>,
): Promise<Preferences> {
  const { dateOrder, extractionLanguages, ocr } = await currentSettings(context);
  const type = documentTypeId === null ? null : await context.documentTypes.get(documentTypeId);
  const ofType = type?.extractionLanguages ?? [];
  return { dateOrder, ocr, languages: ofType.length === 0 ? extractionLanguages : ofType };
}
