import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Decision } from '../consents/portal/decided-consent.ts';
import type { ConsentReceipt } from '../consents/ports.ts';
import { sealedDrawing } from '../consents/sealed-drawing.ts';
import { portalAccessCodeRequired, portalAlreadyDecided, portalStatementChanged } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import { aboutRelease, portalConsented, portalDeclined, portalNoticeDue } from './events.ts';
import { type AskedPackage, type OpenedPackage, openedPackage } from './opened-package.ts';
import type { PortalDecision } from './portal-decision.ts';

type Context = WritingContext & GovernancePorts;
export type TermsDecision = Decision & { readonly decision: 'accept' | 'decline' };

/** Writes what was decided about the terms of a package; what was decided alike already stays as it is (PORT-11). */
export async function decideTerms(
  asked: AskedPackage,
  given: TermsDecision,
  context: Context,
): Promise<void> {
  const opened = await openedPackage(asked, context, 'for update');
  const { released, activity } = opened;
  // What is agreed to is the text that was shown, and no other.
  if (given.statementSha256 !== hexOf(sha256(released.termsText))) throw portalStatementChanged();
  const { recipientActivity, portalDecisions, now, emit, newId } = context;
  const isAgreed = activity.consentedAt !== null && activity.declinedAt === null;
  if (given.decision === 'accept') {
    if (isAgreed) return;
    // Whoever holds the link alone is not whom the terms are for.
    if (opened.requires.includes('access_code')) throw portalAccessCodeRequired();
    const { id, statementSha256, signerName } = await signedDecision(opened, given, context);
    await recipientActivity.save({ ...activity, consentedAt: now, declinedAt: null });
    emit(portalConsented, { ...aboutRelease(released), decisionId: id, statementSha256, signerName });
    return;
  }
  if (isAgreed) throw portalAlreadyDecided();
  const last = await portalDecisions.newest(released.id);
  if (activity.declinedAt !== null && last?.decision === 'decline') return;
  const { id, statementSha256 } = await signedDecision(opened, given, context);
  await recipientActivity.save({ ...activity, declinedAt: now });
  emit(portalDeclined, { ...aboutRelease(released), decisionId: id, statementSha256 });
  emit(portalNoticeDue, { packageId: released.id, occasion: 'declined', noticeId: newId() });
}

/** What was decided last, and the line of the ledger that holds it. */
export async function decidedTerms(
  asked: AskedPackage,
  context: Context,
): Promise<{ readonly decision: PortalDecision; readonly receipt: ConsentReceipt | null }> {
  const { released } = await openedPackage(asked, context);
  const { portalDecisions } = context;
  const decision = await portalDecisions.newest(released.id);
  if (decision === null) throw new TypeError('A decision that was just written is not there');
  return {
    decision,
    receipt: await portalDecisions.receipt(released),
  };
}

async function signedDecision(
  { released, workspaceId }: OpenedPackage,
  given: TermsDecision,
  context: Context,
): Promise<PortalDecision> {
  const { portalDecisions, newId, now } = context;
  const id = newId();
  const place = { table: 'portal_decisions', id, subjectId: released.subjectId, workspaceId } as const;
  const decision = {
    ...{ id, packageId: released.id, decision: given.decision, signerName: given.signerName },
    relationship: given.signerRelationship,
    typedSignature: given.typedSignature,
    ...(await sealedDrawing(given.drawing, place, context)),
    statementSha256: given.statementSha256,
    decidedAt: now,
  };
  await portalDecisions.add(decision);
  return decision;
}
