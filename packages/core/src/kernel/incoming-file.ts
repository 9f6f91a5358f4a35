import { z } from 'zod';
import type { UseCase } from './declaration.ts';
import type { Instant } from './time.ts';

/** A file on its way in, read once. Name and type are what the sender says. */
export interface GivenFile {
  readonly fileName: string | null;
  readonly mediaType: string | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file that is in the blob store. The object is that of whoever commits a row about it. */
export interface ReceivedFile {
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** As the sender wrote it, without folders; a use case cleans it. Null if there was none. */
  readonly fileName: string | null;
  /** A hint: the bytes decide. */
  readonly mediaType: string | null;
}

export interface PartLimits {
  readonly mostFileBytes: number;
  /** Of all texts together. */
  readonly mostTextBytes: number;
}

/**
 * A body in parts (RFC 7578), as a host hands it over in place of the file: it is read once the caller was admitted. Every
 * file is handed on as it comes, and the texts are what is left in the end, whatever the order of the parts.
 */
export interface BodyInParts {
  readParts(
    limits: PartLimits,
    take: (file: GivenFile) => Promise<void>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** The name of the one field that is a file, on the wire and in the input. */
export const fileField = 'file';

const fileSchemas = new WeakSet<z.ZodType>();

/**
 * The file that a use case takes (PLT-20): `input: z.strictObject({ folderId: …, file: incomingFile() })`. That it is there
 * makes the body multipart/form-data with the other fields as texts. Callers give the bytes; the handler gets the object
 * of the blob store that they have become.
 */
export const incomingFile = () => {
  const schema = z.custom<ReceivedFile>(
    (value) => typeof value === 'object' && value !== null && 'blobKey' in value,
    'Send one part that is named file.',
  );
  fileSchemas.add(schema);
  // Between the two types stands the pipeline, which stores the bytes before it reads the input.
  return schema as unknown as z.ZodType<ReceivedFile, GivenFile>;
};

export const takesFile = ({ input }: Pick<UseCase, 'input'>): boolean => {
  const field = input.shape[fileField];
  return field !== undefined && fileSchemas.has(field);
};

/**
 * Which objects are on their way in: noted before the first byte is stored, so that nothing can come to lie in the blob
 * store without a note of it. The transaction that makes something of a file ends its note; what keeps its note was
 * refused, or fell to a crash, and is deleted.
 */
export interface IncomingFiles {
  begin(blobKey: string, now: Instant): Promise<void>;
  /** The object belongs to this transaction; false if it has been given up already. */
  keep(blobKey: string): Promise<boolean>;
  /** Nobody may keep the object from here on; false if somebody has. Waits for a transaction that is about to. */
  giveUp(blobKey: string, now: Instant): Promise<boolean>;
  /** The object is deleted. */
  forget(blobKey: string): Promise<void>;
}
