import type { WritingContext } from '../../../kernel/handler-context.ts';
import { goneBecause } from '../../../kernel/links.ts';
import { portalAlreadyDecided, portalStatementChanged } from '../../errors.ts';
import type { GovernancePorts } from '../../ports.ts';
import {
  accepted,
  type Consent,
  type ConsentSignature,
  declined,
  statusAt,
  withdrawableUntil,
} from '../consent.ts';
import { revokeConsent } from '../end-consent.ts';
import { aboutConsent, consentGranted, consentMailDue, consentRejected } from '../events.ts';
import { consentMailTopic } from '../mail-topic.ts';
import { sealedDrawing } from '../sealed-drawing.ts';
import type { OpenedConsent } from './opened-consent.ts';

export interface Decision {
  readonly decision: 'accept' | 'decline' | 'withdraw';
  readonly signerName: string;
  readonly signerRelationship: ConsentSignature['relationship'];
  readonly statementSha256: string;
  readonly typedSignature: string | null;
  readonly drawing: Uint8Array | null;
}

type Context = WritingContext & GovernancePorts;

/** Writes what was decided by the link; what was decided alike already stays as it is (PORT-11). */
export async function decidedConsent(
  opened: OpenedConsent,
  given: Decision,
  context: Context,
): Promise<void> {
  const { consent, subject } = opened;
  // GOV-1: what was agreed to is the text that was shown, and no other.
  if (given.statementSha256 !== consent.statementSha256) throw portalStatementChanged();
  if (given.decision === 'withdraw') return withdrawn(opened, context);
  if (isDecidedAs(given.decision, consent, context.now)) return;

  const { consents, emit, now } = context;
  const decide = given.decision === 'accept' ? accepted : declined;
  const signed = { signature: signatureOf(given, now), ...(await drawingOf(opened, given, context)) };
  const saved = await consents.save(decide(consent, signed, now));
  await context.cancelJobs({ type: 'consent', id: consent.id }, consentMailTopic);
  emit(given.decision === 'accept' ? consentGranted : consentRejected, aboutConsent(saved, subject));
  emit(consentMailDue, { consentId: consent.id, occasion: 'copy' });
}

/** Whether it was decided so already. Throws where it was decided otherwise, or cannot be decided any more. */
function isDecidedAs(decision: 'accept' | 'decline', consent: Consent, now: string): boolean {
  const status = statusAt(consent, now);
  if (status === 'requested') return false;
  if (consent.decidedAt === null) throw goneBecause(status === 'expired' ? 'expired' : 'revoked');
  const isOver = (withdrawableUntil(consent) ?? now) <= now && status !== 'rejected';
  if (isOver) throw goneBecause('completed');
  if ((decision === 'accept') !== (status === 'active')) throw portalAlreadyDecided();
  return true;
}

async function withdrawn({ consent, subject }: OpenedConsent, context: Context): Promise<void> {
  // Withdrawn a second time it is what it was after the first.
  if (consent.status === 'revoked' && consent.revokedByUserId === null) return;
  const until = withdrawableUntil(consent);
  if (until === null || until <= context.now) throw goneBecause('completed');
  const end = { byUserId: null, reason: null, enteredInError: false, cutReleasedAccess: true };
  await revokeConsent(consent, subject, end, context);
}

const signatureOf = (
  { signerName, signerRelationship, typedSignature, drawing }: Decision,
  now: string,
): ConsentSignature => ({
  signerName,
  relationship: signerRelationship,
  typedSignature,
  hasDrawing: drawing !== null,
  signedAt: now,
});

const drawingOf = ({ consent, workspaceId }: OpenedConsent, { drawing }: Decision, context: Context) => {
  const { id, subjectId } = consent;
  return sealedDrawing(drawing, { table: 'consents', id, subjectId, workspaceId }, context);
};
