import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import { confidentialities, type Label, labels, labelsOf } from './access/labels.ts';
import type { RecordCase } from './cases/case.ts';
import { recordWebhook } from './record-webhook.ts';
import { mergeableFields } from './subjects/merges/merge.ts';
import { identifierTypes, type Subject, subjectKinds, subjectStates } from './subjects/subject.ts';

const subjectAndLabels = { subjectId: id(), labels: z.array(z.enum(labels)) };
interface AboutSubject {
  readonly subjectId: string;
  readonly labels: readonly Label[];
}
const ofSubject = {
  target: ({ subjectId }: AboutSubject) => ({ kind: 'subject', id: subjectId }),
  refs: ({ subjectId }: AboutSubject) => ({ subjectId }),
  labels: ({ labels: effective }: AboutSubject) => effective,
};

/** Kinds of things that lines of more than one kind are about. */
const recordKinds = ['subject', 'case', 'encounter', 'entry', 'follow_up', 'amendment'] as const;
const recordAndLabels = {
  record: z.strictObject({
    kind: z.enum(recordKinds),
    id: id(),
    subjectId: id().nullable(),
    caseId: id().nullable(),
    artifactId: id().nullable(),
  }),
  labels: z.array(z.enum(labels)),
};
export type AboutRecord = z.output<z.ZodObject<typeof recordAndLabels>>;
const ofRecord = {
  target: ({ record: { kind, id: recordId } }: AboutRecord) => ({ kind, id: recordId }),
  refs: ({ record: { subjectId, caseId, artifactId } }: AboutRecord) => ({ subjectId, caseId, artifactId }),
  labels: ({ labels: effective }: AboutRecord) => effective,
};

/** What lines about records of any kind say of a subject. */
export const recordOfSubject = ({
  id: subjectId,
  effectiveMask,
}: Pick<Subject, 'id' | 'effectiveMask'>): AboutRecord => ({
  record: { kind: 'subject', id: subjectId, subjectId, caseId: null, artifactId: null },
  labels: [...labelsOf(effectiveMask)],
});
/** And of a case. */
export const recordOfCase = ({
  id: caseId,
  primarySubjectId,
  effectiveMask,
}: Pick<RecordCase, 'id' | 'primarySubjectId' | 'effectiveMask'>): AboutRecord => ({
  record: { kind: 'case', id: caseId, subjectId: primarySubjectId, caseId, artifactId: null },
  labels: [...labelsOf(effectiveMask)],
});

/** What every event about a subject says of it. */
export const aboutSubject = ({ id: subjectId, effectiveMask }: Pick<Subject, 'id' | 'effectiveMask'>) => ({
  subjectId,
  labels: [...labelsOf(effectiveMask)],
});

export const subjectCreated = event(
  'subject.created',
  z.strictObject({
    ...subjectAndLabels,
    confidentiality: z.enum(confidentialities),
    kind: z.enum(subjectKinds),
    displayName: z.string(),
  }),
  {
    ...ofSubject,
    facts: ({ confidentiality, kind }) => ({ confidentiality, kind }),
    detail: ({ displayName }) => ({ displayName }),
  },
);
/** Values as they were and as they are stand beside the chain, names of fields in it. */
export const subjectUpdated = event(
  'subject.updated',
  z.strictObject({
    ...subjectAndLabels,
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
  }),
  {
    ...ofSubject,
    facts: ({ after }) => ({ changed: Object.keys(after).sort() }),
    detail: ({ before, after }) => ({ before, after }),
  },
);
export const subjectStatusChanged = event(
  'subject.status_changed',
  z.strictObject({
    ...subjectAndLabels,
    from: z.enum(subjectStates.states),
    to: z.enum(subjectStates.states),
  }),
  { ...ofSubject, facts: ({ from, to }) => ({ from, to }) },
);

/** What was said of the subject is gone for good (governance 7). */
export const subjectDisposedOf = event('subject.disposed', z.strictObject(subjectAndLabels), ofSubject);

const identifierOf = z.strictObject({
  ...subjectAndLabels,
  type: z.enum(identifierTypes),
  system: z.string(),
  masked: z.string(),
});
export const subjectIdentifierAdded = event('subject.identifier_added', identifierOf, {
  ...ofSubject,
  facts: ({ type }) => ({ type }),
  detail: ({ system, masked }) => ({ system, value: masked }),
});
export const subjectIdentifierVoided = event(
  'subject.identifier_voided',
  z.strictObject({ ...identifierOf.shape, reason: z.string() }),
  {
    ...ofSubject,
    facts: ({ type }) => ({ type }),
    detail: ({ system, masked, reason }) => ({ system, value: masked, reason }),
  },
);

export const subjectDuplicateOverridden = event(
  'subject.duplicate_overridden',
  z.strictObject({ ...subjectAndLabels, candidateIds: z.array(id()), reason: z.string() }),
  {
    ...ofSubject,
    facts: ({ candidateIds }) => ({ candidateIds }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** What webhooks say of records: ids and labels alone (governance 4.12). */
const ofMerge = z.strictObject({
  ...subjectAndLabels,
  version: z.int(),
  mergeId: id(),
  mergedSubjectId: id(),
  reason: z.string(),
});
interface Merged extends AboutSubject {
  readonly version: number;
}
const targetOfMerge = ({ subjectId, version }: Merged) => ({ kind: 'subject', id: subjectId, version });
const webhookOfMerge = { webhook: recordWebhook(targetOfMerge) };

export const subjectMerged = event(
  'subject.merged',
  ofMerge,
  {
    ...ofSubject,
    target: targetOfMerge,
    facts: ({ mergedSubjectId, mergeId }) => ({ mergedSubjectId, mergeId }),
    detail: ({ reason }) => ({ reason }),
  },
  webhookOfMerge,
);
export const subjectMergeReversed = event(
  'subject.merge_reversed',
  z.strictObject({ ...ofMerge.shape, conflicts: z.array(z.enum(mergeableFields)) }),
  {
    ...ofSubject,
    target: targetOfMerge,
    facts: ({ mergeId, conflicts }) => ({ mergeId, conflicts }),
    detail: ({ reason }) => ({ reason }),
  },
  webhookOfMerge,
);

export const confidentialityRaised = event(
  'confidentiality.raised',
  z.strictObject({ ...recordAndLabels, added: z.array(z.enum(labels)) }),
  { ...ofRecord, facts: ({ added }) => ({ added: [...added].sort() }) },
);
export const confidentialityLowered = event(
  'confidentiality.lowered',
  z.strictObject({ ...recordAndLabels, removed: z.array(z.enum(labels)), reason: z.string() }),
  {
    ...ofRecord,
    facts: ({ removed }) => ({ removed: [...removed].sort() }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** What lists show, as the ledger names it. */
const listResources = [
  'subjects',
  'duplicates',
  'cases',
  'entries',
  'follow_ups',
  'amendments',
  'consents',
  'disclosures',
  'accounting',
  'intelligence_runs',
] as const;
export type ListResource = (typeof listResources)[number];

/** Reading what is labelled beyond confidential leaves a line (REC-6). */
export const subjectRead = event('subject.read', z.strictObject(subjectAndLabels), ofSubject);
export const recordsListRead = event(
  'records.list_read',
  z.strictObject({
    resource: z.enum(listResources),
    workspaceId: z.string(),
    ids: z.array(id()),
    labels: z.array(z.enum(labels)),
  }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ resource, ids }) => ({ resource, count: ids.length, ids }),
    labels: ({ labels: effective }) => effective,
  },
);

/** Whoever verifies a signature later finds here with which key it was made. */
export const recordsSigningKeyCreated = event(
  'records.signing_key_created',
  z.strictObject({ workspaceId: z.string(), keyId: z.string(), publicKey: z.string() }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ keyId, publicKey }) => ({ keyId, publicKey }),
  },
);

/** Somebody asked for a record that there is, and was refused (REC-7). */
export const accessDenied = event('access.denied', z.strictObject({ ...recordAndLabels, code: z.string() }), {
  ...ofRecord,
  facts: ({ code }) => ({ code }),
  outcome: 'denied',
});
