import type { ByteSource } from '../../kernel/ports.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Instant } from '../../kernel/time.ts';
import type { ReadPage } from './rules/read-text.ts';

/** The types of files that have text, or a picture in which it can be recognized. */
export const extractableTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'application/rtf',
  'text/plain',
  'text/csv',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/heic',
] as const;
export type ExtractableType = (typeof extractableTypes)[number];

export const isExtractable = (mimeType: string): mimeType is ExtractableType =>
  (extractableTypes as readonly string[]).includes(mimeType);

/** Whether this host reads files of the type: what reads HEIC is a package that it need not have. */
export const isReadHere = (mimeType: string, { lacksHeic = false }: Pick<Settings, 'lacksHeic'>): boolean =>
  isExtractable(mimeType) && !(lacksHeic && mimeType === 'image/heic');

/** When text is recognized in pictures of pages: where the file says too little by itself, never, or everywhere. */
export const ocrModes = ['auto', 'never', 'always'] as const;
export type OcrMode = (typeof ocrModes)[number];

export interface TextToExtract {
  readonly mimeType: ExtractableType;
  readonly pages: { readonly from: number; readonly to: number };
  readonly ocr: OcrMode;
  /** Primary language tags. */
  readonly languages: readonly string[];
  /** When the document was made, for dates that say less than a whole date. */
  readonly reference: Instant;
}

export interface ExtractedText {
  /** Nobody reads the file without a password; it has no pages then. */
  readonly encrypted: boolean;
  readonly pages: readonly ReadPage[];
  readonly pagesOcr: number;
  /** Pages that were skipped, because they cannot be read or take too much. */
  readonly pagesFailed: number;
  /** A page was to be recognized, and the data of a language is not there. */
  readonly missesLanguage: boolean;
  /** The file has more pages than were read. */
  readonly isTruncated: boolean;
}

export interface TextExtractor {
  /** What reads, by name and version. */
  readonly versions: { readonly text: string; readonly ocr: string; readonly dates: string };
  /**
   * The text of a file with the places of its words; the same bytes and wishes always give the same (EXT-1). Nothing of the
   * network is used (EXT-5). Fails with `dependency.unavailable` while no process is free.
   */
  extract(content: ByteSource, wanted: TextToExtract, signal?: AbortSignal): Promise<ExtractedText>;
}
