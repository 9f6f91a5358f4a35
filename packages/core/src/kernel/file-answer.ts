import { z } from 'zod';
import type { UseCase } from './declaration.ts';
import type { ByteRange } from './ports.ts';

/**
 * How the bytes of an answer come to be (PLT-19). `stored` ones lie in the blob store and never change under their tag, so
 * that a caller may ask for a part of them; `made` ones are written while they are sent.
 */
export interface FileForm {
  readonly kind: 'stored' | 'made';
  /** As the reference names it: `text/csv`, or a pattern such as `image/*` if each answer says its own. */
  readonly mediaType: string;
}

const forms = new WeakMap<z.ZodType, FileForm>();

/** What every answer of bytes says of them. */
const head = {
  mediaType: z.string().describe('With its parameters, such as text/csv; charset=utf-8.'),
  /** Null: the file has no name. */
  fileName: z.string().nullable(),
  /** Whether a browser shows it or saves it. By default a file with a name is saved, and one without is shown. */
  disposition: z.enum(['inline', 'attachment']).optional(),
  /** What tells these bytes from all others at this address, without quotes; null if no two answers are alike. */
  etag: z.string().nullable(),
  /** Null: no cache may keep it. */
  cacheControl: z.string().nullable(),
  /** Further fields of the answer, such as what the ledger says of the bytes. */
  headers: z.record(z.string(), z.string()).optional(),
  /**
   * Awaited just before the first byte of the answer is sent: not for HEAD, for a caller who has the file already, or for a
   * request that is refused. It is given whether the answer begins with the first byte of the file, and not at a later part.
   * If it fails, so does the answer. Left out: it makes no difference whether somebody gets the bytes.
   */
  delivering: z
    .custom<(part: { readonly fromStart: boolean }) => Promise<void>>(
      (value) => typeof value === 'function',
      'Give a function.',
    )
    .optional(),
};

const MadeFile = z.object({
  ...head,
  /** How many bytes come, where that is known before the first of them. */
  sizeBytes: z.int().min(0).optional(),
  /**
   * What is small in one piece; everything else as a stream, whose parts are asked for one after the other, once the
   * transaction of the call has ended. `readLater` opens the transactions in which it reads on.
   */
  content: z.union([
    z.string(),
    z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    z.custom<AsyncIterable<Uint8Array | string>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
      'Give text, bytes or a stream of them.',
    ),
  ]),
});

const StoredFile = z.object({
  ...head,
  /** Where the bytes lie. They are read only if the caller gets any of them. */
  stored: z.object({
    blobKey: z.string(),
    sizeBytes: z.int().min(0),
    /**
     * Reads the bytes where they do not lie as they are sent, such as sealed ones: those of the range, or all. Left out: the
     * object is sent as it is.
     */
    opened: z
      .custom<(range?: ByteRange, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>>(
        (value) => typeof value === 'function',
        'Give a function.',
      )
      .optional(),
    /** Asked with every MiB that is sent, and every ten seconds; the answer is cut off where it says no. Left out: the bytes are always sent whole. */
    isStillServed: z
      .custom<() => Promise<boolean>>((value) => typeof value === 'function', 'Give a question.')
      .optional(),
  }),
});

export type MadeFile = z.output<typeof MadeFile>;
export type StoredFile = z.output<typeof StoredFile>;
export type FileAnswer = MadeFile | StoredFile;

const declared = <S extends z.ZodType>(schema: S, form: FileForm): S => {
  forms.set(schema, form);
  return schema;
};

/** The output of a use case that answers with bytes which it makes: `output: madeFile('text/csv')`. */
export const madeFile = (mediaType: string) => declared(MadeFile.clone(), { kind: 'made', mediaType });

/** The output of a use case that answers with an object of the blob store: `output: storedFile('application/pdf')`. */
export const storedFile = (mediaType = '*/*') => declared(StoredFile.clone(), { kind: 'stored', mediaType });

/** The output of a use case that answers with a stored object, or with bytes that it makes for some callers. */
export const storedOrMadeFile = (mediaType: string) =>
  declared(z.union([StoredFile, MadeFile]), { kind: 'stored', mediaType });

/** Null if the use case answers with JSON. */
export const fileFormOf = ({ output }: Pick<UseCase, 'output'>): FileForm | null => forms.get(output) ?? null;
