import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { confidentialities, labels } from '../access/labels.ts';
import { AddendumView } from '../addenda/views.ts';
import { AmendmentView } from '../amendments/views.ts';
import { AttachmentView } from '../attachments/views.ts';
import { UserRef } from '../subjects/user-refs.ts';
import { sectionKinds } from '../templates/section.ts';
import { coSignPolicies, reviewPolicies } from '../templates/template.ts';
import {
  coSignStates,
  entrySourceKinds,
  entryStates,
  entryVersionStates,
  submissionOutcomes,
} from './entry.ts';
import { SignatureView } from './signature-view.ts';

const orNull = <S extends z.ZodType>(what: S) => what.nullable();
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

const WrittenSectionView = z
  .object({
    key: z.string().describe('The name of the section for programs.'),
    title: z.string().describe('What people read above it.'),
    kind: z.enum(sectionKinds).describe('What is written in it.'),
    value: value.describe('What is written; null for nothing.'),
  })
  .meta({ id: 'EntrySection', description: 'What is written in one section of an entry.' });

const EntryVersionView = z
  .object({
    number: z.int().describe('Which version it is, from 1 on.'),
    state: z.enum(entryVersionStates.states).describe('Where it stands.'),
    submission: z.int().describe('How often it was submitted.'),
    contentHash: z
      .string()
      .nullable()
      .describe('The salted hash of what was submitted; null while it can be changed.'),
    changeSummary: z.string().nullable().describe('What its author says is new; null if nothing is said.'),
    amendmentId: orNull(z.uuid()).describe('The request that it answers; null for none.'),
    author: UserRef.describe('Who wrote it.'),
    createdAt: shown.createdAt(),
    submittedAt: orNull(shown.instant()).describe('When it was submitted last; null if it never was.'),
    approvedBy: orNull(UserRef).describe('Who approved it; null if nobody has.'),
    approvedAt: orNull(shown.instant()).describe('When it was approved; null if it is not.'),
    singlePerson: z.boolean().describe('Whether whoever wrote it approved it, because nobody else could.'),
    finalizedAt: orNull(shown.instant()).describe('When it was signed; null if it is not.'),
    supersededAt: orNull(shown.instant()).describe('When a later version took its place; null if none did.'),
  })
  .meta({ id: 'EntryVersion', description: 'One numbered state of the content of an entry.' });

const SubmissionView = z
  .object({
    number: z.int().describe('The version.'),
    submission: z.int().describe('Which submission of the version it is, from 1 on.'),
    submittedAt: shown.instant().describe('When it was submitted.'),
    submittedBy: UserRef.describe('Who submitted it.'),
    contentHash: z.string().describe('The salted hash of what was submitted.'),
    outcome: z.enum(submissionOutcomes).describe('What became of it.'),
    reason: z.string().nullable().describe('Why; null if nothing is said.'),
  })
  .meta({ id: 'EntrySubmission', description: 'What was submitted at one time; it never changes.' });

export const CoSignView = z
  .object({
    policy: z.enum(coSignPolicies).describe('Whether a second person signs too.'),
    status: z.enum(coSignStates.states).describe('Where it stands.'),
    versionNumber: orNull(z.int()).describe('The version that it is about; null if nobody was asked yet.'),
    requestedFrom: orNull(UserRef).describe('Who is asked; null for nobody by name.'),
    decidedAt: orNull(shown.instant()).describe('When they signed or declined; null if they have not.'),
  })
  .meta({ id: 'EntryCoSign', description: 'The second signature of an entry.' });

const WorkingVersionView = z
  .object({
    number: z.int().describe('The version.'),
    state: z.enum(entryVersionStates.states).describe('Where it stands.'),
    submission: z.int().describe('How often it was submitted.'),
    amendmentId: orNull(z.uuid()).describe('The request that it answers; null for none.'),
  })
  .meta({ id: 'WorkingVersion', description: 'The version that is being written or reviewed.' });

const common = {
  id: shown.ownId(),
  caseId: z.uuid().describe('The id of the case.'),
  entryType: z.string().describe('The type of the entry, a word of your trade.'),
  title: z.string().describe('What people call the entry.'),
  status: z.enum(entryStates.states).describe('Where it stands.'),
  workingVersion: orNull(WorkingVersionView).describe('What is being written or reviewed; null for nothing.'),
  currentVersion: orNull(z.int()).describe('The newest version that was signed; null before the first.'),
  occurredAt: shown.instant().describe('When what is recorded happened.'),
  signatureDueAt: orNull(shown.instant()).describe('When it is to be signed; null once it is.'),
  author: UserRef.describe('Who writes it, or wrote it.'),
  effectiveLabels: z
    .array(z.enum(labels))
    .describe(
      'The labels that decide who reads it: its own, those of its case and of its subject, the highest first.',
    ),
  updatedAt: shown.updatedAt(),
};

export const EntrySummaryView = z
  .object({
    ...common,
    coSign: z
      .object({ status: z.enum(coSignStates.states).describe('Where it stands.') })
      .describe('The second signature.'),
    addendaCount: z.int().describe('How much was added to its signed versions.'),
    attachmentsCount: z.int().describe('How many files it has.'),
  })
  .meta({ id: 'EntrySummary', description: 'An entry in a list.' });

export const EntryView = z
  .object({
    ...common,
    workspaceId: shown.workspaceId(),
    subjectId: z.uuid().describe('The id of the subject that it is about.'),
    encounterId: orNull(z.uuid()).describe('The encounter that it belongs to; null for none.'),
    template: z
      .object({
        id: z.uuid().describe('The id of the template.'),
        code: z.string().describe('Its name for programs.'),
        version: z.int().describe('The version that the entry began with.'),
      })
      .nullable()
      .describe('What it was written from; null for none.'),
    lateEntry: z
      .boolean()
      .describe('Whether it was first signed more than three days after what it records.'),
    confidentiality: z
      .enum(confidentialities)
      .describe('The highest of its own labels; standard without any.'),
    additionalLabels: z.array(z.enum(labels)).describe('Its other labels, the highest first.'),
    reviewPolicy: z.enum(reviewPolicies).describe('Who approves it.'),
    coSign: CoSignView.describe('The second signature.'),
    versionShown: z.int().describe('The version in content.'),
    content: z
      .object({ sections: z.array(WrittenSectionView).describe('What is written, in order.') })
      .nullable()
      .describe('What is written; null once it was destroyed.'),
    contentText: z
      .string()
      .nullable()
      .describe('The same as plain text, into which citations point; null once it was destroyed.'),
    contentHash: z
      .string()
      .nullable()
      .describe('The salted hash of what is shown; null while it can be changed.'),
    erased: z.boolean().describe('Whether what was written was destroyed.'),
    versions: z.array(EntryVersionView).describe('All versions, the oldest first.'),
    submissions: z.array(SubmissionView).describe('Everything that was submitted, the oldest first.'),
    signatures: z.array(SignatureView).describe('All signatures, the oldest first.'),
    addenda: z.array(AddendumView).describe('What was added to signed versions, the oldest first.'),
    amendments: z.array(AmendmentView).describe('Requests to change it, the oldest first.'),
    source: z
      .object({
        promotionId: orNull(z.uuid()).describe('The promotion that made it; null for none.'),
        kind: z.enum(entrySourceKinds).describe('What it was made from.'),
        sourceId: z.string().describe('The id of what it was made from.'),
        sourceVersion: orNull(z.string()).describe('The version of that; null if it has none.'),
        sourceSha256: orNull(z.string()).describe('The SHA-256 of its bytes; null if it has none.'),
      })
      .nullable()
      .describe('What it was made from; null if somebody just wrote it.'),
    attachments: z
      .array(AttachmentView)
      .describe('Its files, and those that were removed and that something submitted names.'),
    replacesArtifactId: orNull(z.uuid()).describe(
      'The entry in error that it was written in place of; null for none.',
    ),
    replacedByArtifactId: orNull(z.uuid()).describe(
      'The entry that was written in place of this one; null for none.',
    ),
    enteredInError: z
      .object({
        at: shown.instant().describe('When it was marked.'),
        by: UserRef.describe('Who marked it.'),
        reason: z.string().nullable().describe('Why; null once it was destroyed.'),
        priorStatus: z.string().describe('Where it stood before.'),
      })
      .nullable()
      .describe('That it should not have been made; null if it stands.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'Entry', description: 'One authored record inside a case.' });
