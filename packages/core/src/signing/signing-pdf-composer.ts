import type { DocumentPage } from '../documents/index.ts';
import type { ByteSource } from '../kernel/ports.ts';
import type { Instant, WallTime } from '../kernel/time.ts';
import type { FieldRectangle } from './field-geometry.ts';
import type { SigningFacts } from './signing-evidence.ts';

/** What is drawn into one field, by its kind and value (documents 7.1). */
export type DrawnMark =
  /** A signature or initials that were drawn or uploaded: a PNG that `SignatureImages` has written. */
  | { readonly kind: 'image'; readonly png: Uint8Array }
  /** A signature or initials that were typed. */
  | { readonly kind: 'typed'; readonly text: string }
  /** A text of one line, a name, an address or a date. The size is in points, from 6 to 24. */
  | { readonly kind: 'line'; readonly text: string; readonly fontSize: number }
  | { readonly kind: 'lines'; readonly text: string; readonly fontSize: number }
  /** A checkbox that is true; one that is false has no mark. */
  | { readonly kind: 'check' };

/** The page is counted from 1. */
export type Mark = FieldRectangle & { readonly page: number } & DrawnMark;

/** A copy that `SigningPdfComposer` has made, and the pages that it said the copy has. */
export interface ComposedCopy {
  readonly content: ByteSource;
  readonly pages: readonly DocumentPage[];
}

/** A page at the end with a block for each of these people (SIG-6). */
export interface SignaturePage {
  /** A tag of BCP 47; German is spoken, every other language is English (SIG-33). */
  readonly language: string;
  readonly signers: readonly { readonly signerId: string; readonly name: string }[];
}

/** A field on a signature page, labelled `Signature page`. */
export type SignaturePageField = FieldRectangle & {
  readonly signerId: string;
  readonly kind: 'signature' | 'date';
  readonly page: number;
};
export const signaturePageLabel = 'Signature page';

/** A file that was drawn, and what its pages are. */
export interface DrawnPdf {
  readonly bytes: Uint8Array;
  readonly pages: readonly DocumentPage[];
}

export interface MadeSigningCopy extends DrawnPdf {
  /** In the order of the signers; the fields of one follow each other. */
  readonly signaturePageFields: readonly SignaturePageField[];
}

/** An instant as a wall clock shows it. */
export interface LocalTime {
  readonly wall: WallTime;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** What the pages of a certificate say (SEA-12). */
export interface CertificateModel {
  /** As that of a signature page. */
  readonly language: string;
  readonly facts: SigningFacts;
  /** Of the bytes that `signingEvidence` has made of the facts. */
  readonly evidenceSha256: string;
  /** When the certificate is made; the file says that it was changed then. */
  readonly preparedAt: Instant;
  /** Times of the facts in the zones of the recipients, by zone and instant; see `certificateLocalTimes`. */
  readonly localTimes: Readonly<Record<string, Readonly<Record<Instant, LocalTime>>>>;
  readonly images: readonly {
    readonly recipientId: string;
    readonly kind: 'signature' | 'initials';
    readonly png: Uint8Array;
  }[];
}

/** What only a certificate that is a file of its own can say, and only once the file is sealed. */
export interface CertificateOfSealed {
  readonly sealedSha256: string;
  readonly sealCertificateFingerprint: string;
}

/** A certificate that is drawn but for what it says about the sealed file; given that, it is whole. */
export type OpenCertificate = (sealed: CertificateOfSealed) => DrawnPdf;

/** What the file says about the seal that is put into it next, and the room for that (documents 6, step 4). It claims the instant of `preparedAt`. */
export interface SealPlace {
  /** Who seals. */
  readonly name: string;
  readonly reason: string | null;
  readonly location: string | null;
  /** 8192, or 16384 with a time-stamp. */
  readonly contentsBytes: number;
}

/**
 * Why nothing could be drawn. `damaged`: the file has no pages that can be told. `form`: its form cannot be flattened.
 * `resource_limit`: it costs more than a process may use, and would again.
 */
export type NotDrawableReason = 'damaged' | 'form' | 'resource_limit';

/** The file is such that nothing can be made of it, however often it is tried. */
export class PdfNotDrawable extends Error {
  override readonly name = 'PdfNotDrawable';
  readonly reason: NotDrawableReason;

  constructor(reason: NotDrawableReason, options?: ErrorOptions) {
    super(`Nothing can be drawn in this PDF: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Draws in PDFs, in processes of their own. The same input always makes the same bytes (SEA-6). Every method throws
 * `PdfNotDrawable` if it is up to the file, and fails with `dependency.unavailable` while no process is free.
 */
export interface SigningPdfComposer {
  /** The copy that people sign (SIG-5, SIG-28): what a viewer shows of the original, with nothing in it that acts. */
  signingCopy(
    original: ByteSource,
    page: SignaturePage | null,
    signal?: AbortSignal,
  ): Promise<MadeSigningCopy>;
  /** The copy with these marks drawn in (documents 7.1). */
  stamped(copy: ComposedCopy, marks: readonly Mark[], signal?: AbortSignal): Promise<Uint8Array>;
  /** The copy with its marks, the pages of the certificate, the evidence attached and the place for its seal. */
  prepared(
    copy: ComposedCopy,
    marks: readonly Mark[],
    certificate: CertificateModel,
    evidence: Uint8Array,
    seal: SealPlace,
    signal?: AbortSignal,
  ): Promise<DrawnPdf>;
  /** The certificate as a file of its own, with the place for its seal. It can be drawn before the file is sealed. */
  certificate(certificate: CertificateModel, seal: SealPlace, signal?: AbortSignal): Promise<OpenCertificate>;
}
