import { base64Of, bytesOfBase64 } from './bytes.ts';
import { hashedBy } from './hashing.ts';
import {
  keyOfVkey,
  LOG_KEY,
  type NoteKey,
  type NoteRefusal,
  NoteRefused,
  type OpenedNote,
  openNote,
  textOfNote,
} from './note.ts';
import { type Primitives, webCrypto } from './web-crypto.ts';

/** What a log says of its tree at one size (C2SP tlog-checkpoint, without extension lines). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export interface OpenedCheckpoint extends Checkpoint, Omit<OpenedNote, 'text'> {}

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

/** What the text says. Throws `NoteRefused` if it is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  const hash = bytesOfBase64(root);
  const isWhole = end === '' && more.length === 0 && origin !== '' && /^(0|[1-9][0-9]{0,15})$/.test(size);
  if (!isWhole || hash?.length !== 32 || !Number.isSafeInteger(Number(size)))
    throw new NoteRefused('malformed');
  return { origin, size: Number(size), root: hash };
}

/** Throws `RangeError` for a text that is no key of a log or a witness. */
export async function keysOf(
  vkeys: readonly string[],
  { sha256 }: Pick<Primitives, 'sha256'> = webCrypto,
): Promise<NoteKey[]> {
  const keys: NoteKey[] = [];
  for (const vkey of vkeys) {
    const key = await hashedBy(keyOfVkey(vkey), sha256);
    if (!key) throw new RangeError(`This is no verifier key: ${vkey}`);
    keys.push(key);
  }
  return keys;
}

/**
 * Opens a checkpoint that is signed by its log: by a key whose name is the origin. Keys of witnesses may be among the others;
 * their cosignatures are then checked too. Throws `NoteRefused`.
 */
export async function openCheckpoint(
  note: string,
  keys: readonly NoteKey[],
  primitives: Primitives = webCrypto,
): Promise<OpenedCheckpoint> {
  const checkpoint = readCheckpoint(textOfNote(note));
  const isOfLog = ({ name, kind }: NoteKey) => kind === LOG_KEY && name === checkpoint.origin;
  if (!keys.some(isOfLog)) throw new NoteRefused('unknown_origin');
  const { signedBy, cosignatures } = await openNote(note, keys, primitives);
  if (!signedBy.some(isOfLog)) throw new NoteRefused('no_known_signature');
  return { ...checkpoint, signedBy, cosignatures };
}

/** As `openCheckpoint`; a note that is refused gives the reason. */
export async function openedOrRefusal(
  ...given: Parameters<typeof openCheckpoint>
): Promise<OpenedCheckpoint | NoteRefusal> {
  try {
    return await openCheckpoint(...given);
  } catch (error) {
    if (error instanceof NoteRefused) return error.reason;
    throw error;
  }
}
