import { z } from 'zod';
import { type Document, documentLegalHold } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, multiline, plannedDate, version, visibleName } from '../../kernel/shapes.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import { holdsOn } from '../holds/holds-on.ts';
import { command } from '../ports.ts';
import { singlePersonReason } from '../renewals/renewal-fields.ts';
import { type RetentionCandidate, retentionDecisions } from './candidate.ts';
import { aboutCandidate } from './candidate-facts.ts';
import { candidateNotFound, retentionInvalidState } from './errors.ts';
import {
  dispositionScheduled,
  retentionApproved,
  retentionDeferred,
  retentionReopened,
  retentionRetained,
} from './events.ts';
import { candidateToReview } from './found-candidate.ts';
import { decidedOn, requireFields, requireState } from './reviewing.ts';
import { savedCandidate } from './saved-candidate.ts';
import { requireApprover } from './second-approver.ts';
import { candidateView, RetentionCandidateView } from './views.ts';

export const reviewRetentionCandidate = command({
  summary: 'Decide whether a document is destroyed',
  description:
    'Approved by as many people as its policy asks for, it is destroyed once the cool-off is over; until then it can be deferred or kept. The name of the document confirms an approval. A hold voids every approval.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: {
    command: 'documents retention review',
    example: { decision: 'retain', note: 'Of historical interest' },
  },
  input: z.strictObject({
    candidateId: id().describe('The id of the candidate.'),
    decision: z
      .enum(retentionDecisions)
      .describe('What you decide.')
      .meta({ examples: ['reopen'] }),
    note: multiline(2000).optional().describe('What is to be said with it; retain needs it.'),
    deferUntil: plannedDate(30)
      .optional()
      .describe('When to look at it again, at most ten years ahead; with defer.'),
    retainUntil: plannedDate(365)
      .optional()
      .describe('Until when it is kept; with retain, and without it until somebody reopens it.'),
    confirmName: visibleName(255).optional().describe('The name of the document, exactly; with approve.'),
    singlePersonReason: singlePersonReason().optional(),
    expectedVersion: version().optional(),
  }),
  output: z.object({ candidate: RetentionCandidateView }),
  errors: [candidateNotFound, retentionInvalidState, documentLegalHold, ...secondPersonErrors],

  find: candidateToReview,
  version: ({ candidate }) => candidate.version,

  async run({ candidateId: _, expectedVersion: __, ...input }, context) {
    const { found, user, now } = context;
    const { candidate, document } = found;
    await requireFields(input, found, context);
    const holds = await holdsOn([document.id], context);
    requireState(input, candidate, holds.length > 0);
    const reason = input.singlePersonReason ?? null;
    const singlePerson = input.decision === 'approve' && (await requireApprover(found, reason, context));

    const review = {
      byUserId: user.userId,
      note: input.note ?? null,
      at: now,
      singlePerson,
      singlePersonReason: singlePerson ? reason : null,
    };
    const after = await savedCandidate(
      candidate,
      decidedOn(candidate, input, review, holds.length > 0),
      context,
    );
    tell(after, { ...review, decision: input.decision }, document, context);
    const { documentName } = candidate;
    return { candidate: candidateView({ ...after, documentName }, holds) };
  },
});

const eventOf = {
  approve: retentionApproved,
  defer: retentionDeferred,
  retain: retentionRetained,
  reopen: retentionReopened,
} as const;

interface Said {
  readonly decision: (typeof retentionDecisions)[number];
  readonly note: string | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
}

function tell(
  candidate: RetentionCandidate,
  { decision, note, singlePerson, singlePersonReason: reason }: Said,
  document: Document,
  { emit }: Pick<WritingContext, 'emit'>,
): void {
  const { deferredUntil, retainUntil, executeAfter, id } = candidate;
  emit(eventOf[decision], {
    ...aboutCandidate(candidate, document),
    until: deferredUntil ?? retainUntil,
    executeAfter,
    singlePerson,
    singlePersonReason: reason,
    note,
  });
  if (candidate.status === 'scheduled' && executeAfter !== null)
    emit(dispositionScheduled, { candidateId: id, executeAfter });
}
