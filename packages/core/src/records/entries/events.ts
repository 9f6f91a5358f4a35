import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, instant, userId, workspaceId } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import { addendumKinds } from '../addenda/addendum.ts';
import type { AboutRecord } from '../events.ts';
import { recordWebhook } from '../record-webhook.ts';
import type { RecordEntry } from './entry.ts';
import { reauthMethods } from './signature.ts';

export const entryAndLabels = {
  artifactId: id(),
  caseId: id(),
  subjectId: id(),
  labels: z.array(z.enum(labels)),
};
type AboutEntry = z.output<z.ZodObject<typeof entryAndLabels>>;
export const ofEntry = {
  target: ({ artifactId }: AboutEntry) => ({ kind: 'entry', id: artifactId }),
  refs: ({ artifactId, caseId, subjectId }: AboutEntry) => ({ artifactId, caseId, subjectId }),
  labels: ({ labels: effective }: AboutEntry) => effective,
};
type Entry = Pick<RecordEntry, 'id' | 'caseId' | 'subjectId' | 'effectiveMask'>;

/** What every event about an entry says of it. */
export const aboutEntry = ({ id: artifactId, caseId, subjectId, effectiveMask }: Entry): AboutEntry => ({
  ...{ artifactId, caseId, subjectId },
  labels: [...labelsOf(effectiveMask)],
});
/** What lines about records of any kind say of an entry. */
export const recordOfEntry = ({ id: artifactId, caseId, subjectId, effectiveMask }: Entry): AboutRecord => ({
  record: { kind: 'entry', id: artifactId, subjectId, caseId, artifactId },
  labels: [...labelsOf(effectiveMask)],
});

const savedEntry = { ...entryAndLabels, version: z.int() };
type AboutSavedEntry = z.output<z.ZodObject<typeof savedEntry>>;
/** The same with the version that callers send: webhooks say it. */
export const aboutSavedEntry = (entry: Entry & Pick<RecordEntry, 'version'>): AboutSavedEntry => ({
  ...aboutEntry(entry),
  version: entry.version,
});
const ofSavedEntry = {
  ...ofEntry,
  target: ({ artifactId, version }: AboutSavedEntry) => ({ kind: 'entry', id: artifactId, version }),
};
const webhookOfEntry = { webhook: recordWebhook(ofSavedEntry.target) };

const ofVersion = { ...entryAndLabels, versionNumber: z.int() };
const reasoned = z.strictObject({ ...ofVersion, reason: z.string().nullable() });
const withReason = {
  detail: ({ reason }: { reason: string | null }) => (reason === null ? null : { reason }),
};
type OfVersion = { readonly versionNumber: number };
const numbered = { facts: ({ versionNumber }: OfVersion) => ({ versionNumber }) };

export const entryCreated = event(
  'entry.created',
  z.strictObject({ ...entryAndLabels, entryType: z.string(), templateVersion: z.int().nullable() }),
  { ...ofEntry, facts: ({ entryType, templateVersion }) => ({ entryType, templateVersion }) },
);
export const entryDraftUpdated = event(
  'entry.draft_updated',
  z.strictObject({ ...entryAndLabels, changed: z.array(z.string()) }),
  { ...ofEntry, facts: ({ changed }) => ({ changed }) },
);
export const entryTakenOver = event(
  'entry.taken_over',
  z.strictObject({ ...ofVersion, formerAuthorUserId: userId(), reason: z.string() }),
  {
    ...ofEntry,
    facts: ({ versionNumber, formerAuthorUserId }) => ({ versionNumber, formerAuthorUserId }),
    detail: ({ reason }) => ({ reason }),
  },
);
export const entrySubmitted = event(
  'entry.submitted',
  z.strictObject({
    ...ofVersion,
    submission: z.int(),
    contentHash: z.string(),
    reason: z.string().nullable(),
  }),
  {
    ...ofEntry,
    ...withReason,
    facts: ({ versionNumber, submission, contentHash }) => ({ versionNumber, submission, contentHash }),
  },
);
export const entryApproved = event(
  'entry.approved',
  z.strictObject({ ...ofVersion, singlePerson: z.boolean(), reason: z.string().nullable() }),
  {
    ...ofEntry,
    ...withReason,
    facts: ({ versionNumber, singlePerson }) => ({ versionNumber, singlePerson }),
  },
);
export const entryReturned = event('entry.returned', reasoned, { ...ofEntry, ...numbered, ...withReason });
export const entryWithdrawn = event('entry.withdrawn', reasoned, { ...ofEntry, ...numbered, ...withReason });

const signed = z.strictObject({ ...ofVersion, version: z.int(), contentHash: z.string(), signatureId: id() });
const signedFacts = ({ versionNumber, contentHash, signatureId }: z.output<typeof signed>) => ({
  versionNumber,
  contentHash,
  signatureId,
});
export const entryFinalized = event(
  'entry.finalized',
  signed,
  { ...ofSavedEntry, facts: signedFacts },
  webhookOfEntry,
);
export const entryAmended = event(
  'entry.amended',
  signed,
  { ...ofSavedEntry, facts: signedFacts },
  webhookOfEntry,
);
export const entryVersionOpened = event(
  'entry.version_opened',
  z.strictObject({ ...ofVersion, authorUserId: userId() }),
  { ...ofEntry, ...numbered },
);
export const entryAddendumAdded = event(
  'entry.addendum_added',
  z.strictObject({
    ...savedEntry,
    addendumId: id(),
    kind: z.enum(addendumKinds),
    contentHash: z.string(),
  }),
  { ...ofSavedEntry, facts: ({ kind, contentHash }) => ({ kind, contentHash }) },
  webhookOfEntry,
);

export const entryCoSignRequested = event(
  'entry.co_sign_requested',
  z.strictObject({ ...ofVersion, requestedFromUserId: userId().nullable() }),
  { ...ofEntry, ...numbered },
);
export const entryCoSigned = event(
  'entry.co_signed',
  z.strictObject({ ...savedEntry, signatureId: id(), comment: z.string().nullable() }),
  {
    ...ofSavedEntry,
    facts: ({ signatureId }) => ({ signatureId }),
    detail: ({ comment }) => (comment === null ? null : { comment }),
  },
  webhookOfEntry,
);
export const entryCoSignDeclined = event('entry.co_sign_declined', reasoned, {
  ...ofEntry,
  ...numbered,
  ...withReason,
});
export const entryVersionAbandoned = event('entry.version_abandoned', z.strictObject(ofVersion), {
  ...ofEntry,
  ...numbered,
});
export const entryEnteredInError = event(
  'entry.entered_in_error',
  z.strictObject({ ...savedEntry, priorStatus: z.string(), reason: z.string() }),
  { ...ofSavedEntry, facts: ({ priorStatus }) => ({ priorStatus }), detail: ({ reason }) => ({ reason }) },
  webhookOfEntry,
);
/** Its author is reminded; that they were is stored with it. */
export const entrySignatureDue = event(
  'entry.signature_due',
  z.strictObject({ artifactId: id(), dueAt: instant(), hoursLate: z.int() }),
  null,
);
/** Those who lead cases are told of what is not signed; that they are is stored with it. */
export const entriesUnsigned = event(
  'entry.unsigned',
  z.strictObject({ workspaceId: workspaceId(), on: z.iso.date() }),
  null,
);
export const entryRead = event('entry.read', z.strictObject(ofVersion), { ...ofEntry, ...numbered });

/** What was approved or signed is not what is stored: somebody changed it where nobody may. */
export const entryIntegrityFailed = event(
  'audit.integrity_failed',
  z.strictObject({ ...ofVersion, submission: z.int() }),
  {
    ...ofEntry,
    facts: ({ versionNumber, submission }) => ({ versionNumber, submission }),
    outcome: 'failure',
  },
);

const attestation = { signerUserId: z.string(), reauthMethod: z.enum(reauthMethods) };
export const attestationOpened = event(
  'attestation.opened',
  z.strictObject({
    ...attestation,
    attestationSessionId: id(),
    entryCount: z.int(),
    manifestSha256: z.string(),
  }),
  {
    target: ({ attestationSessionId }) => ({ kind: 'attestation_session', id: attestationSessionId }),
    facts: ({ reauthMethod, entryCount, manifestSha256 }) => ({ reauthMethod, entryCount, manifestSha256 }),
  },
);
/** Somebody tried to sign and did not prove who they are; what they gave is nowhere (REC-45). */
export const attestationFailed = event('attestation.failed', z.strictObject(attestation), {
  target: ({ signerUserId }) => ({ kind: 'user', id: signerUserId }),
  facts: ({ reauthMethod }) => ({ reauthMethod }),
  outcome: 'failure',
});
