import type { identity } from '@chancery/core';
import { bytes, instant, key, nullable, text, uuid } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

export const AuthFlowRow = new EntitySchema<identity.AuthFlow>({
  name: 'AuthFlow',
  tableName: 'auth_flows',
  columns: {
    id: key(),
    provider: text(),
    stateHash: text(),
    secretsSealed: bytes(),
    redirectTo: text(),
    handoffChallenge: nullable(text()),
    cookieHash: nullable(text()),
    intent: text(),
    userId: nullable(text()),
    sessionId: nullable(uuid()),
    invitationHash: nullable(text()),
    deviceName: nullable(text()),
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export function authFlowRepository(sql: Sql): identity.AuthFlowRepository {
  const flows = table(sql, AuthFlowRow);
  return {
    add: (flow) => flows.insert(flow),
    spend: (provider, stateHash, now) =>
      sql.first<identity.AuthFlow>(
        `update auth_flows set used_at = $3
         where provider = $1 and state_hash = $2 and used_at is null and expires_at > $3::timestamptz
         returning ${flows.selection}`,
        [provider, stateHash, now],
      ),
    async offer(id, handoffHash, proof, until) {
      await sql(
        'update auth_flows set handoff_hash = $2, proof_sealed = $3, handoff_until = $4 where id = $1',
        [id, handoffHash, Buffer.from(proof), until],
      );
    },
    offered: (handoffHash, now) =>
      sql.first<identity.AuthFlow & { proofSealed: Uint8Array }>(
        `select ${flows.selection}, proof_sealed "proofSealed" from auth_flows
         where handoff_hash = $1 and proof_sealed is not null and handoff_until > $2::timestamptz for update`,
        [handoffHash, now],
      ),
    async handOver(id) {
      await sql('update auth_flows set proof_sealed = null where id = $1', [id]);
    },
  };
}
