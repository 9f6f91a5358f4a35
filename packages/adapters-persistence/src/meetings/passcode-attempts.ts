import type { meetings } from '@chancery/core';
import { secondsBetween } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';

const networkMinutes = 15;
const codeMinutes = 60;

/** Attempts at the passcode of a code: one row each, deleted if the passcode was right (MTG-56). */
export function passcodeAttemptRepository(sql: Sql, workspaceId: string): meetings.PasscodeAttemptRepository {
  return {
    passcodeOf: (joinCode) =>
      sql.first<{ chainId: string; passcodeHash: string | null }>(passcodeSql, [workspaceId, joinCode]),
    async begin({ id, chainId, network, now, mostOfNetwork, mostOfCode }) {
      // One at a time for each code and network, so that parallel guesses are counted before any is checked.
      const held = sql('select pg_advisory_xact_lock(hashtextextended($1, 8))', [`${chainId} ${network}`]);
      const counted = sql<Counted>(beginSql, [
        workspaceId,
        id,
        chainId,
        network,
        now,
        mostOfNetwork,
        mostOfCode,
      ]);
      await held;
      const [row] = await counted;
      if (row === undefined) throw new Error('The attempts were not counted');
      const { allowed, ofNetwork, ofCode, networkFrees, codeFrees } = row;
      const waits = [
        ofNetwork >= mostOfNetwork && networkFrees !== null ? networkFrees : now,
        ofCode >= mostOfCode && codeFrees !== null ? codeFrees : now,
      ].map((until) => Math.ceil(secondsBetween(now, until)));
      return {
        allowed,
        remaining: Math.max(0, Math.min(mostOfNetwork - ofNetwork, mostOfCode - ofCode) - (allowed ? 1 : 0)),
        retryAfterSeconds: Math.max(1, ...waits),
      };
    },
    async settle(id, outcome) {
      await sql(settleSql, [workspaceId, id, outcome]);
    },
  };
}

interface Counted {
  readonly allowed: boolean;
  readonly ofNetwork: number;
  readonly ofCode: number;
  /** When the oldest try that counts expires. */
  readonly networkFrees: string | null;
  readonly codeFrees: string | null;
}

const passcodeSql = `
  select c.id "chainId", m.passcode_hash "passcodeHash"
  from meeting_chains c join meetings m on m.chain_id = c.id and m.status <> 'archived'
  where c.workspace_id = $1 and c.join_code = $2
  order by exists (select from meeting_occurrences o where o.meeting_id = m.id and o.status = 'live') desc, m.created_at desc
  limit 1`;

const beginSql = `
  with ours as (
    select count(*)::integer tries, min(tried_at) oldest from passcode_tries
    where workspace_id = $1 and chain_id = $3 and network = $4 and tried_at > $5::timestamptz - interval '${networkMinutes} minutes'
  ), everybodys as (
    select count(*)::integer tries, min(tried_at) oldest from passcode_tries
    where workspace_id = $1 and chain_id = $3 and outcome = 'wrong' and tried_at > $5::timestamptz - interval '${codeMinutes} minutes'
  ), begun as (
    insert into passcode_tries (id, workspace_id, chain_id, network, outcome, tried_at)
    select $2::uuid, $1, $3::uuid, $4, 'open', $5::timestamptz from ours, everybodys
    where ours.tries < $6::integer and everybodys.tries < $7::integer
    returning 1
  )
  select exists (select from begun) allowed, ours.tries "ofNetwork", everybodys.tries "ofCode",
         ours.oldest + interval '${networkMinutes} minutes' "networkFrees", everybodys.oldest + interval '${codeMinutes} minutes' "codeFrees"
  from ours, everybodys`;

/** One statement for both outcomes, so that the time reveals nothing. */
const settleSql = `
  with right_one as (
    delete from passcode_tries where workspace_id = $1 and id = $2 and $3 = 'right'
  )
  update passcode_tries set outcome = 'wrong' where workspace_id = $1 and id = $2 and $3 = 'wrong'`;
