import {
  hashedNow,
  keyOfVkey,
  keysOf,
  NoteRefused,
  noteKeyId,
  openNote,
  WITNESS_KEY,
  webCrypto,
} from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { instantOf } from '../../kernel/time.ts';
import { auditCosignatureInvalid, auditWitnessUnknown } from './errors.ts';
import type { Cosignature, StoredCheckpoint } from './ports.ts';

const primitives = { ...webCrypto, sha256 };

/** The text that a note signs, with the blank line behind it. */
const signedPart = (note: string): string => note.slice(0, note.indexOf('\n\n') + 2);

/**
 * What a line of a witness under the checkpoint says. Throws `audit.witness_unknown` if its name is that of no witness who is
 * known here, and `audit.cosignature_invalid` if its signature is none.
 */
export async function checkedCosignature(
  { note }: Pick<StoredCheckpoint, 'note'>,
  line: string,
  witnessKeys: readonly string[],
): Promise<Cosignature> {
  const keys = (await keysOf(witnessKeys, primitives)).filter(({ kind }) => kind === WITNESS_KEY);
  const [dash, name, encoded] = line.trimEnd().split(' ');
  if (dash !== '\u2014' || !name || !encoded) throw auditCosignatureInvalid();
  const named = keys.filter((key) => key.name === name);
  if (named.length === 0) throw auditWitnessUnknown();
  try {
    const opened = await openNote(`${signedPart(note)}${line}`, named, primitives);
    const [cosignature] = opened.cosignatures;
    const [key] = opened.signedBy;
    if (cosignature === undefined || key === undefined) throw auditCosignatureInvalid();
    return {
      name,
      keyId: hexOf(hashedNow(noteKeyId(key), sha256)),
      line,
      cosignedAt: instantOf(cosignature.time * 1000),
    };
  } catch (error) {
    if (error instanceof NoteRefused || error instanceof RangeError) throw auditCosignatureInvalid();
    throw error;
  }
}

/** Whether the text is the key of a witness. */
export const isWitnessKey = (vkey: string): boolean =>
  hashedNow(keyOfVkey(vkey), sha256)?.kind === WITNESS_KEY;
