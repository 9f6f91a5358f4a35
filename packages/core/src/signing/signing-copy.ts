import { type MadeVersion, versionBlobKey } from '../documents/index.ts';
import { hexOf, sha256 } from '../kernel/crypto.ts';
import type { ByteSource } from '../kernel/ports.ts';
import { contentInMemory, storedContent } from '../kernel/stored-content.ts';
import { documentPdfDamaged } from './errors.ts';
import type { SigningField } from './field.ts';
import type { SigningPreparing } from './ports.ts';
import type { SendPlan } from './send-plan.ts';
import {
  type MadeSigningCopy,
  PdfNotDrawable,
  type SignaturePageField,
  signaturePageLabel,
} from './signing-pdf-composer.ts';

/** A signing copy that is stored, and not yet of any document. */
export interface StoredSigningCopy {
  readonly version: MadeVersion;
  readonly signaturePageFields: readonly SignaturePageField[];
}

/**
 * Makes the copy that people sign, looks into it as into any PDF (SIG-5), and stores it. Until a transaction keeps its
 * object, a note says that it is on its way, so that nothing of a refused sending stays.
 */
export async function storedSigningCopy(
  { original, draft, onSignaturePage }: SendPlan,
  context: SigningPreparing,
): Promise<StoredSigningCopy> {
  const { blobs, newId, now, workspaceId, user, transact } = context;
  const { bytes, pages, signaturePageFields } = await madeCopy(
    storedContent(blobs, original),
    {
      language: draft.round.language,
      signers: onSignaturePage.map(({ id, name }) => ({ signerId: id, name })),
    },
    context,
  );
  const id = newId();
  const blobKey = versionBlobKey(workspaceId, id);
  await transact(({ incomingFiles }) => incomingFiles.begin(blobKey, now));
  await blobs.put(blobKey, bytes, { sizeBytes: bytes.byteLength });
  return {
    version: {
      id,
      documentId: original.documentId,
      kind: 'signing_copy',
      sha256: hexOf(sha256(bytes)),
      sizeBytes: bytes.byteLength,
      mimeType: original.mimeType,
      pages,
      blobKey,
      createdByUserId: user.userId,
    },
    signaturePageFields,
  };
}

async function madeCopy(
  original: ByteSource,
  page: { readonly language: string; readonly signers: readonly { signerId: string; name: string }[] },
  { signingPdfComposer, pdfInspector }: SigningPreparing,
): Promise<MadeSigningCopy> {
  const copy = await signingPdfComposer
    .signingCopy(original, page.signers.length === 0 ? null : page)
    .catch((error: unknown) => {
      throw error instanceof PdfNotDrawable ? damaged(error.reason) : error;
    });
  const { flags } = await pdfInspector.inspect(contentInMemory(copy.bytes));
  if (flags.some((flag) => flag !== 'external_reference')) throw damaged('active');
  return copy;
}

const damaged = (code: string) =>
  documentPdfDamaged({
    details: [{ path: '', code, message: 'No copy for signing can be made of this PDF.' }],
  });

/** The fields of the page that was added, as ordinary ones (documents 7.1). */
export const fieldOfSignaturePage = (
  { signerId, kind, page, x, y, width, height }: SignaturePageField,
  round: { readonly id: string; readonly documentId: string },
  id: string,
): SigningField => ({
  id,
  documentId: round.documentId,
  roundId: round.id,
  signerId,
  kind,
  page,
  x,
  y,
  width,
  height,
  label: signaturePageLabel,
  required: true,
  readOnly: false,
  defaultValue: null,
  maxLength: null,
  multiline: false,
  dateMode: kind === 'date' ? 'signed_on' : null,
  dateFormat: kind === 'date' ? 'iso' : null,
  fontSize: kind === 'date' ? 10 : null,
  value: null,
  completedAt: null,
  clientRef: null,
});
