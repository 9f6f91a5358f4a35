import { dependencyUnavailable } from '../kernel/errors.ts';
import type { ByteSource } from '../kernel/ports.ts';
import type { Settings } from '../kernel/settings.ts';
import { storedContent } from '../kernel/stored-content.ts';
import { mediaTypeOf, typeFailure, uploadRejected, uploadTypeNotAllowed } from '../uploads/index.ts';
import type { PdfInspection, PdfInspector } from './pdf-inspector.ts';
import type { DocumentsPreparing } from './ports.ts';

/** What is known of a file that is about to become a document. */
export interface TakenContent {
  readonly mimeType: string;
  readonly scan: 'clean' | 'skipped';
  readonly inspection: PdfInspection;
}

type Outside = Pick<DocumentsPreparing, 'blobs' | 'types' | 'scanner' | 'pdfInspector'> & {
  readonly settings: Settings;
};

/** Decides the type from the bytes, scans them and looks into a PDF; all of it before the transaction (LIB-18). */
export async function takenContent(
  file: { readonly blobKey: string; readonly sizeBytes: number },
  fileName: string,
  outside: Outside,
): Promise<TakenContent> {
  const { blobs, types, scanner, settings } = outside;
  const content = storedContent(blobs, file);
  const type = await types.detect(content, fileName);
  const refusal = typeFailure('document', type);
  if (refusal !== null || type.kind !== 'known') throw (refusal ?? uploadTypeNotAllowed)();
  const scan = await scanner.scan(await content.read());
  if (scan === 'infected') throw uploadRejected();
  if (scan === 'skipped' && settings.scanPolicy === 'require')
    throw dependencyUnavailable({ retryAfterSeconds: 30 });
  const mimeType = mediaTypeOf(type.mimeType);
  return { mimeType, scan, inspection: await inspectedWithin(content, mimeType, outside) };
}

const nothingToInspect: PdfInspection = { pages: null, flags: [] };
const uninspected: PdfInspection = { pages: null, flags: ['uninspected'] };

export const isPdf = (mimeType: string): boolean => mimeType === 'application/pdf';

/**
 * What is in a PDF; nothing for other types. What takes too long for a request, or finds no free process, is left to a job
 * (CNT-12).
 */
export async function inspectedWithin(
  content: ByteSource,
  mimeType: string,
  { pdfInspector, settings }: { readonly pdfInspector: PdfInspector; readonly settings: Settings },
): Promise<PdfInspection> {
  if (!isPdf(mimeType)) return nothingToInspect;
  const patience = AbortSignal.timeout(settings.inspectionSeconds * 1000);
  return pdfInspector.inspect(content, patience).catch(() => uninspected);
}
