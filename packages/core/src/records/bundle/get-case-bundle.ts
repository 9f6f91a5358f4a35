import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import { foundBytes } from '../../kernel/stored-content.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { labelsOf } from '../access/labels.ts';
import { attachmentErased, attachmentNotClean, attachmentQuarantined } from '../attachments/errors.ts';
import { deniedCase, seenCase } from '../cases/seen-case.ts';
import { caseNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { type RecordsPreparing, slowQuery } from '../ports.ts';
import { bundlesOfCase } from '../rates.ts';
import { type BundleAsked, bundleFields } from './bundle-fields.ts';
import { bundleRows } from './bundle-rows.ts';
import { type BundleContent, composedBundle } from './composed-bundle.ts';
import { bundleBlobKey } from './delete-case-bundle.ts';
import { bundleChanged, bundleEmpty, bundleTooLarge, recordsExportNotAllowed } from './errors.ts';
import { caseBundleBegun, caseBundleCreated } from './events.ts';

export const getCaseBundle = slowQuery({
  summary: 'Take a bundle of a case as PDF',
  description:
    'What you may see of the case for your purpose and what is signed of it, with its files, page by page. The ledger keeps its SHA-256, which X-Content-SHA256 says too; X-Audit-Seq is the number of that line.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'records cases bundle' },
  always: true,
  throttles: bundlesOfCase,
  input: z.strictObject(bundleFields),
  output: madeFile('application/pdf'),
  errors: [
    caseNotFound,
    recordsExportNotAllowed,
    bundleEmpty,
    bundleChanged,
    bundleTooLarge,
    attachmentQuarantined,
    attachmentNotClean,
    attachmentErased,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context),

  async run(_, { found }) {
    return found.case.caseNumber;
  },

  async compose(caseNumber, asked, context) {
    const { blobs, workspaceId } = context;
    const made = (await attempted(asked, context)) ?? (await attempted(asked, context));
    if (made === null) throw bundleChanged();
    const key = bundleBlobKey(workspaceId, made.bundleId);
    const seq = await context.transact(({ auditTrail }) =>
      auditTrail.seqOfBundle(asked.caseId, made.bundleId),
    );
    return {
      mediaType: 'application/pdf',
      fileName: `${caseNumber}.pdf`,
      etag: `sha256-${made.sha256}`,
      cacheControl: 'no-store',
      sizeBytes: made.sizeBytes,
      headers: {
        'X-Content-SHA256': made.sha256,
        'X-Bundle-Id': made.bundleId,
        'X-Audit-Seq': String(seq),
      },
      content: sentOnce(key, blobs),
    };
  },
});

/** The bytes, whose object goes with the last of them, or when nobody reads them any more. */
async function* sentOnce(key: string, blobs: RecordsPreparing['blobs']): AsyncGenerator<Uint8Array> {
  try {
    yield* await foundBytes(blobs, key);
  } finally {
    await blobs.delete(key);
  }
}

interface StoredBundle {
  readonly bundleId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Composes and stores a bundle, and notes in one transaction that it was made if nothing of it has changed meanwhile; null
 * if something has (REC-63).
 */
async function attempted(asked: BundleAsked, context: RecordsPreparing): Promise<StoredBundle | null> {
  const { transact, blobs, newId, now, workspaceId } = context;
  const rows = await transact((work) => bundleRows(asked, work));
  const bundleId = newId();
  const content: BundleContent = await composedBundle(asked, rows, bundleId, context);
  const key = bundleBlobKey(workspaceId, bundleId);
  await transact(async ({ emit }) => emit(caseBundleBegun, { bundleId, deleteAt: plusMinutes(now, 60) }));
  await blobs.put(key, content.bytes, { sizeBytes: content.bytes.byteLength });
  const digest = hexOf(sha256(content.bytes));
  const isSame = await transact(async (work) => {
    const { seen, mask, state } = await bundleRows(asked, work);
    if (state !== rows.state) return false;
    work.accessedBy(seen.used);
    const { id: caseId, primarySubjectId: subjectId } = seen.case;
    work.emit(caseBundleCreated, {
      ...{ caseId, subjectId, labels: [...labelsOf(mask)], bundleId, sha256: digest },
      ...{ pages: content.pages, items: content.items },
    });
    return true;
  });
  if (isSame) return { bundleId, sha256: digest, sizeBytes: content.bytes.byteLength };
  await blobs.delete(key);
  return null;
}
