import { readFileSync } from 'node:fs';
import type { LedgerFaultReason } from '../ledger-verification.ts';
import type { AuditProjection } from '../payload.ts';

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

/** The members of the golden vectors that the chain is tested by. */
export interface AuditVectors {
  readonly jcs: readonly { readonly name: string; readonly input: string; readonly canonicalHex: string }[];
  readonly jcsReject: readonly { readonly name: string; readonly input: string; readonly reason: string }[];
  readonly genesis: readonly { readonly workspaceId: string; readonly genesisHash: string }[];
  readonly details: readonly { readonly salt: string; readonly value: unknown; readonly digest: string }[];
  readonly chains: readonly VectorLedger[];
  readonly merkle: { readonly roots: readonly { readonly size: number; readonly root: string }[] };
  readonly tampering: readonly VectorTampering[];
}

export const auditVectors: AuditVectors = JSON.parse(
  readFileSync(new URL('./audit-chain.json', import.meta.url), 'utf8'),
);

export const payloadBytes = ({ payload, payloadBase64 }: VectorRow): Uint8Array =>
  payload === undefined ? Buffer.from(payloadBase64 ?? '', 'base64') : Buffer.from(payload);
