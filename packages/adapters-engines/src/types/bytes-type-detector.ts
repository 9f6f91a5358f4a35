import type { ByteSource, DetectedType, TypeDetector } from '@chancery/core';
import { fileTypeFromBuffer } from 'file-type';
import type { ArchiveInspector } from '../archives/archive-inspector.ts';
import { walkZip } from '../archives/zip-inspection.ts';
import { readWhole } from '../content-range.ts';
import { isPlainText, plainTextType } from './plain-text.ts';

const headBytes = 64 * 1024;

/**
 * Decides from the bytes. Archives are inspected, text is read to its end, and types that their first bytes identify are
 * left to `file-type`. A PDF begins at the first byte (documents CNT-2).
 */
export class BytesTypeDetector implements TypeDetector {
  readonly #archives: ArchiveInspector;

  /** `archives` does the costly part; without it archives are inspected in this process. */
  constructor(archives: ArchiveInspector = { inspect: walkZip }) {
    this.#archives = archives;
  }

  async detect(content: ByteSource, fileName: string): Promise<DetectedType> {
    const head = await readWhole(content, 0, Math.min(headBytes, content.sizeBytes));
    const begins = (text: string, at = 0) =>
      head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
    const known = (mimeType: string): DetectedType => ({ kind: 'known', mimeType });

    if (begins('PK\x03\x04')) return this.#archives.inspect(content);
    if (begins('%PDF-')) return known('application/pdf');
    if (begins('{\\rtf')) return known('application/rtf');
    if (begins('DICM', 128)) return known('application/dicom');
    // Text is tried before the signatures, because two letters at the start of a text may look like one.
    if (await isPlainText(content)) {
      const mimeType = plainTextType(head, fileName);
      return mimeType === null ? { kind: 'unknown' } : known(mimeType);
    }
    const found = await fileTypeFromBuffer(head);
    // A TIFF with its directory at the end shows nothing more in its first bytes.
    if (found === undefined && (begins('II*\0') || begins('MM\0*'))) return known('image/tiff');
    return found === undefined || found.mime === 'application/pdf' ? { kind: 'unknown' } : known(found.mime);
  }
}
