import { plusDays, plusSeconds } from '@chancery/core';
import { expect } from 'chai';
import { noon, world } from '../testing/world.ts';
import { maintenanceTasks } from './maintenance.ts';

describe('maintenanceTasks', () => {
  it('takes what has served its time and leaves the rest', async () => {
    const { database, sql, owner } = await world();
    const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
    for (const [n, expires] of [plusSeconds(noon, -1), plusSeconds(noon, 1)].entries()) {
      await sql("insert into idempotency values ($1, 'f', false, 'b', false, $2)", [
        `maintenance-${n}`,
        expires,
      ]);
      await sql('insert into revoked_tokens values ($1, $2)', [
        id(n),
        n === 0 ? plusSeconds(noon, -61) : noon,
      ]);
      await sql("insert into inbox values ('maintenance', $1, $2)", [
        id(n),
        plusDays(noon, n === 0 ? -31 : -29),
      ]);
      await sql('insert into throttles values ($1, 1, $2)', [`maintenance-${n}`, Date.parse(expires)]);
      await sql(
        `insert into jobs (id, queue, topic, payload, status, attempts, max_attempts, available_at, finished_at, correlation_id, created_at)
         values ($1, 'maintenance', 'x', '{}', $2, 1, 1, $3, $3, $1, $3)`,
        [id(n), n === 0 ? 'succeeded' : 'dead', plusDays(noon, -8)],
      );
    }
    await sql("update sessions set rotation_salt = '\\x01', rotated_at = $2 where user_id = $1", [
      owner.id,
      plusSeconds(noon, -61),
    ]);

    for (const task of maintenanceTasks(database, { refreshGraceSeconds: 60 }))
      expect(await task.run(noon), task.name).to.be.at.least(1);

    const left = await sql<{ what: string; rows: number }>(`
      select 'idempotency' what, count(*)::int rows from idempotency where key_hash like 'maintenance-%'
      union all select 'inbox', count(*)::int from inbox where handler = 'maintenance'
      union all select 'jobs', count(*)::int from jobs where queue = 'maintenance'
      union all select 'revoked', count(*)::int from revoked_tokens where jti = '${id(0)}' or jti = '${id(1)}'
      union all select 'salts', count(*)::int from sessions where user_id = '${owner.id}' and rotation_salt is not null
      union all select 'throttles', count(*)::int from throttles where key like 'maintenance-%' order by 1`);
    expect(left.map(({ what, rows }) => `${what} ${rows}`)).to.deep.equal([
      'idempotency 1',
      'inbox 1',
      'jobs 1',
      'revoked 1',
      'salts 0',
      'throttles 1',
    ]);
  });
});
