import type { ByteSource } from '../kernel/ports.ts';

/** What may be found in the bytes of a document (documents 2.1), in the order in which it is shown. */
export const contentFlags = [
  'encrypted',
  'signed',
  'xfa',
  'acroform',
  'javascript',
  'launch',
  'open_action',
  'embedded_files',
  'rich_media',
  'external_reference',
  'damaged',
  'uninspected',
] as const;
export type ContentFlag = (typeof contentFlags)[number];

/** A page as it is shown: width and height in points, after its rotation; the crop box in the page's own coordinates (CNT-13). */
export interface DocumentPage {
  readonly width: number;
  readonly height: number;
  /** In degrees clockwise: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Left, bottom, right and top. */
  readonly cropBox: readonly [number, number, number, number];
}

export interface PdfInspection {
  /** Null where the pages cannot be told: the file is encrypted or damaged. */
  readonly pages: readonly DocumentPage[] | null;
  /** Without repeats, in the order of `contentFlags`. */
  readonly flags: readonly ContentFlag[];
}

export interface PdfInspector {
  /**
   * Visits every object of a PDF (CNT-5). What is in the file never makes it fail: a file that cannot be read, or that
   * costs more than a process may use, is `damaged`. It fails if the bytes cannot be read, if no process is free, or as
   * the signal says.
   */
  inspect(content: ByteSource, signal?: AbortSignal): Promise<PdfInspection>;
}
