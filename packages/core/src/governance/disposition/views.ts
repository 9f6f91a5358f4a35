import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { changedBy, type NamedUsers, namedUsers, nobodyOr, UserRef } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { Reckoning } from '../retention/stored-clock.ts';
import { type Weighed, weighed } from './blocks.ts';
import {
  blockReasons,
  confirmationCodeOf,
  type DispositionItem,
  type DispositionReview,
  dispositionActions,
  dispositionItemStates,
  dispositionReviewStates,
} from './review.ts';

const person = () => UserRef.nullable();

export const DispositionReviewView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    reviewNumber: z.string().describe('The number for people, given once.'),
    action: z.enum(dispositionActions).describe('What is to become of the cases.'),
    items: z
      .array(
        z.object({
          caseId: z.uuid().describe('The id of the case.'),
          caseNumber: z.string().describe('Its number for people.'),
          policyCode: z.string().describe('The policy that its time is by.'),
          dueOn: shown.date().nullable().describe('From which day on it may be disposed of; null for none.'),
          subjectNumber: z.string().describe('The number of its primary subject.'),
          entries: z.int().describe('How many entries it has.'),
          attachments: z.int().describe('How many attachments it has.'),
          blockedBy: z.array(z.enum(blockReasons)).describe('What stands against it at this moment.'),
          state: z.enum(dispositionItemStates.states).describe('What has become of it.'),
        }),
      )
      .describe('The cases that are decided on.'),
    justification: z.string().describe('Why it was requested.'),
    extendUntil: shown.date().nullable().describe('Until when the cases are kept, for extend; else null.'),
    status: z.enum(dispositionReviewStates.states).describe('Where it stands.'),
    manifestSha256: z.string().describe('SHA-256 of exactly what is decided on.'),
    confirmationCode: z.string().describe('To be repeated by whoever executes it.'),
    requestedBy: UserRef.describe('Who requested it.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who requested it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    decidedBy: person().describe('Who decided; null if nobody has.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null if it is not.'),
    decisionReason: z.string().nullable().describe('Why it was decided so; null if nobody said.'),
    singlePerson: z.boolean().describe('Whether whoever requested it decided it, because nobody else could.'),
    singlePersonReason: z.string().nullable().describe('Why it was decided alone; null if it was not.'),
    deferUntil: shown.date().nullable().describe('On which day it comes back; null if it is not deferred.'),
    approvalExpiresAt: shown
      .instant()
      .nullable()
      .describe('Until when it can be executed; null if it cannot.'),
    executedBy: person().describe('Who had it executed; null if nobody has.'),
    executedAt: shown.instant().nullable().describe('When the last case was done; null if it is not.'),
    certificateId: z.uuid().nullable().describe('The id of the certificate; null if there is none.'),
    failure: z
      .object({
        caseId: z.uuid().nullable().describe('With which case it stopped; null if with none.'),
        code: z.string().describe('Why.'),
      })
      .nullable()
      .describe('Why it could not go on; null if nothing is wrong.'),
    version: shown.version(),
  })
  .meta({ id: 'DispositionReview', description: 'The reviewed decision what becomes of a set of cases.' });

type Context = Pick<
  GovernancePorts,
  | 'dispositions'
  | 'retentionClocks'
  | 'retentionPolicies'
  | 'recordHolds'
  | 'workspaceIdentity'
  | 'memberDirectory'
> &
  Pick<Reckoning, 'now' | 'timeZones'> & { readonly workspaceId: string };

/** Reviews with their cases, and what stands against each of these while that still matters. */
export async function shownReviews(
  reviews: readonly DispositionReview[],
  context: Context,
): Promise<z.input<typeof DispositionReviewView>[]> {
  const { dispositions, workspaceId } = context;
  const ids = reviews.map(({ id }) => id);
  const [items, certificates, named] = await Promise.all([
    dispositions.items(ids),
    dispositions.certificateIds(ids),
    namedUsers(reviews.flatMap(peopleOf), context),
  ]);
  const shownOnes: z.input<typeof DispositionReviewView>[] = [];
  for (const review of reviews) {
    const own = items.filter(({ reviewId }) => reviewId === review.id);
    const pending = own.filter(({ state }) => state === 'pending').map(({ caseId }) => caseId);
    const standing = pending.length === 0 ? [] : await weighed(pending, review.action, review.id, context);
    const certificateId = certificates.get(review.id) ?? null;
    shownOnes.push(reviewView(review, { items: own, standing, certificateId, workspaceId, named }));
  }
  return shownOnes;
}

const peopleOf = ({
  requestedByUserId,
  decidedByUserId,
  executedByUserId,
  updatedByUserId,
}: DispositionReview) =>
  [requestedByUserId, decidedByUserId, executedByUserId, updatedByUserId].filter((each) => each !== null);

interface ShownWith {
  readonly items: readonly DispositionItem[];
  readonly standing: readonly Weighed[];
  readonly certificateId: string | null;
  readonly workspaceId: string;
  readonly named: NamedUsers;
}

function reviewView(
  review: DispositionReview,
  { items, standing, certificateId, workspaceId, named }: ShownWith,
): z.input<typeof DispositionReviewView> {
  const { requestedByUserId, requestedAt, decidedByUserId, executedByUserId, ...rest } = review;
  const { failedCaseId, failureCode, updatedByUserId, ...told } = rest;
  const blocks = new Map(standing.map(({ of, blockedBy }) => [of.caseId, blockedBy]));
  return {
    ...told,
    workspaceId,
    items: items.map((item) => itemView(item, blocks.get(item.caseId) ?? [])),
    confirmationCode: confirmationCodeOf(review),
    requestedBy: named(requestedByUserId),
    createdAt: requestedAt,
    createdBy: named(requestedByUserId),
    updatedBy: nobodyOr(updatedByUserId, named),
    decidedBy: nobodyOr(decidedByUserId, named),
    executedBy: nobodyOr(executedByUserId, named),
    certificateId,
    failure: failureCode === null ? null : { caseId: failedCaseId, code: failureCode },
  };
}

const itemView = (item: DispositionItem, blockedBy: Weighed['blockedBy']) => ({
  ...{ caseId: item.caseId, caseNumber: item.caseNumber, policyCode: item.policyCode, dueOn: item.dueOn },
  ...{ subjectNumber: item.subjectNumber, entries: item.entries, attachments: item.attachments },
  blockedBy: [...blockedBy],
  state: item.state,
});
