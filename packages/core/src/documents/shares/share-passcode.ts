import { z } from 'zod';
import { rateLimited } from '../../kernel/errors.ts';
import { headerField } from '../../kernel/header-fields.ts';
import { secret } from '../../kernel/shapes.ts';
import type { DocumentsPreparing } from '../ports.ts';
import type { DocumentShare } from './document-share.ts';
import { statusAt } from './document-share.ts';
import { sharePasscodeIncorrect, sharePasscodeRequired } from './errors.ts';

/** Wrong passcodes of one share, whoever tries them (SHR-4). */
const mostWrong = 10;
const windowSeconds = 15 * 60;
/** The limit is not scaled further than this, like the throttles of sign-in (THR-15). */
const greatestScale = 10;

const passcode = () =>
  secret(
    z
      .string()
      .max(64)
      .regex(/^[\x21-\x7e]{0,64}$/, 'Give 6 to 64 printable ASCII characters without spaces.'),
  );

/** The passcode that a new share gets. It travels in a header later, so it is of characters that every client can send there. */
export const newPasscode = () =>
  passcode().refine((given) => given.length >= 6 && new Set(given).size > 1, {
    error: 'Give 6 to 64 characters, not all the same.',
    params: { code: 'passcode.too_weak' },
  });

/** The passcode that somebody gives who holds the link. */
export const givenPasscode = () =>
  headerField('X-Share-Passcode', passcode().optional(), { secret: true }).describe(
    'The passcode, if the share has one.',
  );

/** What came of a passcode, and which stored one it was held against. */
export type TriedPasscode =
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly kind: 'right' | 'wrong'; readonly passcodeHash: string };

/**
 * Holds a passcode against that of the share, outside of any transaction, since hashing is slow. The try is counted before it
 * is examined, so that of many at once no more than ten are; a right one clears the count. Null if there is nothing to hold it
 * against: no such share, one that has ended, or one without a passcode.
 */
export async function triedPasscode(
  token: string,
  given: string,
  { transact, passwords, throttle, linkTokens, settings, now }: DocumentsPreparing,
): Promise<TriedPasscode | null> {
  const share = await transact(async (work) => {
    const place = await work.documentShares.ofToken(linkTokens.hash(token));
    if (place === null) return null;
    await work.enterByLink(place.workspaceId);
    return work.documentShares.get(place.id);
  });
  if (share === null || share.passcodeHash === null || statusAt(share, now) !== 'active') return null;
  const { id, passcodeHash } = share;
  const scale = Math.min(settings.rateLimitScale, greatestScale);
  if (scale > 0) {
    const most = Math.ceil(mostWrong * scale);
    const answer = await throttle.consume('document_share_passcode', id, most, windowSeconds);
    if (!answer.allowed) return { kind: 'throttled', retryAfterSeconds: answer.retryAfterSeconds };
  }
  if (!(await passwords.verify(given, passcodeHash))) return { kind: 'wrong', passcodeHash };
  if (scale > 0) await throttle.reset('document_share_passcode', id);
  return { kind: 'right', passcodeHash };
}

/** Whether the share is open to who tried this; null is nobody. Throws if the passcode is wrong or tried too often. */
export function isUnlocked({ passcodeHash }: DocumentShare, tried: TriedPasscode | null): boolean {
  if (passcodeHash === null) return true;
  if (tried === null) return false;
  if (tried.kind === 'throttled') throw rateLimited({ retryAfterSeconds: tried.retryAfterSeconds });
  if (tried.kind === 'wrong' || tried.passcodeHash !== passcodeHash) throw sharePasscodeIncorrect();
  return true;
}

export function requireUnlocked(share: DocumentShare, tried: TriedPasscode | null): void {
  if (!isUnlocked(share, tried)) throw sharePasscodeRequired();
}
