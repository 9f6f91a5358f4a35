import { networkOf } from '../../kernel/address.ts';
import type { MeetingsPreparing } from '../ports.ts';

/** How many wrong attempts are allowed (MTG-56). */
const mostOfNetwork = 5;
const mostOfCode = 50;
/** The limits are not scaled further than this, like the throttles of sign-in (THR-15). */
const greatestScale = 10;

export type PasscodeAttempt =
  | { readonly kind: 'unset' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly kind: 'right' | 'wrong'; readonly remaining: number };

type TryingContext = Pick<
  MeetingsPreparing,
  'transact' | 'passwords' | 'caller' | 'now' | 'newId' | 'settings'
>;

/**
 * Checks a passcode for a join code. The attempt is counted before the check, and deleted if the passcode was right. Right
 * and wrong passcodes take the same statements and one hashing, so that the time reveals nothing.
 */
export async function attemptPasscode(
  joinCode: string,
  passcode: string,
  context: TryingContext,
): Promise<PasscodeAttempt> {
  const { transact, passwords, caller, now, newId, settings } = context;
  const scale = Math.min(settings.rateLimitScale, greatestScale);
  const id = newId();
  const begun = await transact(async (inside) => {
    const workspaceId = await inside.meetings.workspaceOfCode(joinCode);
    if (workspaceId === null) return null;
    await inside.enterByLink(workspaceId);
    const lock = await inside.passcodeAttempts.passcodeOf(joinCode);
    if (lock === null) return null;
    if (lock.passcodeHash === null) return 'unset' as const;
    const answer = await inside.passcodeAttempts.begin({
      id,
      chainId: lock.chainId,
      network: networkOf(caller.address),
      now,
      mostOfNetwork: scale === 0 ? unlimited : Math.ceil(mostOfNetwork * scale),
      mostOfCode: scale === 0 ? unlimited : Math.ceil(mostOfCode * scale),
    });
    return { workspaceId, passcodeHash: lock.passcodeHash, answer };
  });
  if (begun === null) return { kind: 'unknown' };
  if (begun === 'unset') return { kind: 'unset' };
  const { workspaceId, passcodeHash, answer } = begun;
  if (!answer.allowed) return { kind: 'throttled', retryAfterSeconds: answer.retryAfterSeconds };

  const kind = (await passwords.verify(passcode, passcodeHash)) ? 'right' : 'wrong';
  await transact(async (inside) => {
    await inside.enterByLink(workspaceId);
    await inside.passcodeAttempts.settle(id, kind);
  });
  return { kind, remaining: kind === 'right' ? answer.remaining + 1 : answer.remaining };
}

const unlimited = 2_000_000_000;
/** How many attempts one network has left if the meeting has no passcode. */
export const freeAttempts = mostOfNetwork;
