import type { Document } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { nextReminderAt } from '../kernel/reminder-schedule.ts';
import type { Instant } from '../kernel/time.ts';
import { freshLink, type Linking } from './fresh-link.ts';
import type { MailedCause } from './link.ts';
import type { SigningRound } from './round.ts';
import { invited, madeWaiting, nextGroup, type Signer, signerStates } from './signer.ts';
import { aboutSigner, signerSent, signingMailDue } from './signer-events.ts';

type Inviting = Linking & Pick<WritingContext, 'emit'>;

/**
 * Gives links to the group whose turn it is, if it has none yet, and lets the others wait (SIG-10). Returns all people as
 * they are then.
 */
export async function inviteNext(
  document: Pick<Document, 'id' | 'visibility' | 'version'>,
  round: SigningRound,
  people: readonly Signer[],
  cause: MailedCause,
  context: Inviting,
): Promise<readonly Signer[]> {
  const next = new Set(nextGroup(people, round).map(({ id }) => id));
  const after: Signer[] = [];
  for (const signer of people) {
    if (next.has(signer.id)) after.push(await invite(document, round, signer, cause, context));
    else after.push(await letWait(signer, context));
  }
  return after;
}

async function invite(
  document: Pick<Document, 'id' | 'visibility' | 'version'>,
  round: SigningRound,
  signer: Signer,
  cause: MailedCause,
  context: Inviting,
): Promise<Signer> {
  const { now, emit } = context;
  // SIG-20: counted from when the person is sent their link.
  const { reminders, deadlineAt: endsAt } = round;
  const reminderAt = nextReminderAt(
    { reminders, endsAt, sentAt: now, reminderCount: signer.reminderCount },
    now,
  );
  const { signer: after, link } = await freshLink(
    signer,
    { purpose: 'sign', cause, delivery: 'email', expiresAt: deadlineOf(round) },
    (before, facts) => invited(before, facts, reminderAt, now),
    context,
  );
  const { id: linkId, linkVersion } = link;
  emit(signerSent, { ...aboutSigner(document, round, after), linkVersion, cause });
  emit(signingMailDue, { signerId: after.id, linkId, linkVersion, cause });
  return after;
}

/** Whoever gets a copy waits for the seal as they are. */
async function letWait(signer: Signer, { signers, now }: Inviting): Promise<Signer> {
  const isToWait = signer.role !== 'copy' && (signer.status === 'draft' || signer.status === 'expired');
  if (!isToWait || !signerStates.can(signer.status, 'wait')) return signer;
  const after = madeWaiting(signer, now);
  await signers.save(after);
  return after;
}

/** The deadline of a round that was sent. */
export function deadlineOf({ deadlineAt }: Pick<SigningRound, 'deadlineAt'>): Instant {
  if (deadlineAt === null) throw new TypeError('A round that was sent has a deadline');
  return deadlineAt;
}
