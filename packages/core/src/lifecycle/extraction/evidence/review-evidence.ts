import { z } from 'zod';
import { documentInvalidState, documentNotFound, viewerOf } from '../../../documents/index.ts';
import type { HandlerContext, WritingContext } from '../../../kernel/handler-context.ts';
import { id, multiline, text, version } from '../../../kernel/shapes.ts';
import { invalidField } from '../../../kernel/validation.ts';
import { evidenceNotFound } from '../../errors.ts';
import { evidenceReviewed } from '../../events.ts';
import { evaluateDocuments } from '../../lifecycles/evaluate-documents.ts';
import type { DocumentInLifecycle } from '../../lifecycles/found-lifecycle.ts';
import { onLifecycle } from '../../lifecycles/lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from '../../lifecycles/views.ts';
import { documentDate } from '../../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../../ports.ts';
import { isDateKind } from '../rules/label-words.ts';
import { EvidenceView, evidenceView } from '../views.ts';
import { appliedTo } from './applied-evidence.ts';
import {
  type ApplicableField,
  applicableFields,
  type Evidence,
  type ReviewDecision,
  reviewDecisions,
  reviewed,
} from './evidence.ts';

export const reviewEvidence = command({
  summary: 'Say whether what was found is right',
  description:
    'Accept it, reject it, or correct it. What is accepted or corrected can be taken over into the lifecycle at once; a last day of validity is confirmed by that. A later review takes the place of the one before.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents evidence review', example: { decision: 'accept' } },
  input: z.strictObject({
    evidenceId: id().describe('The id of the evidence.'),
    decision: z.enum(reviewDecisions).describe('What you make of it.'),
    correctedValue: text(60)
      .optional()
      .describe('What it is instead; of a correction.')
      .meta({ examples: ['2027-02-28'] }),
    applyTo: z
      .enum(applicableFields)
      .optional()
      .describe('The field of the lifecycle to take it over into; left out, into none.'),
    note: multiline(1000).nullable().default(null).describe('What is to be noted with it; null for nothing.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ evidence: EvidenceView, lifecycle: LifecycleView }),
  errors: [documentNotFound, documentInvalidState, evidenceNotFound],

  find: evidenceToReview,
  may: onLifecycle('configure'),
  version: ({ evidence }) => evidence.version,

  async run({ decision, correctedValue, applyTo, note }, context) {
    const { found, evidence, lifecycles, user, now, emit } = context;
    const { document, lifecycle } = found;
    if (document.status !== 'active') throw documentInvalidState();
    const corrected = requireCorrection(found.evidence, decision, correctedValue);
    if (applyTo !== undefined) requireApplicable(found.evidence, decision, applyTo);
    const review = { decision, correctedValue: corrected, appliedTo: applyTo ?? null, note };
    const saved = await evidence.save(reviewed(found.evidence, review, user.userId, now));
    const after = appliedTo(lifecycle, saved, found.evidence, user.userId, now);
    if (after !== lifecycle) {
      await lifecycles.save({ ...after, updatedAt: now });
      await evaluateDocuments([document.id], context);
    }
    const { id: evidenceId, kind, appliedTo: applied } = saved;
    emit(evidenceReviewed, { evidenceId, documentId: document.id, kind, decision, appliedTo: applied });
    const current = after === lifecycle ? lifecycle : await lifecycles.read(document.id, now);
    return {
      evidence: evidenceView(saved),
      lifecycle: await lifecycleView({ document, lifecycle: current }, context),
    };
  },
});

interface FoundEvidence extends DocumentInLifecycle {
  readonly evidence: Evidence;
}

/** The evidence with its document, which is locked, as the caller sees it. */
async function evidenceToReview(
  { evidenceId }: { readonly evidenceId: string },
  {
    evidence,
    documentLibrary,
    lifecycles,
    user,
    now,
  }: LifecyclePorts & HandlerContext & Partial<WritingContext>,
): Promise<FoundEvidence> {
  const { documentId } = await evidence.get(evidenceId);
  const document = await documentLibrary.find(documentId, viewerOf(user), 'for update');
  return {
    document,
    lifecycle: await lifecycles.read(documentId, now),
    // Again under the lock.
    evidence: await evidence.get(evidenceId),
  };
}

/** The corrected value; null unless it is a correction. A date has to be one, and of a zone nobody corrects anything. */
function requireCorrection(
  { kind }: Evidence,
  decision: ReviewDecision,
  value: string | undefined,
): string | null {
  if (decision !== 'correct') {
    if (value === undefined) return null;
    throw invalidField(
      '/correctedValue',
      'field.not_an_option',
      'Leave it out unless you correct the value.',
    );
  }
  if (value === undefined) throw invalidField('/correctedValue', 'field.required', 'Say what it is instead.');
  const isRight = kind === 'mrz' ? false : !isDateKind(kind) || documentDate().safeParse(value).success;
  if (!isRight)
    throw invalidField(
      '/correctedValue',
      'evidence.value_invalid',
      kind === 'mrz' ? 'Reject it instead, and run another extraction.' : 'Give a date such as 2027-02-28.',
    );
  return value;
}

/** Dates go into fields for dates, and numbers among the identifiers; what is rejected goes nowhere. */
function requireApplicable({ kind }: Evidence, decision: ReviewDecision, applyTo: ApplicableField): void {
  const fits = kind !== 'mrz' && kind !== 'birth_date' && isDateKind(kind) === (applyTo !== 'identifier');
  if (decision === 'reject' || !fits)
    throw invalidField(
      '/applyTo',
      'evidence.apply_not_for_kind',
      'Choose a field that takes a value of this kind.',
    );
}
