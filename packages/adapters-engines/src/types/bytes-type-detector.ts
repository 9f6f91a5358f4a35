import { type ByteSource, beginningBytes, type DetectedType, type TypeDetector } from '@chancery/core';
import { fileTypeFromBuffer } from 'file-type';
import type { ArchiveInspector } from '../archives/archive-inspector.ts';
import { walkZip } from '../archives/zip-inspection.ts';
import { readWhole } from '../content-range.ts';
import { beginsAsPlainText, isPlainText, plainTextType } from './plain-text.ts';

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
    const head = await readWhole(content, 0, Math.min(beginningBytes, content.sizeBytes));
    const shown = await this.detectBeginning(head);
    if (shown !== null) return shown;
    if (isArchive(head)) return this.#archives.inspect(content);
    if (!(await isPlainText(content))) return bySignature(head);
    const mimeType = plainTextType(head, fileName);
    return mimeType === null ? { kind: 'unknown' } : known(mimeType);
  }

  async detectBeginning(beginning: Uint8Array): Promise<DetectedType | null> {
    const head = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
    if (isArchive(head)) return null;
    if (begins(head, '%PDF-')) return known('application/pdf');
    if (begins(head, '{\\rtf')) return known('application/rtf');
    if (begins(head, 'DICM', 128)) return known('application/dicom');
    // Text is tried before the signatures, because two letters at the start of a text may look like one.
    return beginsAsPlainText(head) ? null : bySignature(head);
  }
}

const begins = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

const isArchive = (head: Buffer): boolean => begins(head, 'PK\x03\x04');

const known = (mimeType: string): DetectedType => ({ kind: 'known', mimeType });

async function bySignature(head: Buffer): Promise<DetectedType> {
  const found = await fileTypeFromBuffer(head);
  // A TIFF with its directory at the end shows nothing more in its first bytes.
  if (found === undefined && (begins(head, 'II*\0') || begins(head, 'MM\0*'))) return known('image/tiff');
  return found === undefined || found.mime === 'application/pdf' ? { kind: 'unknown' } : known(found.mime);
}
