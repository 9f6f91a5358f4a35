import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Key } from './bare-key.ts';

export interface AuditedThing {
  readonly action: string;
  readonly kind: string;
  readonly id: string;
  readonly facts: Record<string, unknown>;
  readonly detail: Record<string, unknown>;
}

const sealKey = randomBytes(32);

/** The four arrays of `audit_append_with_details`: payloads written in canonical order by hand, details sealed. */
export function auditArrays(key: Key, things: readonly AuditedThing[]): string[] {
  const requestId = randomUUID();
  const entries = things.map((thing) => entryOf(key, thing, requestId));
  const literal = (texts: readonly string[]) => `{${texts.map((text) => `"${text}"`).join(',')}}`;
  const bytes = (buffer: Uint8Array) => `\\\\x${Buffer.from(buffer).toString('hex')}`;
  return [
    literal(entries.map(({ payload }) => bytes(payload))),
    literal(entries.map(({ salt }) => bytes(salt))),
    literal(entries.map(({ sealed }) => bytes(sealed))),
    literal(entries.map(() => 'key_ring')),
  ];
}

function entryOf(key: Key, { action, kind, id, facts, detail }: AuditedThing, requestId: string) {
  const salt = randomBytes(32);
  const plain = JSON.stringify({ ...detail, ip: '127.0.0.1' });
  const digest = createHash('sha256').update(salt).update(plain).digest('hex');
  const payload = JSON.stringify({
    access: { basis: 'role', grantId: null },
    action,
    actor: { id: key.api_key_id, kind: 'api_key', sessionId: null },
    correlationId: requestId,
    detail: { alg: 'sha256-salted-v1', digest },
    facts,
    id: randomUUID(),
    labels: [],
    occurredAt: new Date().toISOString(),
    outcome: 'success',
    purposeOfUse: null,
    refs: { artifactId: null, caseId: null, subjectId: null },
    requestId,
    target: { id, kind, version: 1 },
    v: 1,
    workspaceId: key.workspace_id,
  });
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { payload: Buffer.from(payload), salt, sealed };
}
