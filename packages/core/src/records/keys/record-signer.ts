import { hashedNow, signedStatement, signingKeyId } from '@chancery/verify';
import { ed25519PublicKey, ed25519Signature, hexOf, sha256 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { recordsSigningKeyCreated } from '../events.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordSigningKey } from './ports.ts';

type Context = Pick<RecordsPorts, 'recordSigningKeys'> &
  Pick<WritingContext, 'keyRing' | 'random' | 'now' | 'emit'>;
type Statement = Parameters<typeof signedStatement>[0];

/** Signs what members of the workspace state, with the key of the workspace (records 7.6). */
export interface RecordSigner {
  readonly keyId: string;
  sign(statement: Statement): Uint8Array;
  /** Bytes that say by their beginning what they are. */
  signBytes(bytes: Uint8Array): Uint8Array;
}

/** The signer of the workspace of this transaction; its key is made for the first signature. */
export async function recordSigner(workspaceId: string, context: Context): Promise<RecordSigner> {
  const { recordSigningKeys, keyRing } = context;
  const key = (await recordSigningKeys.active()) ?? (await firstKey(workspaceId, context));
  const secret = keyRing.open(key.privateSealed, boundTo(key.keyId));
  return {
    keyId: key.keyId,
    sign: (statement) => ed25519Signature(secret, signedStatement(statement)),
    signBytes: (bytes) => ed25519Signature(secret, bytes),
  };
}

/** Signs with a new key from now on. What older ones have signed verifies with them, who stay published. */
export async function rotateSigningKey(workspaceId: string, context: Context): Promise<RecordSigningKey> {
  await context.recordSigningKeys.lock();
  return newKey(workspaceId, context);
}

async function firstKey(workspaceId: string, context: Context): Promise<RecordSigningKey> {
  await context.recordSigningKeys.lock();
  return (await context.recordSigningKeys.active()) ?? newKey(workspaceId, context);
}

async function newKey(workspaceId: string, context: Context): Promise<RecordSigningKey> {
  const { recordSigningKeys, keyRing, random, now, emit } = context;
  const secret = random.bytes(32);
  const publicKey = ed25519PublicKey(secret);
  const keyId = hashedNow(signingKeyId(publicKey), sha256);
  const key = {
    keyId,
    publicKey,
    privateSealed: keyRing.seal(secret, boundTo(keyId)),
    createdAt: now,
    retiredAt: null,
  };
  await recordSigningKeys.replace(key);
  emit(recordsSigningKeyCreated, { workspaceId, keyId, publicKey: hexOf(publicKey) });
  return key;
}

const boundTo = (keyId: string): string => `record-signing-key:${keyId}`;
