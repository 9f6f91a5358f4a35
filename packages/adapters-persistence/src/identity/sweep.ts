import { identity } from '@chancery/core';
import { millisecondsOf, plusDays, plusSeconds } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const lapse = transition(identity.factorStates, 'lapse');

type Terms = Parameters<identity.IdentitySweep['sweep']>[0];

/** How many rows one statement deletes at most. */
const batch = 5000;
const taken = (table: string, key: string, condition: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ${batch})`;

/** One line for each kind of row; `$1` is the instant that the line gives. A table whose rows expire adds its line here. */
const sweeps: readonly (readonly [string, (terms: Terms) => unknown])[] = [
  [taken('throttles', 'key', 'expire <= $1'), ({ now }) => millisecondsOf(now)],
  [taken('request_rates', 'bucket, key', 'ends_at <= $1'), ({ now }) => now],
  [taken('password_attempts', 'bucket, account_key', 'last_failed_at <= $1'), ({ now }) => plusDays(now, -2)],
  // Verifiers accept a token for a little while after its end.
  [taken('revoked_tokens', 'jti', 'expires_at <= $1'), ({ now }) => plusSeconds(now, -60)],
  [taken('one_time_tokens', 'id', 'expires_at <= $1'), ({ now }) => plusDays(now, -1)],
  [taken('auth_challenges', 'id', 'expires_at <= $1'), ({ now }) => plusSeconds(now, -3600)],
  [taken('webauthn_ceremonies', 'id', 'expires_at <= $1'), ({ now }) => plusSeconds(now, -3600)],
  // These are kept for a while, so that a late confirmation is told that it is late.
  [taken('factors', 'id', `status in ${lapse.from} and expires_at <= $1`), ({ now }) => plusDays(now, -1)],
  [taken('factor_attempts', 'user_id', 'last_failed_at <= $1'), ({ now }) => plusDays(now, -2)],
  [taken('auth_flows', 'id', 'expires_at <= $1'), ({ now }) => plusSeconds(now, -3600)],
  [taken('used_id_tokens', 'digest', 'keep_until <= $1'), ({ now }) => now],
  // If access could not be revoked in all that time, the operator must revoke it (ACC-3).
  [taken('detached_tokens', 'id', 'remove_after <= $1'), ({ now }) => now],
  // A salt lets a lost answer be repeated; after the grace period it would only help a thief (SES-5).
  [
    `update sessions set rotation_salt = null
     where id in (select id from sessions where rotation_salt is not null and rotated_at <= $1 limit ${batch} for update skip locked)`,
    ({ saltsBefore }) => saltsBefore,
  ],
  [
    `update sessions set revoked_at = expires_at, revoke_reason = 'expired', rotation_salt = null
     where id in (select id from sessions where revoked_at is null and expires_at <= $1 limit ${batch} for update skip locked)`,
    ({ now }) => now,
  ],
  [taken('sessions', 'id', 'revoked_at <= $1'), ({ sessionsBefore }) => sessionsBefore],
  ['select from chancery_forget_peppers($1)', ({ peppersBefore }) => peppersBefore],
  [`select from chancery_prune_security_log($1, ${batch})`, ({ securityLogBefore }) => securityLogBefore],
];

export function identitySweep(sql: Sql): identity.IdentitySweep {
  return {
    async sweep(terms) {
      let total = 0;
      for (const [statement, parameter] of sweeps) total += await sql.changed(statement, [parameter(terms)]);
      return total;
    },
  };
}
