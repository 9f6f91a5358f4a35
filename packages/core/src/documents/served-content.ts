import type { Document, DocumentVersion, VersionKind } from './document.ts';
import type { ContentFlag } from './pdf-inspector.ts';
import type { DocumentVersionRepository } from './ports.ts';

/** The types that a browser may show in its own window (LIB-11); of a PDF only one that does nothing by itself. */
const shownTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'text/plain']);
const activeFlags: ReadonlySet<ContentFlag> = new Set([
  'javascript',
  'launch',
  'open_action',
  'embedded_files',
  'rich_media',
  'xfa',
  'external_reference',
  'damaged',
  'uninspected',
]);

export const contentVariants = ['current', 'original', 'signing_copy', 'sealed'] as const;

/** The version that a variant names; null if there is none, or its bytes are gone. */
export function versionOf(
  documentVersions: DocumentVersionRepository,
  { id, sealedSha256 }: Document,
  variant: (typeof contentVariants)[number],
): Promise<DocumentVersion | null> {
  const current: VersionKind = sealedSha256 === null ? 'original' : 'sealed';
  return documentVersions.newest(id, variant === 'current' ? current : variant);
}

/** Whether a browser may show it. What we have made ourselves, such as a sealed file, is free of active content. */
export const isShown = (
  { contentFlags }: Pick<Document, 'contentFlags'>,
  { mimeType, kind }: Pick<DocumentVersion, 'mimeType' | 'kind'>,
): boolean =>
  shownTypes.has(mimeType) && (kind !== 'original' || !contentFlags.some((flag) => activeFlags.has(flag)));

/** What the answer says of the bytes: text was checked to be UTF-8 when it came in. */
export const servedType = (mimeType: string): string =>
  mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType;
