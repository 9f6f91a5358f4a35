import { type Document, type DocumentVersion, viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { invalidField } from '../../kernel/validation.ts';
import { typeFailure, uploadTypeNotAllowed } from '../../uploads/index.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { attendanceFile, endedMeeting } from './attendance-file.ts';
import { attachmentSourceNotReady } from './errors.ts';
import type { BytesToAttach } from './sealed-file.ts';

/** What can be attached of a meeting (records 6.2). */
export const meetingArtifacts = ['recording', 'transcript', 'attendance'] as const;

/** What a source is named by; exactly one of them. */
export interface NamedSource {
  readonly documentId?: string | undefined;
  readonly fileRequestUploadId?: string | undefined;
  readonly meetingId?: string | undefined;
  /** Goes with a meeting. */
  readonly meetingArtifact?: (typeof meetingArtifacts)[number] | undefined;
  readonly sourceVersion?: string | undefined;
}

type Looking = RecordsPorts & HandlerContext;
/** What a source is, and where its bytes lie. */
export interface LinkedFile extends Omit<BytesToAttach, 'content' | 'fileName'> {
  /** What people call the source. */
  readonly title: string;
  readonly fileName: string;
  readonly stored: Pick<DocumentVersion, 'blobKey' | 'sizeBytes'>;
}

/** The bytes of a source as the caller sees it; each is read in its own context. */
export async function linkedBytes(source: NamedSource, context: RecordsPreparing): Promise<BytesToAttach> {
  const { documentId, fileRequestUploadId, meetingId, sourceVersion } = source;
  requireOneSource(source);
  if (meetingId !== undefined) return ofMeeting(meetingId, source, context);
  const file = await context.transact((work) =>
    documentId === undefined
      ? clientFile(fileRequestUploadId ?? '', work)
      : documentFile(documentId, sourceVersion ?? null, work),
  );
  if (file === null) throw attachmentSourceNotReady();
  return bytesOfFile(file, context);
}

function requireOneSource({
  documentId,
  fileRequestUploadId,
  meetingId,
  meetingArtifact,
}: NamedSource): void {
  const named = [documentId, fileRequestUploadId, meetingId].filter((each) => each !== undefined);
  if (named.length !== 1) throw invalidField('/documentId', 'field.invalid', 'Name exactly one source.');
  if ((meetingId === undefined) !== (meetingArtifact === undefined))
    throw invalidField(
      '/meetingArtifact',
      'field.invalid',
      'Say what of the meeting is meant, and that only if you name a meeting.',
    );
}

/** Who was at a meeting that is over, as a PDF; nothing else is left of meetings. */
async function ofMeeting(
  meetingId: string,
  { meetingArtifact, sourceVersion }: NamedSource,
  context: RecordsPreparing,
): Promise<BytesToAttach> {
  const meeting = await context.transact((work) => endedMeeting(meetingId, work));
  const isKnown = sourceVersion === undefined || sourceVersion === String(meeting?.version);
  if (meeting === null || meetingArtifact !== 'attendance' || !isKnown) throw attachmentSourceNotReady();
  return attendanceFile(meeting, context);
}

/** The bytes of a source, if they are of a type that entries take. */
export function bytesOfFile(
  { stored, title: _, ...file }: LinkedFile,
  { blobs }: Pick<RecordsPreparing, 'blobs'>,
): BytesToAttach {
  const type = { kind: 'known', mimeType: file.contentType } as const;
  if (typeFailure('record_attachment', type) !== null) throw uploadTypeNotAllowed();
  return { ...file, content: storedContent(blobs, stored) };
}

/** A document that is out for signing has no bytes that count until it is sealed. */
const unsettled: ReadonlySet<Document['signatureStatus']> = new Set(['sent', 'completed']);
export const isOutForSigning = ({ signatureStatus }: Pick<Document, 'signatureStatus'>): boolean =>
  unsettled.has(signatureStatus);

/** A document of the library as the caller sees it; null while it has no bytes that can be taken. */
export async function documentFile(
  documentId: string,
  sourceVersion: string | null,
  { documentLibrary, user }: Looking,
): Promise<LinkedFile | null> {
  const document = await documentLibrary.find(documentId, viewerOf(user));
  if (document.status !== 'active' || isOutForSigning(document)) return null;
  const version = await versionOf(documentId, sourceVersion, documentLibrary);
  if (version === null) return null;
  return {
    ...bytesOf(version, document.scan),
    title: document.name,
    fileName: document.fileName,
    ...{ source: 'document', sourceId: documentId, sourceVersion: String(version.ordinal) },
  };
}

async function versionOf(
  documentId: string,
  sourceVersion: string | null,
  documentLibrary: RecordsPorts['documentLibrary'],
): Promise<DocumentVersion | null> {
  if (sourceVersion === null)
    return (
      (await documentLibrary.content(documentId, 'sealed')) ??
      (await documentLibrary.content(documentId, 'original'))
    );
  const versions = await documentLibrary.versions(documentId);
  const named = versions.find(({ ordinal }) => String(ordinal) === sourceVersion);
  if (named === undefined || (await documentLibrary.content(documentId, named.kind))?.id !== named.id)
    return null;
  return named;
}

/** A file that a client sent, as the caller sees it; null unless somebody accepted it. */
export async function clientFile(uploadId: string, context: Looking): Promise<LinkedFile | null> {
  const { documentLibrary, fileRequestReader } = context;
  const { upload } = await fileRequestReader.upload(uploadId, context);
  if (upload.status !== 'accepted' || upload.documentId === null) return null;
  const version = await documentLibrary.content(upload.documentId, 'original');
  const document = await documentLibrary.get(upload.documentId);
  if (version === null || document === null || document.status === 'quarantined') return null;
  return {
    ...bytesOf(version, document.scan),
    title: upload.fileName,
    fileName: upload.fileName,
    ...{ source: 'file_request', sourceId: uploadId, sourceVersion: '1' },
  };
}

const bytesOf = ({ mimeType, sha256, blobKey, sizeBytes }: DocumentVersion, scan: 'clean' | 'skipped') => ({
  contentType: mimeType,
  sha256,
  scan,
  stored: { blobKey, sizeBytes },
});
