import { base64Of, bytesOfBase64, equalBytes, numberOfU64 } from './bytes.ts';
import { entryHashOf } from './chain.ts';
import { type OpenedCheckpoint, openedOrRefusal } from './checkpoint.ts';
import { hashedBy } from './hashing.ts';
import { inclusionHolds } from './merkle-tree.ts';
import type { NoteKey, NoteRefusal } from './note.ts';
import { type Primitives, webCrypto } from './web-crypto.ts';

/** An inclusion proof as text that needs nothing beside it but a key (C2SP tlog-proof). */
export interface ProofText {
  readonly index: number;
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
  /** `prevHash || u64(seq) || payload` of the event; only for those who may see it. */
  readonly extra: Uint8Array | null;
}

export type ProofRefusal = 'malformed' | 'no_event' | 'wrong_event' | 'wrong_place' | NoteRefusal;

export type ProofReport =
  | { readonly ok: false; readonly reason: ProofRefusal }
  | {
      readonly ok: true;
      readonly seq: number;
      /** The event's bytes, if the proof carries them. */
      readonly payload: Uint8Array | null;
      readonly checkpoint: OpenedCheckpoint;
    };

const firstLine = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^63 leaves is 63 nodes deep. */
const MAX_PROOF = 64;

export function proofText({ index, proof, checkpoint, extra }: ProofText): string {
  const lines = [
    firstLine,
    ...(extra ? [`extra ${base64Of(extra)}`] : []),
    `index ${index}`,
    ...proof.map(base64Of),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** What the text holds, or null if it is no proof. */
export function readProofText(text: string): ProofText | null {
  const cut = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(cut, 0)).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? bytesOfBase64(lines.shift()?.slice(6) ?? '') : null;
  const [, index] = /^index (0|[1-9][0-9]{0,15})$/.exec(lines.shift() ?? '') ?? [];
  const proof = lines.map(bytesOfBase64).filter((hash) => hash?.length === 32);
  const isWhole = first === firstLine && lines.length <= MAX_PROOF && proof.length === lines.length;
  if (!isWhole || index === undefined || (extra === null && text.includes('\nextra '))) return null;
  return {
    index: Number(index),
    proof: proof.filter((hash) => hash !== null),
    checkpoint: text.slice(cut + 2),
    extra,
  };
}

/**
 * Whether an event is in the ledger that one of the keys signs for: the event whose bytes the proof carries, or the one whose
 * hash is given, or both, which must then be one.
 */
export async function verifyProof(
  text: string,
  keys: readonly NoteKey[],
  givenHash: Uint8Array | null = null,
  primitives: Primitives = webCrypto,
): Promise<ProofReport> {
  const read = readProofText(text);
  if (!read) return { ok: false, reason: 'malformed' };
  const { index, proof, extra } = read;
  const checkpoint = await openedOrRefusal(read.checkpoint, keys, primitives);
  if (typeof checkpoint === 'string') return { ok: false, reason: checkpoint };
  if (extra && (extra.length < 40 || numberOfU64(extra.subarray(32)) !== index + 1))
    return { ok: false, reason: 'wrong_event' };
  const carriedHash = extra && (await hashedBy(entryHashOf(extra), primitives.sha256));
  const eventHash = givenHash ?? carriedHash;
  if (!eventHash) return { ok: false, reason: 'no_event' };
  // The one that is given is looked up in the tree; the one that is carried must be the same.
  if (carriedHash && !equalBytes(carriedHash, eventHash)) return { ok: false, reason: 'wrong_event' };
  const { size, root } = checkpoint;
  const holds = await hashedBy(inclusionHolds({ index, size, eventHash, proof, root }), primitives.sha256);
  if (!holds) return { ok: false, reason: 'wrong_place' };
  return { ok: true, seq: index + 1, payload: extra?.slice(40) ?? null, checkpoint };
}
