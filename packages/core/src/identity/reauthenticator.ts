import { Failure } from '../kernel/errors.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import { secondsBetween } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { passwordIncorrect } from './errors.ts';
import { answerFields, type FactorProof, prove, takeProof } from './factors/answer.ts';
import { factorCodeInvalid, factorPasskeyInvalid } from './factors/errors.ts';
import { requireOwnPassword } from './password-attempts.ts';
import type { IdentityPorts, IdentityPreparing } from './ports.ts';

/** How long a session counts as proven for something that is signed. */
const recentSeconds = 300;

/** What somebody who is signed in gives to prove again that it is they. */
export interface Reauthentication {
  readonly method: 'password' | 'totp' | 'passkey' | 'recent_session';
  /** Null for a session that was proven a moment ago. */
  readonly value: string | null;
}

/** What was proven, and is still to be used up. */
export interface ProvenAgain {
  readonly method: Reauthentication['method'];
  readonly factor: FactorProof | null;
}

/** Proofs of another context's signers, in its own transactions. */
export interface Reauthenticator {
  /** One step of a proof before the transaction that signs (`proveAgain`). */
  step<T>(work: (identity: WritingContext & IdentityPorts) => Promise<T>): Promise<T>;
  /**
   * Uses the proof up in the transaction that signs: a code works once (MFA-2). False if somebody else was faster, or if
   * the session was not proven in the last five minutes.
   */
  take(proof: ProvenAgain, user: UserPrincipal): Promise<boolean>;
}

export const reauthenticator = (own: () => WritingContext & IdentityPorts): Reauthenticator => ({
  step: (work) => work(own()),
  async take({ method, factor }, user) {
    const identity = own();
    if (method === 'recent_session') return isRecent(user, identity);
    if (factor === null) return true;
    return isProof(takeProof(factor, user.userId, identity));
  },
});

async function isRecent(
  { sessionId }: UserPrincipal,
  { sessions, now }: Pick<IdentityPorts, 'sessions'> & Pick<WritingContext, 'now'>,
): Promise<boolean> {
  const session = await sessions.get(sessionId);
  if (session === null || session.revokedAt !== null) return false;
  return secondsBetween(session.authenticatedAt, now) <= recentSeconds;
}

type Proving = Pick<
  IdentityPreparing,
  'now' | 'user' | 'caller' | 'settings' | 'keyRing' | 'passwords' | 'totp' | 'passkeys'
> & {
  transact<T>(work: (context: { readonly reauthenticator: Reauthenticator }) => Promise<T>): Promise<T>;
};

/**
 * Examines what somebody gives to prove that it is they, as `reauthenticate` does it, and counts the try; null if it proves
 * nothing. Before the transaction that signs, because a password takes long.
 */
export async function proveAgain(
  { method, value }: Reauthentication,
  context: Proving,
  /** Where the value stands in the request. */
  at = '/attestation/reauthentication/value',
): Promise<ProvenAgain | null> {
  if (method === 'recent_session') {
    if (value !== null) throw wrongValue(at, 'Leave it out for a recent session.');
    return { method, factor: null };
  }
  if (value === null) throw wrongValue(at, 'Give the password, the code or the answer of the browser.');
  const identity = identityIn(context);
  if (method === 'password')
    return (await isProof(requireOwnPassword(value, identity))) ? { method, factor: null } : null;
  const answer = method === 'totp' ? { totpCode: value } : { passkey: passkeyIn(value, at) };
  const holder = async () => ({ userId: context.user.userId, knownDevice: true });
  try {
    return { method, factor: (await prove(answer, holder, identity)).proof };
  } catch (error) {
    if (provesNothing(error)) return null;
    throw error;
  }
}

/** The context of this one that the steps of a proof work with. */
function identityIn(context: Proving): IdentityPreparing {
  const { now, user, caller, settings, keyRing, passwords, totp, passkeys, transact } = context;
  return {
    ...{ now, user, caller, settings, keyRing, passwords, totp, passkeys },
    transact: <T>(work: (identity: WritingContext & IdentityPorts) => Promise<T>) =>
      transact(({ reauthenticator: own }) => own.step(work)),
  } as unknown as IdentityPreparing; // the steps above use no more of it
}

function passkeyIn(
  value: string,
  at: string,
): NonNullable<ReturnType<(typeof answerFields)['passkey']['parse']>> {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    throw wrongValue(at, 'Give JSON with ceremonyId and response.');
  }
  const read = answerFields.passkey.safeParse(given);
  if (!read.success || read.data === undefined)
    throw wrongValue(at, 'Give JSON with ceremonyId and response.');
  return read.data;
}

const wrongValue = (at: string, message: string) => invalidField(at, 'field.invalid', message);

const provesNothing = (error: unknown): boolean =>
  error instanceof Failure &&
  [passwordIncorrect.code, factorCodeInvalid.code, factorPasskeyInvalid.code].includes(error.code);

async function isProof(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (provesNothing(error)) return false;
    throw error;
  }
}
