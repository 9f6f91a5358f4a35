import { identity } from '@chancery/core';
import { lockName } from '../../kernel/name-lock.ts';
import type { Sql } from '../../kernel/sql.ts';
import { transition } from '../../kernel/transition.ts';

const confirm = transition(identity.factorStates, 'confirm');
/** A removed factor is deleted, so only the states that allow the removal are used. */
const remove = transition(identity.factorStates, 'remove');
const lapse = transition(identity.factorStates, 'lapse');

const selection = `
  select id, user_id "userId", kind, name, status, created_at "createdAt", confirmed_at "confirmedAt", last_used_at "lastUsedAt",
         expires_at "expiresAt", secret_sealed "secretSealed", last_step "lastStep", credential_id "credentialId", public_key "publicKey",
         sign_count "signCount", transports, aaguid, backed_up "backedUp",
         updated_at "updatedAt", version
  from factors`;

export function factorRepository(sql: Sql): identity.FactorRepository {
  return {
    lock: (userId) => lockName(sql, `factors:${userId}`),
    async add(factor) {
      await insert(sql, factor, '');
    },
    async addPasskey(factor) {
      return (await insert(sql, factor, ' on conflict (credential_id) do nothing')) === 1;
    },
    ofPerson: (userId, now) =>
      sql<identity.Factor>(
        `${selection} where user_id = $1 and (status = 'active' or expires_at > $2::timestamptz) order by created_at, id`,
        [userId, now],
      ),
    get: (userId, id) =>
      sql.first<identity.Factor>(`${selection} where user_id = $1 and id = $2`, [userId, id]),
    byCredential: (credentialId) =>
      sql.first<identity.PasskeyFactor>(`${selection} where credential_id = $1 and status = 'active'`, [
        credentialId,
      ]),
    async dropPending(userId) {
      await sql(`delete from factors where user_id = $1 and status in ${lapse.from}`, [userId]);
    },
    activate: (id, step, now) =>
      sql.did(
        `update factors set status = ${confirm.to}, confirmed_at = $3, last_used_at = $3, expires_at = null, last_step = $2,
           updated_at = $3, version = version + 1
         where id = $1 and status in ${confirm.from} and expires_at > $3::timestamptz`,
        [id, step, now],
      ),
    rename: ({ id, version }, name, now) =>
      sql.did(
        'update factors set name = $3, updated_at = $4, version = version + 1 where id = $1 and version = $2',
        [id, version, name, now],
      ),
    remove: (id) => sql.did(`delete from factors where id = $1 and status in ${remove.from}`, [id]),
    async removeAll(userId) {
      await sql(`delete from factors where user_id = $1 and status in ${remove.from}`, [userId]);
    },
    takeStep: (id, step, now) =>
      sql.did(
        `update factors set last_step = $2, last_used_at = $3
         where id = $1 and status = 'active' and (last_step is null or last_step < $2)`,
        [id, step, now],
      ),
    takeCount: (id, signCount, backedUp, now) =>
      sql.did(
        `update factors set sign_count = $2, backed_up = $3, last_used_at = $4
         where id = $1 and status = 'active' and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
        [id, signCount, backedUp, now],
      ),
    demandsOn: (userId) =>
      sql<identity.SecondFactorDemand>(
        'select workspace_id "workspaceId", name, due_at "dueAt" from chancery_second_factor_demands($1)',
        [userId],
      ),
    takeNotices: (now, most) =>
      sql<identity.SecondFactorDemand & { userId: string }>(
        'select workspace_id "workspaceId", name, user_id "userId", due_at "dueAt" from chancery_take_second_factor_notices($1, $2)',
        [now, most],
      ),
  };
}

function insert(sql: Sql, factor: identity.Factor, suffix: string): Promise<number> {
  const totp = factor.kind === 'totp' ? factor : null;
  const passkey = factor.kind === 'passkey' ? factor : null;
  return sql.changed(
    `insert into factors (id, user_id, kind, name, status, created_at, confirmed_at, last_used_at, expires_at, secret_sealed, last_step,
       credential_id, public_key, sign_count, transports, aaguid, backed_up, updated_at, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)${suffix}`,
    [
      factor.id,
      factor.userId,
      factor.kind,
      factor.name,
      factor.status,
      factor.createdAt,
      factor.confirmedAt,
      factor.lastUsedAt,
      totp?.expiresAt ?? null,
      totp?.secretSealed ?? null,
      totp?.lastStep ?? null,
      passkey?.credentialId ?? null,
      passkey === null ? null : Buffer.from(passkey.publicKey),
      passkey?.signCount ?? null,
      passkey?.transports ?? null,
      passkey?.aaguid ?? null,
      factor.backedUp,
      factor.updatedAt,
      factor.version,
    ],
  );
}
