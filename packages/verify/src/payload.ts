export type AuditOutcome = 'success' | 'denied' | 'failure';
export type AuditActorKind = 'user' | 'api_key' | 'portal_recipient' | 'public_link' | 'operator' | 'system';
export type AuditAccessBasis =
  | 'role'
  | 'case_member'
  | 'author'
  | 'temporary_access'
  | 'break_glass'
  | 'portal'
  | 'link'
  | 'system'
  | 'none';

/** A value of `facts`: ids, enum values, integers, booleans, dates, digests, and arrays of these; never free text. */
export type AuditFact =
  | string
  | number
  | boolean
  | null
  | readonly AuditFact[]
  | { readonly [key: string]: AuditFact };

/** The stored form of an event: every member is present, what is unknown is null (records 7.2). */
export interface AuditPayload {
  readonly v: 1;
  /** A UUID version 7, unique in the ledger. */
  readonly id: string;
  /** The ledger: a workspace id, or `installation`. */
  readonly workspaceId: string;
  readonly occurredAt: string;
  /** Dotted past tense, from the registry. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** `id` is null for `system`, `operator` and `public_link`; of a portal recipient it is that of the access token. */
  readonly actor: {
    readonly kind: AuditActorKind;
    readonly id: string | null;
    readonly sessionId: string | null;
  };
  readonly access: { readonly basis: AuditAccessBasis; readonly grantId: string | null };
  readonly purposeOfUse: string | null;
  /** Effective labels at the time. */
  readonly labels: readonly string[];
  readonly target: { readonly kind: string; readonly id: string; readonly version: number | null };
  readonly refs: {
    readonly subjectId: string | null;
    readonly caseId: string | null;
    readonly artifactId: string | null;
  };
  readonly facts: { readonly [key: string]: AuditFact };
  /** The commitment to the erasable detail beside the chain. */
  readonly detail: { readonly alg: 'sha256-salted-v1'; readonly digest: string } | null;
  readonly requestId: string;
  readonly correlationId: string;
}

/** What a walk over the ledger looks at; the rest it only hashes and compares with its canonical form. */
export type WalkedPayload = Partial<Omit<AuditPayload, 'detail'>> &
  Pick<AuditPayload, 'workspaceId' | 'occurredAt' | 'action' | 'facts'> & {
    readonly detail: { readonly digest: string } | null;
  };

/** The columns that lists query, as the append function reads them out of a payload. */
export interface AuditProjection {
  readonly id: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly outcome: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly purposeOfUse: string | null;
  readonly targetKind: string;
  readonly targetId: string;
  readonly targetVersion: number | null;
  readonly subjectId: string | null;
  readonly caseId: string | null;
  readonly artifactId: string | null;
  readonly labels: readonly string[];
}

export const projectionOf = ({ actor, target, refs, ...payload }: AuditPayload): AuditProjection => ({
  id: payload.id,
  occurredAt: payload.occurredAt,
  action: payload.action,
  outcome: payload.outcome,
  actorKind: actor.kind,
  actorId: actor.id,
  purposeOfUse: payload.purposeOfUse,
  targetKind: target.kind,
  targetId: target.id,
  targetVersion: target.version,
  subjectId: refs.subjectId,
  caseId: refs.caseId,
  artifactId: refs.artifactId,
  labels: payload.labels,
});
