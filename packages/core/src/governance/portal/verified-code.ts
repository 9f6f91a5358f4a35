import type { WritingContext } from '../../kernel/handler-context.ts';
import type { PasswordHasher } from '../../kernel/ports.ts';
import { plusMinutes } from '../../kernel/time.ts';
import type { RecipientActivity } from '../disclosures/portal-token.ts';
import { portalAccessCodeWrong, portalLocked } from '../errors.ts';
import type { GovernancePorts, GovernancePreparing } from '../ports.ts';
import { aboutRelease, portalAccessCodeFailed, portalLockedUp, portalNoticeDue } from './events.ts';
import { type AskedPackage, evenLocked, type OpenedPackage, openedPackage } from './opened-package.ts';

/** So many wrong codes lock a package; a new link unlocks it (PORT-3). */
const mostWrong = 5;
const sessionMinutes = 30;

type Writing = WritingContext & GovernancePorts;
type Preparing = Pick<GovernancePreparing, 'transact'> & { readonly passwords: PasswordHasher };

/**
 * Holds a code against that of the package. The try is counted before it is examined, so that of many at once no more than
 * five are. Gives the hash that it was right for, null if the package has no code; throws if it is wrong.
 */
export async function verifiedCode(
  asked: AskedPackage,
  code: string,
  { transact, passwords }: Preparing,
): Promise<string | null> {
  const counted = await transact(async (work) => {
    const opened = await openedPackage(asked, work, 'for update');
    const { released, activity } = opened;
    if (released.accessCodeHash === null) return null;
    if (activity.wrongCodes >= mostWrong) {
      await locked(opened, work);
      return 'locked' as const;
    }
    const wrongCodes = activity.wrongCodes + 1;
    await work.recipientActivity.save({ ...activity, wrongCodes });
    return { hash: released.accessCodeHash, attemptsLeft: mostWrong - wrongCodes };
  });
  if (counted === null) return null;
  if (counted === 'locked') throw portalLocked();
  if (await passwords.verify(code, counted.hash)) return counted.hash;
  await transact(async (work) => {
    // Tries at the same time may have locked it meanwhile; that this one was wrong is noted all the same.
    const opened = await evenLocked(asked, work, 'for update');
    work.emit(portalAccessCodeFailed, {
      ...aboutRelease(opened.released),
      attemptsLeft: counted.attemptsLeft,
    });
    if (counted.attemptsLeft === 0) await locked(opened, work);
  });
  throw portalAccessCodeWrong({
    details: [
      {
        path: '/accessCode',
        code: `attempts_left_${counted.attemptsLeft}`,
        message: leftInWords(counted.attemptsLeft),
      },
    ],
  });
}

const leftInWords = (left: number): string =>
  left === 0 ? 'No tries are left.' : left === 1 ? 'One more try is left.' : `${left} more tries are left.`;

async function locked({ released, activity }: OpenedPackage, work: Writing): Promise<void> {
  if (activity.lockedAt !== null) return;
  await work.recipientActivity.save({ ...activity, lockedAt: work.now });
  work.emit(portalLockedUp, aboutRelease(released));
  work.emit(portalNoticeDue, { packageId: released.id, occasion: 'locked', noticeId: work.newId() });
}

export interface NewSession {
  readonly token: string;
  readonly expiresAt: string;
}

/** What the right code opens, for half an hour; the link alone does not read then. */
export async function newSession(
  { released, token: link, activity }: OpenedPackage & { readonly activity: RecipientActivity },
  { portalTokens, recipientActivity, linkTokens, now }: Writing,
): Promise<NewSession> {
  const token = linkTokens.random();
  const expiresAt = plusMinutes(now, sessionMinutes);
  await portalTokens.addSession({
    ...{ tokenHash: linkTokens.hash(token), packageId: released.id, portalTokenHash: link.tokenHash },
    ...{ createdAt: now, expiresAt },
  });
  await recipientActivity.save({ ...activity, wrongCodes: 0 });
  return { token, expiresAt };
}
