import { portalOffice } from './portal-office.ts';
import type { Person, world } from './world.ts';

type Reviewed = { readonly id: string; readonly confirmationCode: string };

/** An office that releases packages, in which Ann keeps the records and Dee decides on what becomes of them. */
export async function disposingOffice(over: Parameters<typeof world>[0] = {}, policyInput: object = {}) {
  const here = await portalOffice(over);
  const { admin, chancery, clear, clock, owner, records, worker } = here;
  const { governance } = chancery;
  const keeper = admin;
  await clear(keeper, 0, ['records_manager', 'privacy_officer']);
  await clear(owner, 0, []);
  const { policy } = await governance.createRetentionPolicy(
    {
      ...{ code: 'a_day', name: 'A day', trigger: 'case_closed', period: 'P1D', action: 'destroy' },
      legalBasis: 'Section 630f of the civil code',
      ...policyInput,
    },
    keeper.session,
  );
  const reason = 'It was decided';
  await governance.activateRetentionPolicy({ policyId: policy.id, reason }, keeper.session);
  await governance.assignRetentionPolicy(
    { policyId: policy.id, target: { kind: 'workspace' }, reason },
    keeper.session,
  );

  const close = async (caseId: string, input: object = {}, as: Person = owner) => {
    await records.transitionCase(
      { caseId, status: 'closed', reason: 'Done', closureOutcome: 'Agreed', ...input },
      as.session,
    );
    await worker.drain();
  };
  /** Closed cases are due from the day after tomorrow on; a review of them is requested then, and approved. */
  const approvedReview = async (caseIds: readonly string[], days = 2): Promise<Reviewed> => {
    clock.advance({ days });
    const { review } = await governance.createDispositionReview(
      { action: 'destroy', caseIds: [...caseIds], justification: 'Nobody needs them' },
      keeper.session,
    );
    await governance.decideDispositionReview({ reviewId: review.id, decision: 'approve' }, owner.session);
    return review;
  };
  const execute = ({ id: reviewId, confirmationCode }: Reviewed) =>
    governance.executeDispositionReview({ reviewId, confirmationCode }, owner.session);
  const reviewed = async (reviewId: string) =>
    (await governance.listRetention({ view: 'reviews' }, owner.session)).reviews.find(
      ({ id }) => id === reviewId,
    );
  const certificateOf = async (reviewId: string) => {
    const { content } = await governance.getDispositionCertificate(
      { reviewId, format: 'json' },
      owner.session,
    );
    return JSON.parse(String(content));
  };
  return { ...here, governance, keeper, policy, close, approvedReview, execute, reviewed, certificateOf };
}
