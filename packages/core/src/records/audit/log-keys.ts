import {
  checkpointText,
  hashedNow,
  keyOfVkey,
  LOG_KEY,
  type NoteKey,
  noteKeyId,
  signatureLine,
  vkeyOf,
} from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { Instant } from '../../kernel/time.ts';
import type { CheckpointSigner, LogKey } from './ports.ts';

/** What a private half is bound to. */
export const logKeyName = (id: string): string => `audit-log-key:${id}`;

/** A new key of the log with this origin, which has signed nothing yet. */
export async function newLogKey(
  origin: string,
  { id, now, checkpointSigner }: { id: string; now: Instant; checkpointSigner: CheckpointSigner },
): Promise<LogKey> {
  const { publicKey, sealed } = await checkpointSigner.create(logKeyName(id));
  const key: NoteKey = { name: origin, kind: LOG_KEY, publicKey };
  return {
    id,
    keyId: hexOf(hashedNow(noteKeyId(key), sha256)),
    vkey: hashedNow(vkeyOf(key), sha256),
    privateSealed: sealed,
    createdAt: now,
    fromSize: null,
    toSize: null,
  };
}

/** The key as notes are opened with it. */
export function noteKeyOf({ vkey }: Pick<LogKey, 'vkey'>): NoteKey {
  const key = hashedNow(keyOfVkey(vkey), sha256);
  if (key === null) throw new TypeError(`This is no verifier key: ${vkey}`);
  return key;
}

/** The key that signs now, and the one that follows it at the next checkpoint. */
export function signingKeys(keys: readonly LogKey[]): {
  readonly current: LogKey | null;
  readonly next: LogKey | null;
} {
  return {
    current: keys.find(({ fromSize, toSize }) => fromSize !== null && toSize === null) ?? null,
    next: keys.find(({ fromSize }) => fromSize === null) ?? null,
  };
}

/** The checkpoint as a note, signed by each of the keys. */
export async function signedNote(
  checkpoint: { readonly origin: string; readonly size: number; readonly root: Uint8Array },
  keys: readonly LogKey[],
  checkpointSigner: CheckpointSigner,
): Promise<string> {
  const text = checkpointText(checkpoint);
  let note = `${text}\n`;
  for (const key of keys)
    note += await signatureLine(
      text,
      noteKeyOf(key),
      (message) => checkpointSigner.sign(key.privateSealed, logKeyName(key.id), message),
      { sha256 },
    );
  return note;
}
