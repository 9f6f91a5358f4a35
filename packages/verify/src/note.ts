import { base64Of, bytesOfBase64, equalBytes, hexOf, joined, numberOfU64, u64, utf8 } from './bytes.ts';
import { type Hashing, hashedBy } from './hashing.ts';
import { type Primitives, type Signer, webCrypto } from './web-crypto.ts';

export type NoteRefusal = 'malformed' | 'unknown_origin' | 'no_known_signature' | 'bad_signature';

/** The note is not one, or nobody who is known has signed it. */
export class NoteRefused extends Error {
  override readonly name = 'NoteRefused';
  readonly reason: NoteRefusal;

  constructor(reason: NoteRefusal) {
    super(`The note is refused: ${reason}`);
    this.reason = reason;
  }
}

/** The kinds of C2SP signed-note: a log signs the text, a witness the text and the time. */
export const LOG_KEY = 1;
export const WITNESS_KEY = 4;
export type KeyKind = typeof LOG_KEY | typeof WITNESS_KEY;

export interface NoteKey {
  readonly name: string;
  readonly kind: KeyKind;
  readonly publicKey: Uint8Array;
}

export interface OpenedNote {
  /** The signed text, up to and with its last line feed. */
  readonly text: string;
  /** The keys, of those that were given, by which it is signed. */
  readonly signedBy: readonly NoteKey[];
  readonly cosignatures: readonly { readonly witness: string; readonly time: number }[];
}

interface SignatureLine {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

const MAX_NOTE_LENGTH = 1_000_000;
const MAX_SIGNATURES = 100;
const lineStart = '— ';

/** The 4 bytes by which a signature line names its key. */
export function* noteKeyId({ name, kind, publicKey }: NoteKey): Hashing<Uint8Array> {
  const digest = yield [utf8(`${name}\n`), Uint8Array.of(kind), publicKey];
  return digest.slice(0, 4);
}

/** The key as text that people exchange. */
export function* vkeyOf(key: NoteKey): Hashing<string> {
  const id = yield* noteKeyId(key);
  return `${key.name}+${hexOf(id)}+${base64Of(joined(Uint8Array.of(key.kind), key.publicKey))}`;
}

/** The key that the text spells, or null if it is none of the two kinds or its id is not its own. */
export function* keyOfVkey(vkey: string): Hashing<NoteKey | null> {
  const [name = '', id = '', ...rest] = vkey.split('+');
  const bytes = bytesOfBase64(rest.join('+'));
  const kind = bytes?.[0];
  if (!isName(name) || bytes?.length !== 33 || (kind !== LOG_KEY && kind !== WITNESS_KEY)) return null;
  const key: NoteKey = { name, kind, publicKey: bytes.slice(1) };
  return hexOf(yield* noteKeyId(key)) === id ? key : null;
}

/** The line that a log adds under a text. */
export async function signatureLine(
  text: string,
  key: NoteKey,
  sign: Signer,
  { sha256 }: Pick<Primitives, 'sha256'> = webCrypto,
): Promise<string> {
  const id = await hashedBy(noteKeyId(key), sha256);
  return `${lineStart}${key.name} ${base64Of(joined(id, await sign(utf8(text))))}\n`;
}

/** The line that a witness adds under a checkpoint; the time is in seconds since 1970. */
export async function cosignatureLine(
  text: string,
  time: number,
  key: NoteKey,
  sign: Signer,
  { sha256 }: Pick<Primitives, 'sha256'> = webCrypto,
): Promise<string> {
  const id = await hashedBy(noteKeyId(key), sha256);
  const signature = await sign(cosignedBytes(text, time));
  return `${lineStart}${key.name} ${base64Of(joined(id, u64(time), signature))}\n`;
}

/**
 * Opens a C2SP signed note. Throws `NoteRefused` if it is malformed, if none of the keys has signed it, and if a line that
 * names one of them does not verify; lines of unknown keys are passed over.
 */
export async function openNote(
  note: string,
  keys: readonly NoteKey[],
  primitives: Primitives = webCrypto,
): Promise<OpenedNote> {
  const { text, lines } = partsOfNote(note);
  const signedBy: NoteKey[] = [];
  const cosignatures: { witness: string; time: number }[] = [];
  for (const key of keys) {
    const id = await hashedBy(noteKeyId(key), primitives.sha256);
    for (const line of lines.filter(({ name, keyId }) => name === key.name && equalBytes(keyId, id))) {
      const time = await checkedSignature(text, line.signature, key, primitives);
      signedBy.push(key);
      if (time !== null) cosignatures.push({ witness: key.name, time });
    }
  }
  if (signedBy.length === 0) throw new NoteRefused('no_known_signature');
  return { text, signedBy, cosignatures };
}

/** The time of a witness, null of a log. */
async function checkedSignature(
  text: string,
  signature: Uint8Array,
  { kind, publicKey }: NoteKey,
  { verifyEd25519 }: Primitives,
): Promise<number | null> {
  const isWitness = kind === WITNESS_KEY;
  if (signature.length !== (isWitness ? 72 : 64)) throw new NoteRefused('bad_signature');
  const time = isWitness ? numberOfU64(signature) : null;
  if (isWitness && time === null) throw new NoteRefused('bad_signature');
  const message = time === null ? utf8(text) : cosignedBytes(text, time);
  if (!(await verifyEd25519(publicKey, message, signature.slice(isWitness ? 8 : 0))))
    throw new NoteRefused('bad_signature');
  return time;
}

const cosignedBytes = (text: string, time: number) => utf8(`cosignature/v1\ntime ${time}\n${text}`);

/** The text without its signatures. Throws `NoteRefused` if this is no note. */
export const textOfNote = (note: string): string => partsOfNote(note).text;

function partsOfNote(note: string): { text: string; lines: SignatureLine[] } {
  const cut = note.length > MAX_NOTE_LENGTH ? -1 : note.lastIndexOf('\n\n');
  if (cut < 1 || !note.endsWith('\n') || !isPrintable(note)) throw new NoteRefused('malformed');
  const lines = note.slice(cut + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new NoteRefused('malformed');
  return { text: note.slice(0, cut + 1), lines: lines.map(readLine) };
}

function readLine(line: string): SignatureLine {
  const [name = '', encoded = '', ...rest] = line.slice(lineStart.length).split(' ');
  const bytes = bytesOfBase64(encoded);
  if (!line.startsWith(lineStart) || rest.length > 0 || !isName(name) || !bytes || bytes.length < 5)
    throw new NoteRefused('malformed');
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
}

const isName = (name: string) => name !== '' && !/[\s+]/u.test(name);

function isPrintable(note: string): boolean {
  for (let at = 0; at < note.length; at += 1) {
    const code = note.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) return false;
  }
  return !/\p{Surrogate}/u.test(note);
}
