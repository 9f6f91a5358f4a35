import { wholeSeconds } from '../../kernel/pace.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import type { OtpChallenge } from '../otp-challenge.ts';

// How often codes are sent and tried (OTP-1 to OTP-3), as questions about the codes of one signer.

export const codeMinutes = 10;
export const sessionMinutes = 60;
/** Wrong tries that burn a code. */
export const mostTriesOfCode = 5;
/** Wrong tries in a day that lock the signer. */
export const mostWrongTries = 15;
export const lockHours = 24;

const secondsBetweenCodes = 30;
const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
const mostCodes = [
  { count: 5, seconds: hourSeconds },
  { count: 10, seconds: daySeconds },
] as const;

/** What one phone is sent in a day, from all workspaces of the installation together. */
export const codesOfPhone = { bucket: 'signing_code_phone', limit: 10, windowSeconds: daySeconds } as const;
/** What is sent in an hour at the wish of one network, whoever it is for. */
export const codesOfNetwork = {
  bucket: 'signing_code_network',
  limit: 20,
  windowSeconds: hourSeconds,
} as const;

/** From when on a next code can be sent after this one. */
export const nextCodeAt = (sentAt: Instant): Instant => plusSeconds(sentAt, secondsBetweenCodes);

export interface SendingRefusal {
  readonly why: 'too_soon' | 'limit';
  readonly retryAfterSeconds: number;
}

/** Why no code is sent now to somebody who was sent codes at these times, the oldest first; null if one is. */
export function sendingRefusal(sentAt: readonly Instant[], now: Instant): SendingRefusal | null {
  for (const { count, seconds } of mostCodes) {
    const within = since(sentAt, seconds, now);
    const oldest = within[within.length - count];
    if (oldest !== undefined)
      return { why: 'limit', retryAfterSeconds: wholeSeconds(now, plusSeconds(oldest, seconds)) };
  }
  const last = sentAt.at(-1);
  if (last === undefined || nextCodeAt(last) <= now) return null;
  return { why: 'too_soon', retryAfterSeconds: wholeSeconds(now, nextCodeAt(last)) };
}

/** How many more codes can be sent in the running hour and day. */
export const sendsRemaining = (sentAt: readonly Instant[], now: Instant): number =>
  Math.min(...mostCodes.map(({ count, seconds }) => Math.max(0, count - since(sentAt, seconds, now).length)));

/** How often a wrong code came for these challenges. Of one that was used the last try was right. */
export const wrongTriesOf = (challenges: readonly Pick<OtpChallenge, 'attempts' | 'status'>[]): number =>
  challenges.reduce((sum, { attempts, status }) => sum + attempts - (status === 'used' ? 1 : 0), 0);

const since = (instants: readonly Instant[], seconds: number, now: Instant): readonly Instant[] =>
  instants.filter((at) => at > plusSeconds(now, -seconds));
