import { beforeEnd, nextReminderAt, restUntil } from '../kernel/reminder-schedule.ts';
import type { Instant } from '../kernel/time.ts';
import { freshLink } from './fresh-link.ts';
import { deadlineOf } from './invitations.ts';
import { signingSweepJobs } from './jobs.ts';
import { ownerNoticeDue, signerNoticeDue } from './notices.ts';
import { type SigningReacting, scheduled } from './ports.ts';
import { warned } from './round.ts';
import { isPending, relinked, type Signer } from './signer.ts';
import { aboutSigner, signerReminded, signingMailDue } from './signer-events.ts';

const mostInRun = 200;

/** Reminds people whose time has come (SIG-20), and warns before deadlines (SIG-21). */
export const sendSigningReminders = scheduled(
  { topic: 'documents.reminders', cron: '*/5 * * * *', policy: signingSweepJobs, databaseRole: 'identity' },
  async ({ now, read, transact }) => {
    const due = await read(async ({ signingSweep }) => ({
      people: await signingSweep.signersToRemind(now, mostInRun),
      rounds: await signingSweep.roundsToWarn(now, mostInRun),
    }));
    for (const { workspaceId, id } of due.people)
      await transact(async (work) => {
        work.enter(workspaceId);
        await remind(id, now, work);
      });
    for (const { workspaceId, id } of due.rounds)
      await transact(async (work) => {
        work.enter(workspaceId);
        await warn(id, now, work);
      });
  },
);

type Work = Parameters<Parameters<SigningReacting['transact']>[0]>[0];

/** The person with their round, under the lock; null if nothing is to be done for them any more. */
async function remind(signerId: string, now: Instant, work: Work): Promise<void> {
  const { signers, rounds, documentLibrary, emit } = work;
  const named = await signers.get(signerId);
  const document = named === null ? null : await documentLibrary.get(named.documentId, 'for update');
  const signer = document === null ? null : await signers.get(signerId);
  const round = signer === null ? null : await rounds.get(signer.roundId);
  if (document === null || signer === null || round === null) return;
  if (round.status !== 'sent' || !isPending(signer)) return;
  if (signer.nextReminderAt === null || signer.nextReminderAt > now) return;
  const restsUntil = restUntil(signer.lastOpenedAt, now);
  if (restsUntil !== null) {
    await signers.save({ ...signer, nextReminderAt: beforeEnd(restsUntil, round.deadlineAt) });
    return;
  }
  if (deadlineOf(round) <= now) return;

  const reminderCount = signer.reminderCount + 1;
  const sentAt = await askedAt(signer, work);
  const { signer: after, link } = await freshLink(
    signer,
    { purpose: 'sign', cause: 'reminder', delivery: 'email', expiresAt: deadlineOf(round) },
    (person, facts) => ({
      ...relinked(person, facts, now),
      lastRemindedAt: now,
      reminderCount,
      nextReminderAt: nextReminderAt(
        { reminders: round.reminders, endsAt: round.deadlineAt, sentAt, reminderCount },
        now,
      ),
    }),
    work,
  );
  const about = { linkVersion: link.linkVersion, cause: 'reminder' as const };
  emit(signerReminded, { ...aboutSigner(document, round, after), ...about });
  emit(signingMailDue, { signerId, linkId: link.id, ...about });
}

/** What the schedule counts from: when the person was sent their link, or was sent one anew because the round was reopened. */
async function askedAt({ id, sentAt }: Signer, { signingLinks }: Work): Promise<Instant | null> {
  if (sentAt === null) return null;
  return (await signingLinks.madeSince(id, 'reopen', sentAt)).at(-1) ?? sentAt;
}

/** Once, to everybody whose turn it is and to the owner; their links stay good. */
async function warn(roundId: string, now: Instant, work: Work): Promise<void> {
  const { rounds, signers, documentLibrary, emit } = work;
  const named = await rounds.get(roundId);
  const document = named === null ? null : await documentLibrary.get(named.documentId, 'for update');
  const round = document === null ? null : await rounds.get(roundId);
  if (document === null || round === null) return;
  if (round.status !== 'sent' || round.warnAt === null || round.warnAt > now) return;
  await rounds.save(warned(round, now));
  for (const { id: signerId } of (await signers.of(roundId)).filter(isPending))
    emit(signerNoticeDue, { signerId, roundId, notice: 'deadline_near' });
  emit(ownerNoticeDue, { documentId: document.id, roundId, signerId: null, notice: 'deadline_near' });
}
