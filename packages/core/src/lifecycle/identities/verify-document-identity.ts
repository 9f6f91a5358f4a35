import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { id } from '../../kernel/shapes.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  identityFormatNotAllowed,
  identityNoMrzFound,
  identityTypeNotGovernment,
  subjectNotFound,
} from '../errors.ts';
import { identityDocumentVerified } from '../events.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import { type DocumentInLifecycle, lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { identified } from '../lifecycles/lifecycle.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from '../lifecycles/views.ts';
import { action, type LifecyclePorts } from '../ports.ts';
import { claim, specimenClaim, specimenLines, zoneLines } from './claim-fields.ts';
import { type Claim, compared } from './comparison.ts';
import { hashesOf, type IdentityVerification, keptFields, sealedFields } from './identity-verification.ts';
import { type LinesOfDocument, linesOfDocument } from './lines-of-document.ts';
import { outcomeOf, type ZoneSource } from './outcome.ts';
import { maySee } from './subject-access.ts';
import { IdentityVerificationView, identityVerificationView } from './views.ts';
import { type Zone, zoneIn } from './zones/zone.ts';

export const verifyDocumentIdentity = action({
  summary: 'Check an identity document by its machine readable zone',
  description:
    'Checks the digits and dates of the zone, and compares it with what is claimed. It tells whether all of that agrees, not whether the document is genuine. You give the lines, or have them read where an extraction has found them. They are forgotten; of the number only the end is kept.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: {
    command: 'documents lifecycle verify-identity',
    example: { mrzLines: JSON.stringify(specimenLines) },
  },
  input: z
    .strictObject({
      documentId: documentId(),
      mrzLines: zoneLines()
        .optional()
        .describe('The lines of the zone, without blanks; left out if they are to be read in the document.'),
      source: z
        .literal('document')
        .optional()
        .describe('That the lines are to be read in the document; instead of mrzLines.'),
      subjectId: id()
        .optional()
        .describe('The id of the subject whom the document is about; left out, of nobody.'),
      claimed: claim().describe('What is claimed about the holder; at least one thing.'),
      applyExpiry: z
        .boolean()
        .default(true)
        .describe(
          'Whether the date of expiry becomes the stated one of the document; a person still has to confirm it.',
        ),
    })
    .meta({ examples: [{ mrzLines: specimenLines, claimed: specimenClaim }] }),
  output: z.object({ verification: IdentityVerificationView, lifecycle: LifecycleView }),
  errors: [
    documentNotFound,
    documentInvalidState,
    identityTypeNotGovernment,
    identityFormatNotAllowed,
    identityNoMrzFound,
    subjectNotFound,
  ],

  prepares: ({ source }) => source !== undefined,
  async prepare({ documentId: wanted, mrzLines, source }, context): Promise<LinesOfDocument | null> {
    if (source === undefined) return null;
    if (mrzLines !== undefined) throw oneOfBoth();
    return linesOfDocument(wanted, context);
  },

  find: lifecycleToChange,
  may: onLifecycle('configure'),

  async run({ documentId: wanted, mrzLines, claimed, applyExpiry, subjectId = null }, context) {
    const { found, lifecycles, prepared, now, timeZones } = context;
    if (found.document.status !== 'active') throw documentInvalidState();
    const read = prepared ?? givenLines(mrzLines);
    const asOf = localDate(now, found.lifecycle.timeZone, timeZones);
    const zone = zoneIn(read.lines, asOf);
    // The shape of the input has found a format already.
    if (zone === null) throw new Error('Lines of a format have no zone');
    await requireGovernmentIdentity(found, zone, context);
    await requireSubject(subjectId, context);

    const { specimenAllowed } = await context.lifecycleSettings.get();
    const judged = {
      zone,
      asOf,
      subjectId,
      ...read,
      ...judgement(zone, read.source, asOf, claimed, specimenAllowed),
    };
    const isApplied = applyExpiry && (await withExpiry(found, judged, context));
    const { verification, fields } = await kept(judged, context);
    const lifecycle = isApplied ? await lifecycles.read(wanted, now) : found.lifecycle;
    return {
      verification: identityVerificationView(verification, fields),
      lifecycle: await lifecycleView({ ...found, lifecycle }, context),
    };
  },
});

type Context = WritingContext &
  LifecyclePorts & { readonly found: DocumentInLifecycle; readonly workspaceId: string };

/** Only of types that say so, and in the formats that the type has (IDV-4). */
async function requireGovernmentIdentity(
  { document }: DocumentInLifecycle,
  { format }: Zone,
  { documentTypes }: LifecyclePorts,
): Promise<void> {
  const { documentTypeId } = document;
  const type = documentTypeId === null ? null : await documentTypes.get(documentTypeId);
  if (type === null || !type.governmentIdentity) throw identityTypeNotGovernment();
  const { identityFormats } = type;
  if (identityFormats.length > 0 && !identityFormats.includes(format)) throw identityFormatNotAllowed();
}

/** Whoever names a subject has to see it. */
async function requireSubject(subjectId: string | null, { subjectAccess, user }: Context): Promise<void> {
  if (subjectId !== null && !(await maySee(subjectAccess, user.userId, subjectId))) throw subjectNotFound();
}

const oneOfBoth = () =>
  invalidField(
    '/mrzLines',
    'field.required',
    'Give the lines, or say with source that they are to be read in the document, and not both.',
  );

function givenLines(lines: readonly string[] | undefined) {
  if (lines === undefined) throw oneOfBoth();
  return { lines, source: 'caller' as const, evidenceId: null };
}

function judgement(
  zone: Zone,
  source: ZoneSource,
  asOf: PlainDate,
  claimed: Claim,
  specimenAllowed: boolean,
) {
  const comparisons = compared(claimed, zone);
  return { comparisons, outcome: outcomeOf({ zone, comparisons, source, asOf, specimenAllowed }) };
}

interface Judged
  extends Pick<
    IdentityVerification,
    'comparisons' | 'outcome' | 'source' | 'evidenceId' | 'asOf' | 'subjectId'
  > {
  readonly zone: Zone;
}

/** Writes the check down, without anything that the document could be copied by (IDV-7). */
async function kept(
  { zone, comparisons, outcome, source, evidenceId, asOf, subjectId }: Judged,
  context: Context,
) {
  const { found, identityVerifications, keyRing, workspaceId, user, now, newId, emit } = context;
  const hashes = hashesOf(zone.fields, workspaceId, keyRing);
  const isSeenElsewhere = await identityVerifications.isSeenElsewhere(hashes);
  const [ownId, fields] = [newId(), keptFields(zone.fields)];
  const verification: IdentityVerification = {
    id: ownId,
    documentId: found.document.id,
    subjectId,
    format: zone.format,
    fieldsSealed: sealedFields(ownId, fields, keyRing),
    ...hashes,
    comparisons,
    outcome,
    source,
    evidenceId,
    checks: zone.checks.map(({ name, ok }) => ({ name, ok })),
    findings: [...zone.findings, ...(isSeenElsewhere ? ['number_seen_elsewhere'] : [])].sort(),
    asOf,
    verifiedByUserId: user.userId,
    createdAt: now,
  };
  await identityVerifications.add(verification);
  const { id: documentId, visibility } = found.document;
  emit(identityDocumentVerified, { verificationId: ownId, documentId, outcome, visibility });
  return { verification, fields };
}

/** States the date of a document that was verified, for a person to confirm (IDV-5); true if that changed something. */
async function withExpiry(
  { document, lifecycle }: DocumentInLifecycle,
  { zone, outcome }: Judged,
  context: Context,
): Promise<boolean> {
  const { expiryDate } = zone.fields;
  if (expiryDate === null || (outcome !== 'verified' && outcome !== 'expired')) return false;
  const after = identified(lifecycle, expiryDate);
  if (after === lifecycle) return false;
  await context.lifecycles.save({ ...after, updatedAt: context.now });
  await evaluateDocuments([document.id], context);
  return true;
}
