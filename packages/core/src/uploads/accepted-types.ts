import type { FailureType } from '../kernel/errors.ts';
import type { DetectedType } from '../kernel/ports.ts';
import { uploadArchiveUnsafe, uploadTypeNotAllowed } from './errors.ts';
import type { UploadPurpose } from './upload-session.ts';

const ooxml = 'application/vnd.openxmlformats-officedocument';
const opendocument = 'application/vnd.oasis.opendocument';

const documentTypes = [
  'application/pdf',
  `${ooxml}.wordprocessingml.document`,
  `${ooxml}.spreadsheetml.sheet`,
  `${ooxml}.presentationml.presentation`,
  `${opendocument}.text`,
  `${opendocument}.spreadsheet`,
  `${opendocument}.presentation`,
  'application/rtf',
  'text/plain',
  'text/csv',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/heic',
] as const;

const attachmentTypes = [
  ...documentTypes,
  'image/webp',
  'image/gif',
  'audio/mpeg',
  'audio/mp4',
  'audio/wav',
  'video/mp4',
  'video/quicktime',
  'message/rfc822',
  'application/dicom',
] as const;

/** UPL-8: the types that a file of each purpose may have, however it arrives. */
const acceptedTypes: Readonly<Record<UploadPurpose, ReadonlySet<string>>> = {
  document: new Set(documentTypes),
  record_attachment: new Set(attachmentTypes),
};

/** Other names that browsers and operating systems use for the same types. */
const synonyms: Readonly<Record<string, string>> = {
  'text/rtf': 'application/rtf',
  'application/csv': 'text/csv',
  'image/jpg': 'image/jpeg',
  'image/heif': 'image/heic',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
};

/** The canonical name of a type, in lower case and without parameters. */
export function mediaTypeOf(text: string): string {
  const plain = text.split(';')[0]?.trim().toLowerCase() ?? '';
  return synonyms[plain] ?? plain;
}

export const isAccepted = (purpose: UploadPurpose, mimeType: string): boolean =>
  acceptedTypes[purpose].has(mimeType);

/** The failure with which a file of this type is refused, or null if the purpose takes it. */
export function typeFailure(purpose: UploadPurpose, type: DetectedType): FailureType | null {
  if (type.kind === 'unsafe_archive') return uploadArchiveUnsafe;
  const isTaken = type.kind === 'known' && isAccepted(purpose, mediaTypeOf(type.mimeType));
  return isTaken ? null : uploadTypeNotAllowed;
}

/** Its code. */
export const typeRefusal = (purpose: UploadPurpose, type: DetectedType): string | null =>
  typeFailure(purpose, type)?.code ?? null;

/** A declared type is only a hint, since the bytes decide; an unspecific one is let through. */
export const mayBeAccepted = (purpose: UploadPurpose, declared: string | null): boolean =>
  declared === null ||
  ['', 'application/octet-stream', 'binary/octet-stream'].includes(mediaTypeOf(declared)) ||
  isAccepted(purpose, mediaTypeOf(declared));
