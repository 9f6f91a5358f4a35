import { proofText } from '@chancery/verify';
import { hexOf } from '../../kernel/crypto.ts';
import type { RecordsPorts } from '../ports.ts';
import { type IssuingContext, issueCheckpoint } from './issue-checkpoint.ts';
import type { StoredCheckpoint } from './ports.ts';
import { storedInclusionProof } from './stored-tree.ts';
import { wholeNote } from './views.ts';

/** The transaction of another context in which a checkpoint is signed. */
export type CheckpointTransaction = Pick<IssuingContext, 'now' | 'newId' | 'emit' | 'settings'> & {
  readonly workspaceId: string;
};

/** A version by what was signed of it. */
export interface SignedContent {
  readonly artifactId: string;
  readonly contentHash: string;
}

/** What proves to others that versions became final, without the ledger. */
export interface EntryProofs {
  /** The newest checkpoint with the lines of its witnesses. */
  readonly checkpoint: string;
  /** The key of the log that signs now. */
  readonly vkey: string;
  /** The keys with which entries were and are signed, in hexadecimal. */
  readonly signingKeys: readonly { readonly keyId: string; readonly publicKey: string }[];
  /** By the content hash: the hash of the event that made it final, and what finds it in the tree (C2SP tlog-proof). */
  readonly events: ReadonlyMap<string, { readonly eventHash: string; readonly proof: string }>;
}

/** Answers what other contexts need to hand signed entries out so that they can be checked offline. */
export interface RecordProofs {
  /** Null while the newest checkpoint does not cover all of them. */
  of(contents: readonly SignedContent[]): Promise<EntryProofs | null>;
  /** Signs a checkpoint over the ledger as it is. `more`: a part was taken in; ask again in another transaction. */
  issueCheckpoint(
    tx: CheckpointTransaction,
  ): Promise<'issued' | 'no_new_events' | 'integrity_failed' | 'more'>;
}

export const recordProofs = (own: () => RecordsPorts): RecordProofs => ({
  of: (contents) => proofsOf(contents, own()),
  async issueCheckpoint({ workspaceId, ...tx }) {
    const { auditTrail, auditTiles, checkpointLog, checkpointSigner } = own();
    await checkpointLog.lock('wait');
    const context = { ...tx, auditTrail, auditTiles, checkpointLog, checkpointSigner };
    return (await issueCheckpoint(workspaceId, 'release', context)).outcome;
  },
});

async function proofsOf(
  contents: readonly SignedContent[],
  ports: Pick<RecordsPorts, 'auditTrail' | 'auditTiles' | 'checkpointLog' | 'recordSigningKeys'>,
): Promise<EntryProofs | null> {
  const { auditTrail, checkpointLog, recordSigningKeys } = ports;
  const newest = await checkpointLog.newest();
  const finals = await auditTrail.finalizations(contents);
  if (newest === null || finals.some(({ seq }) => seq > newest.size)) return null;
  const key = (await checkpointLog.keys()).find(
    ({ fromSize, toSize }) => fromSize !== null && toSize === null,
  );
  if (key === undefined) return null;
  const stored = remembered(ports);
  const events = new Map<string, { readonly eventHash: string; readonly proof: string }>();
  for (const { seq, hash, contentHash } of finals)
    events.set(contentHash, { eventHash: hash, proof: await proofOf(seq, newest, stored) });
  return {
    checkpoint: wholeNote(newest),
    vkey: key.vkey,
    signingKeys: (await recordSigningKeys.list()).map(({ keyId, publicKey }) => ({
      ...{ keyId, publicKey: hexOf(publicKey) },
    })),
    events,
  };
}

async function proofOf(
  seq: number,
  checkpoint: StoredCheckpoint,
  stored: Parameters<typeof storedInclusionProof>[2],
): Promise<string> {
  const proof = await storedInclusionProof(seq - 1, checkpoint.size, stored);
  return proofText({ index: seq - 1, proof, checkpoint: wholeNote(checkpoint), extra: null });
}

/** Proofs of neighbouring events need the same hashes: each is read once. */
function remembered({
  auditTrail,
  auditTiles,
}: Pick<RecordsPorts, 'auditTrail' | 'auditTiles'>): Parameters<typeof storedInclusionProof>[2] {
  const read = new Map<string, Promise<readonly Uint8Array[]>>();
  const once = (key: string, ask: () => Promise<readonly Uint8Array[]>) => {
    const asked = read.get(key) ?? ask();
    read.set(key, asked);
    return asked;
  };
  return {
    auditTrail: {
      hashes: (from, to) => once(`events ${from} ${to}`, () => auditTrail.hashes(from, to)),
    },
    auditTiles: {
      read: (level, start, end) =>
        once(`tiles ${level} ${start} ${end}`, () => auditTiles.read(level, start, end)),
    },
  };
}
