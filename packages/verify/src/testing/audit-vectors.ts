import { readFileSync } from 'node:fs';
import type { Disclosure } from '../content.ts';
import type { LedgerFaultReason } from '../ledger-faults.ts';
import type { NoteRefusal } from '../note.ts';
import type { AuditProjection } from '../payload.ts';
import type { SignatureStatement } from '../record-signature.ts';

export interface VectorRow {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload?: string;
  readonly payloadBase64?: string;
}

export interface VectorDetail {
  readonly seq: number;
  readonly salt: string;
  readonly value: unknown;
}

export interface VectorLedger {
  readonly name: string;
  readonly workspaceId: string;
  readonly rows: readonly VectorRow[];
  readonly head: { readonly seq: number; readonly hash: string };
}

export interface VectorTampering extends VectorLedger {
  readonly details: readonly VectorDetail[];
  readonly pinnedCheckpoints: readonly string[];
  readonly projections: readonly (Partial<AuditProjection> & { readonly seq: number })[];
  readonly expected: {
    readonly ok: boolean;
    readonly firstBadSeq: number | null;
    readonly reason: LedgerFaultReason | null;
  };
}

interface VectorInclusion {
  readonly name?: string;
  readonly index: number;
  readonly size: number;
  readonly entryHash: string;
  readonly proof: readonly string[];
  readonly root: string;
}

interface VectorConsistency {
  readonly name?: string;
  readonly oldSize: number;
  readonly newSize: number;
  readonly oldRoot: string;
  readonly newRoot: string;
  readonly proof: readonly string[];
}

interface VectorKey {
  readonly seed: string;
  readonly publicKey: string;
  readonly vkey: string;
}

interface VectorProof {
  readonly seq: number;
  readonly entryHash: string;
  readonly text: string;
}

/** The golden vectors (`records` 7.11). */
export interface AuditVectors {
  readonly jcs: readonly { readonly name: string; readonly input: string; readonly canonicalHex: string }[];
  readonly jcsReject: readonly { readonly name: string; readonly input: string; readonly reason: string }[];
  readonly genesis: readonly { readonly workspaceId: string; readonly genesisHash: string }[];
  readonly details: readonly { readonly salt: string; readonly value: unknown; readonly digest: string }[];
  readonly contents: readonly {
    readonly salt: string;
    readonly content: Readonly<Record<string, unknown>>;
    readonly parts: readonly {
      readonly index: number;
      readonly part: string;
      readonly salt: string;
      readonly leafHash: string;
    }[];
    readonly contentHash: string;
  }[];
  readonly disclosures: readonly Disclosure[];
  readonly disclosuresMustFail: readonly (Disclosure & { readonly why: string })[];
  readonly chains: readonly VectorLedger[];
  readonly merkle: {
    readonly roots: readonly { readonly size: number; readonly root: string }[];
    readonly inclusion: readonly VectorInclusion[];
    readonly inclusionMustFail: readonly VectorInclusion[];
    readonly consistency: readonly VectorConsistency[];
    readonly consistencyMustFail: readonly VectorConsistency[];
  };
  readonly checkpoints: {
    readonly origin: string;
    readonly key: VectorKey;
    readonly nextKey: VectorKey;
    readonly valid: readonly { readonly size: number; readonly text: string }[];
    readonly rotation: { readonly text: string };
    readonly cosigned: {
      readonly text: string;
      readonly witness: string;
      readonly time: number;
      readonly seed: string;
      readonly vkey: string;
    };
    readonly mustFail: readonly {
      readonly name: string;
      readonly text: string;
      readonly reason: NoteRefusal;
    }[];
  };
  readonly proofs: readonly VectorProof[];
  readonly proofsWithEvent: readonly VectorProof[];
  readonly entrySignature: {
    readonly seed: string;
    readonly publicKey: string;
    readonly keyId: string;
    readonly statement: SignatureStatement;
    readonly signature: string;
  };
  readonly mainLog: { readonly origin: string; readonly vkey: string };
  readonly exportFile: { readonly text: string };
  readonly tampering: readonly VectorTampering[];
}

export const auditVectors: AuditVectors = JSON.parse(
  readFileSync(new URL('./audit-chain.json', import.meta.url), 'utf8'),
);

export const payloadBytes = ({ payload, payloadBase64 }: VectorRow): Uint8Array =>
  payload === undefined ? Buffer.from(payloadBase64 ?? '', 'base64') : Buffer.from(payload);
