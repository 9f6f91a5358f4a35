import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import { clientUploadNotFound } from '../../file-requests/index.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../../meetings/index.ts';
import { uploadRejected, uploadTypeNotAllowed } from '../../uploads/index.ts';
import { projectNotFound } from '../../workspace/index.ts';
import { labelsOf } from '../access/labels.ts';
import { attachingRefusals } from '../attachments/attach.ts';
import { sealedFile } from '../attachments/sealed-file.ts';
import { AttachmentView } from '../attachments/views.ts';
import { requireOpenCase } from '../cases/case.ts';
import { caseId } from '../cases/case-fields.ts';
import { deniedCase, onCase, seenCase } from '../cases/seen-case.ts';
import { EncounterView } from '../encounters/views.ts';
import { keyOfCase } from '../entries/case-key.ts';
import { entryFields } from '../entries/entry-fields.ts';
import { changedEntry } from '../entries/seen-entry.ts';
import { EntryView } from '../entries/views.ts';
import {
  caseInvalidState,
  caseNotFound,
  entryLimit,
  entryNotFound,
  entryTooLarge,
  recordsLabelNotCleared,
  templateArchived,
  templateNotFound,
} from '../errors.ts';
import { followUpOwnerNotMember } from '../follow-ups/errors.ts';
import { FollowUpView } from '../follow-ups/views.ts';
import { action, type RecordsPorts, type RecordsPreparing } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { promotionAlreadyPromoted, promotionSourceNotReady } from './errors.ts';
import { promotionCreated } from './events.ts';
import { madeTarget, type PreparedPromotion, type PromotionPlace } from './made-target.ts';
import { promotedFile } from './promoted-file.ts';
import {
  meetingParts,
  type Promotion,
  promotionKinds,
  promotionTargets,
  requireSoundPromotion,
} from './promotion.ts';
import { type PromotionSource, promotionSource } from './promotion-source.ts';
import { PromotionView, shownPromotion } from './views.ts';

const input = z.strictObject({
  caseId: caseId(),
  sourceKind: z.enum(promotionKinds).describe('What it is made of.'),
  sourceId: id().describe('The id of that.'),
  target: z.enum(promotionTargets).describe('What is made of it.'),
  title: entryFields.title.optional().describe('What people call it; by default what the source is called.'),
  templateId: id().optional().describe('The id of the template of the entry; none for one text.'),
  encounterId: id().optional().describe('The encounter that the entry or the follow-up belongs to.'),
  entryId: id().optional().describe('The id of the draft that takes the attachment.'),
  include: z
    .array(z.enum(meetingParts))
    .min(1)
    .max(meetingParts.length)
    .optional()
    .describe('What is said of a meeting; by default all that you may read.'),
  confidentiality: entryFields.confidentiality.optional(),
  additionalLabels: entryFields.additionalLabels.optional(),
  allowDuplicate: z
    .boolean()
    .default(false)
    .describe('Make it even if the same was made of this version in this case already.'),
  purposeOfUse: purposeOfUse(),
});

export const promoteRecordSource = action({
  summary: 'Make a part of a case out of what the workspace has already',
  description:
    'A meeting that is over, a document, a file that a client sent and somebody accepted, or a project becomes the draft of an entry, an encounter, an attachment or a follow-up, as you see the source. Its version and the SHA-256 of what was read are kept with it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  input,
  output: z.object({
    promotion: PromotionView,
    entry: EntryView.nullable().describe('The draft; null if none was made.'),
    encounter: EncounterView.nullable().describe('The encounter; null if none was made.'),
    attachment: AttachmentView.nullable().describe('The attachment; null if none was made.'),
    followUp: FollowUpView.nullable().describe('The follow-up; null if none was made.'),
  }),
  errors: [
    ...attachingRefusals,
    caseNotFound,
    caseInvalidState,
    meetingNotFound,
    documentNotFound,
    clientUploadNotFound,
    projectNotFound,
    promotionAlreadyPromoted,
    promotionSourceNotReady,
    templateNotFound,
    templateArchived,
    entryLimit,
    entryTooLarge,
    followUpOwnerNotMember,
    recordsLabelNotCleared,
    planLimitReached,
    uploadTypeNotAllowed,
    uploadRejected,
  ],
  denial: deniedCase,
  async find(asked, context): Promise<PromotionPlace> {
    const found = await seenCase(asked, context, 'for update');
    const { entryId: artifactId, purposeOfUse: purpose } = asked;
    if (artifactId === undefined) return { ...found, draft: null };
    const draft = await changedEntry({ artifactId, purposeOfUse: purpose }, context);
    if (draft.entry.caseId !== found.case.id) throw entryNotFound();
    return { ...found, draft };
  },
  may: onCase('write'),
  prepare: (asked, context) => prepared(asked, context),
  async run(asked, context) {
    const { found, prepared: ready, newId, user, now, emit, accessedBy, promotions } = context;
    const { source } = ready;
    requireOpenCase(found.case);
    const before = await repeatedOrNew(asked, source, context);
    const promotionId = newId();
    const { targetId, artifactId, effectiveMask, shown } = await madeTarget(asked, promotionId, context);
    const promotion: Promotion = {
      id: promotionId,
      ...stateOf(asked, source),
      ...{ sourceSha256: source.sha256, sourceTitle: source.title, targetId },
      repeated: before !== null,
      ...{ createdByUserId: user.userId, createdAt: now },
    };
    if (!(await promotions.add(promotion))) throw promotionAlreadyPromoted();
    accessedBy(found.used);
    emit(promotionCreated, {
      ...{ promotionId, caseId: found.case.id, subjectId: found.case.primarySubjectId, artifactId },
      ...{ sourceKind: source.kind, target: asked.target, sourceSha256: source.sha256 },
      labels: [...labelsOf(effectiveMask)],
    });
    return { promotion: await shownPromotion(promotion, context), ...shown };
  },
});

type Asked = z.output<typeof input>;

const stateOf = ({ caseId: of, target }: Asked, { kind, id: sourceId, version }: PromotionSource) => ({
  ...{ caseId: of, sourceKind: kind, sourceId, sourceVersion: version, target },
});

/** The first of this version, if it may be repeated; null if there is none (REC-55). */
async function repeatedOrNew(
  asked: Asked,
  source: PromotionSource,
  { promotions }: Pick<RecordsPorts, 'promotions'>,
): Promise<Promotion | null> {
  const first = await promotions.first(stateOf(asked, source));
  if (first === null || asked.allowDuplicate) return first;
  const { code } = promotionAlreadyPromoted;
  const message = `The first became the ${first.target} with the id ${first.targetId}.`;
  throw promotionAlreadyPromoted({ details: [{ path: '', code, message }] });
}

/** Reads the source with the eyes of the caller, and has the bytes of an attachment sealed, before anything is locked. */
async function prepared(asked: Asked, context: RecordsPreparing): Promise<PreparedPromotion> {
  requireSoundPromotion(asked);
  const source = await context.transact(async (work) => {
    const recordCase = await work.cases.find(asked.caseId);
    if (recordCase !== null) requireOpenCase(recordCase);
    const read = await promotionSource(asked, work);
    await repeatedOrNew(asked, read, work);
    return read;
  });
  if (asked.entryId !== undefined)
    return { source, ...(await sealedFile(asked.entryId, () => promotedFile(source, context), context)) };
  const key = asked.target === 'entry' ? await keyOfCase(asked, context) : null;
  return { source, file: null, key };
}
