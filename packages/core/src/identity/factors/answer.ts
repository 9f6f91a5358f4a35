import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { openedText } from '../../kernel/opened-text.ts';
import { id, secret } from '../../kernel/shapes.ts';
import type { IdentityPorts, IdentityPreparing } from '../ports.ts';
import type { SecondFactorMethod } from '../session.ts';
import { factorCodeInvalid, factorPasskeyInvalid } from './errors.ts';
import { passkeySuspected, recoveryCodeUsed } from './events.ts';
import { countsOn, type Factor, type PasskeyFactor, passkeysOf, totpsOf } from './factor.ts';
import { countFactorAttempt, refuseWhileWaiting } from './factor-attempts.ts';
import { recoveryCodeHash } from './recovery-codes.ts';

const longestResponse = 16_384;

/** A response of the browser's WebAuthn call. The verifier checks its form; its size is limited here. */
export const webAuthnResponse = (form: string) =>
  z
    .looseObject({
      id: z
        .string()
        .max(2048)
        .regex(/^[\w-]+=*$/, 'Give the id as the browser gave it, in base64url.')
        .describe('The id of the passkey, as the browser gave it.'),
    })
    .refine((response) => JSON.stringify(response).length <= longestResponse, {
      error: 'Give a response of at most 16 KiB.',
      params: { code: 'field.length' },
    })
    .describe(`The ${form} of WebAuthn, as the browser returned it.`);

export const totpCode = () =>
  secret(z.string().regex(/^\d{6}$/, 'Give the six digits that the authenticator shows.'));

/** The fields of a second factor; exactly one of them is given. */
export const answerFields = {
  totpCode: totpCode().optional().describe('The code that the authenticator shows now.'),
  passkey: z
    .strictObject({
      ceremonyId: id().describe('The id of the ceremony that the browser is asked to carry out.'),
      response: webAuthnResponse('AuthenticationResponseJSON'),
    })
    .optional()
    .describe('The answer of the browser to assertion options.'),
  recoveryCode: secret(z.string().min(1).max(64))
    .optional()
    .describe('A recovery code that was not used yet.'),
};

export interface Answer {
  readonly totpCode?: string | undefined;
  readonly passkey?: { readonly ceremonyId: string; readonly response: { readonly id: string } } | undefined;
  readonly recoveryCode?: string | undefined;
}

export const exactlyOne =
  (...fields: readonly string[]) =>
  (input: Readonly<Record<string, unknown>>): boolean =>
    fields.filter((field) => input[field] !== undefined).length === 1;

/** What was proven and is still to be used up: a code, a counter or a recovery code works once. */
export type FactorProof =
  | { readonly method: 'otp'; readonly factorId: string; readonly step: number }
  | {
      readonly method: 'passkey';
      readonly factorId: string;
      readonly signCount: number;
      readonly backedUp: boolean;
    }
  | { readonly method: 'recovery'; readonly codeHash: string };

interface FactorHolder {
  readonly userId: string;
  readonly knownDevice: boolean;
  /** Runs in the transaction that counts the try, if the try is allowed. */
  counted?(): Promise<void>;
}

type Preparing = IdentityPreparing;

/**
 * Counts the try and examines the answer (THR-16). `holder` says whose factor it is, in the transaction that counts
 * the try; if it throws, nothing is counted.
 */
export async function prove(
  answer: Answer,
  holder: (context: WritingContext & IdentityPorts) => Promise<FactorHolder>,
  context: Preparing,
): Promise<{ readonly userId: string; readonly proof: FactorProof }> {
  const tried = await context.transact(async (writing) => {
    const { userId, knownDevice, counted } = await holder(writing);
    const attempt = { userId, knownDevice, isCode: answer.totpCode !== undefined };
    const wait = await countFactorAttempt(attempt, writing);
    if (wait > 0) return { wait, userId, factors: [], challenge: null };
    await counted?.();
    const challenge =
      answer.passkey === undefined
        ? null
        : await writing.ceremonies.spend(answer.passkey.ceremonyId, 'assert', userId, writing.now);
    return { wait, userId, factors: await writing.factors.ofPerson(userId, writing.now), challenge };
  });
  refuseWhileWaiting(tried.wait);
  return { userId: tried.userId, proof: await examined(answer, tried, context) };
}

async function examined(
  answer: Answer,
  { userId, factors, challenge }: { userId: string; factors: readonly Factor[]; challenge: string | null },
  context: Preparing,
): Promise<FactorProof> {
  if (answer.totpCode !== undefined) {
    const proof = codeProof(answer.totpCode, factors, context);
    if (proof === null) throw factorCodeInvalid();
    return proof;
  }
  if (answer.passkey !== undefined) {
    const { response } = answer.passkey;
    const passkey = passkeysOf(factors).find(({ credentialId }) => credentialId === response.id);
    if (challenge === null || passkey === undefined) throw factorPasskeyInvalid();
    const proof = await assertionProof(response, challenge, passkey, context);
    if (proof === null) throw factorPasskeyInvalid();
    return proof;
  }
  return {
    method: 'recovery',
    codeHash: recoveryCodeHash(userId, answer.recoveryCode ?? '', context.keyRing),
  };
}

function codeProof(
  code: string,
  factors: readonly Factor[],
  { totp, keyRing, now }: Preparing,
): FactorProof | null {
  for (const factor of totpsOf(factors)) {
    const step = totp.step(openedSecret(factor, keyRing), code, now);
    if (step !== null) return { method: 'otp', factorId: factor.id, step };
  }
  return null;
}

export const openedSecret = (
  { id: factorId, secretSealed }: { readonly id: string; readonly secretSealed: Uint8Array },
  keyRing: Preparing['keyRing'],
): string => openedText(keyRing, secretSealed, `totp:${factorId}`);

/** Null if the assertion proves nothing. The owner is notified if the counter stands still or falls (MFA-4). */
export async function assertionProof(
  response: unknown,
  challenge: string,
  passkey: PasskeyFactor,
  { passkeys, transact }: Preparing,
): Promise<(FactorProof & { readonly method: 'passkey' }) | null> {
  const shown = await passkeys.verifyAssertion(response, challenge, passkey);
  if (shown === null) return null;
  const { id: factorId, userId } = passkey;
  if (!countsOn(passkey.signCount, shown.signCount)) {
    await transact(async ({ emitFor }) => emitFor(userId, passkeySuspected, { userId, factorId }));
    return null;
  }
  return { method: 'passkey', factorId, ...shown };
}

/** Uses up what was proven; throws if somebody else was faster (MFA-2, MFA-4, MFA-8). */
export async function takeProof(
  proof: FactorProof,
  userId: string,
  context: Pick<WritingContext, 'now' | 'emitFor'> & IdentityPorts,
): Promise<SecondFactorMethod> {
  const { now, factors, recoveryCodes, factorAttempts, emitFor } = context;
  if (proof.method === 'otp') {
    if (!(await factors.takeStep(proof.factorId, proof.step, now))) throw factorCodeInvalid();
  } else if (proof.method === 'passkey') {
    if (!(await factors.takeCount(proof.factorId, proof.signCount, proof.backedUp, now)))
      throw factorPasskeyInvalid();
  } else {
    const remaining = await recoveryCodes.spend(userId, proof.codeHash, now);
    if (remaining === null) throw factorCodeInvalid();
    emitFor(userId, recoveryCodeUsed, { userId, remaining });
  }
  await factorAttempts.succeeded(userId, proof.method === 'otp');
  return proof.method;
}
