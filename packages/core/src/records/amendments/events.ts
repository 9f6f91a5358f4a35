import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { AboutRecord } from '../events.ts';
import { recordWebhook } from '../record-webhook.ts';
import { type Amendment, denialBases, requesterKinds } from './amendment.ts';

const amendmentAndLabels = {
  amendmentId: id(),
  artifactId: id(),
  caseId: id(),
  subjectId: id(),
  version: z.int(),
  labels: z.array(z.enum(labels)),
};
type AboutAmendment = z.output<z.ZodObject<typeof amendmentAndLabels>>;
type OfEntry = Pick<RecordEntry, 'id' | 'caseId' | 'subjectId' | 'effectiveMask'>;

/** What every event about a request says of it. */
export const aboutAmendment = (
  { id: amendmentId, version }: Pick<Amendment, 'id' | 'version'>,
  { id: artifactId, caseId, subjectId, effectiveMask }: OfEntry,
): AboutAmendment => ({
  ...{ amendmentId, artifactId, caseId, subjectId, version },
  labels: [...labelsOf(effectiveMask)],
});

/** What lines about records of any kind say of a request. */
export const recordOfAmendment = (
  { id: amendmentId }: Pick<Amendment, 'id'>,
  { id: artifactId, caseId, subjectId, effectiveMask }: OfEntry,
): AboutRecord => ({
  record: { kind: 'amendment', id: amendmentId, subjectId, caseId, artifactId },
  labels: [...labelsOf(effectiveMask)],
});

const targetOf = ({ amendmentId, version }: AboutAmendment) => ({
  kind: 'amendment',
  id: amendmentId,
  version,
});
const ofAmendment = {
  target: targetOf,
  refs: ({ artifactId, caseId, subjectId }: AboutAmendment) => ({ artifactId, caseId, subjectId }),
  labels: ({ labels: effective }: AboutAmendment) => effective,
};
const webhook = recordWebhook(targetOf);
/** What was accepted, denied or withdrawn leaves as one type (governance 4.12). */
const decided = { webhook: { ...webhook, type: 'amendment.decided' } } as const;
const reasoned = { reason: z.string().nullable() };
const reasonOf = ({ reason }: { readonly reason: string | null }) => (reason === null ? null : { reason });

export const amendmentRequested = event(
  'amendment.requested',
  z.strictObject({ ...amendmentAndLabels, requestedByKind: z.enum(requesterKinds), reason: z.string() }),
  {
    ...ofAmendment,
    facts: ({ requestedByKind }) => ({ requestedByKind }),
    detail: ({ reason }) => ({ reason }),
  },
  { webhook },
);
export const amendmentExtended = event(
  'amendment.extended',
  z.strictObject({ ...amendmentAndLabels, dueOn: z.string(), reason: z.string() }),
  { ...ofAmendment, facts: ({ dueOn }) => ({ dueOn }), detail: ({ reason }) => ({ reason }) },
);
export const amendmentAccepted = event(
  'amendment.accepted',
  z.strictObject({
    ...amendmentAndLabels,
    ...reasoned,
    partially: z.boolean(),
    openedVersion: z.int(),
    singlePerson: z.boolean(),
    singlePersonReason: z.string().nullable(),
  }),
  {
    ...ofAmendment,
    facts: ({ partially, openedVersion, singlePerson }) => ({ partially, openedVersion, singlePerson }),
    detail: ({ reason, singlePersonReason }) =>
      reason === null && singlePersonReason === null ? null : { reason, singlePersonReason },
  },
  decided,
);
export const amendmentDenied = event(
  'amendment.denied',
  z.strictObject({
    ...amendmentAndLabels,
    ...reasoned,
    denialBasis: z.enum(denialBases),
    singlePerson: z.boolean(),
    singlePersonReason: z.string().nullable(),
  }),
  {
    ...ofAmendment,
    facts: ({ denialBasis, singlePerson }) => ({ denialBasis, singlePerson }),
    detail: ({ reason, singlePersonReason }) => ({ reason, singlePersonReason }),
  },
  decided,
);
export const amendmentWithdrawn = event(
  'amendment.withdrawn',
  z.strictObject({ ...amendmentAndLabels, ...reasoned }),
  { ...ofAmendment, detail: reasonOf },
  decided,
);
export const amendmentDisagreementRecorded = event(
  'amendment.disagreement_recorded',
  z.strictObject(amendmentAndLabels),
  ofAmendment,
);
export const amendmentRebuttalRecorded = event(
  'amendment.rebuttal_recorded',
  z.strictObject(amendmentAndLabels),
  ofAmendment,
);
/** The version that the acceptance opened was signed. What it says beside its facts is for those who gave the old one away. */
export const amendmentFulfilled = event(
  'amendment.fulfilled',
  z.strictObject({
    ...amendmentAndLabels,
    formerVersion: z.int(),
    openedVersion: z.int(),
    notifyPriorRecipients: z.boolean(),
  }),
  ofAmendment,
);

/** Somebody is told that it is late; that they were is stored with it. */
export const amendmentLate = event(
  'amendment.late',
  z.strictObject({ amendmentId: id(), audience: z.enum(['leads', 'privacy_officers']), on: z.iso.date() }),
  null,
);
