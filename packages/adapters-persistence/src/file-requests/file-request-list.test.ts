import type { fileRequests } from '@chancery/core';
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { explained, type PlanKind, statementOf } from '../testing/explained.ts';
import { type Library, library } from '../testing/library.ts';
import { fileRequestRepository } from './file-requests.ts';

const [me, another] = ['usr_somebody', 'usr_another'];
const noCases = { caseIds: [], openTo: null };
const everything = {
  words: [],
  statuses: null,
  ownerUserId: null,
  viewer: { userId: me, seesAll: true, cases: noCases },
};
const open = ['sent', 'in_progress', 'submitted'] as const;
const asMember = { userId: me, seesAll: false, cases: noCases };

const theCase = '01900000-0000-7000-8000-000000000001';
const onACase = { ...asMember, cases: { caseIds: [theCase], openTo: null } };

const lists: readonly (readonly [string, Partial<fileRequests.FileRequestFilter>])[] = [
  ['all', {}],
  ['what is open', { statuses: open }],
  ['what is cancelled', { statuses: ['cancelled'] }],
  ['what is mine', { ownerUserId: me }],
  ['what is mine and open', { ownerUserId: me, statuses: open }],
  ['what is mine and cancelled', { ownerUserId: me, statuses: ['cancelled'] }],
  ['all that a member sees', { viewer: asMember }],
  ['what a member sees and is open', { viewer: asMember, statuses: open }],
  ['what a member sees and is cancelled', { viewer: asMember, statuses: ['cancelled'] }],
  ['what a member sees of another', { viewer: asMember, ownerUserId: another }],
  ['what the team of a case sees', { viewer: onACase }],
  ['what the team of a case sees and is open', { viewer: onACase, statuses: open }],
  ['what the team of a case sees and is complete', { viewer: onACase, statuses: ['completed'] }],
  [
    'what a manager on a case sees of another',
    { viewer: { ...onACase, seesAll: true }, ownerUserId: another },
  ],
];

describe('a page of requests for files, on PostgreSQL', () => {
  let database: Database;
  let here: Library;
  let elsewhere: Library;
  before(async () => {
    database = await postgresDatabase();
    here = await library({ database });
    elsewhere = await library({ database });
  });
  after(() => database.close());

  /** How many pages of the database the first page of a list touches, by the plan for these values or for any. */
  async function pagesOf(
    client: PoolClient,
    filter: Partial<fileRequests.FileRequestFilter>,
    plan: PlanKind,
  ): Promise<number> {
    const statement = await statementOf((sql) =>
      fileRequestRepository(sql, here.owner.workspaceId).list({ ...everything, ...filter }, null, 51),
    );
    return (await explained(client, statement, plan))['Shared Hit Blocks'];
  }

  it('costs what it shows, whatever other workspaces, people, cases and states have', async () => {
    const touched: [string, number][] = [];
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(manySql, [here.owner.workspaceId, me, another]);
      await client.query(newerSql, [elsewhere.owner.workspaceId, another]);
      await client.query('analyze file_requests');
      await client.query("select set_config('app.workspace', $1, true)", [here.owner.workspaceId]);
      for (const [name, filter] of lists)
        for (const plan of ['custom', 'generic'] as const)
          touched.push([`${name}, ${plan} plan`, await pagesOf(client, filter, plan)]);
    } finally {
      await client.query('rollback');
      client.release();
    }

    expect(touched.filter(([, pages]) => !(pages <= 150))).to.deep.equal([]);
  });
});

const inserted = `
  insert into file_requests (id, workspace_id, title, client_name, client_email, status, items, expires_at, expires_by_default, case_id,
    owner_user_id, created_by_user_id, language, reminder_count, sent_at, completed_at, ended_at, created_at, updated_at, version)
  select (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::text || number), 1, 3) || '8'
      || substr(md5($1::text || number), 4, 15))::uuid,
    $1, 'Papers', 'Grace Hopper', 'grace@example.org', state, '[]', made + interval '90 days', true, tied, owner, owner, 'en', 0,
    made, case when state = 'completed' then made end, case when state in ('completed', 'cancelled') then made end, made, made, 1`;

/**
 * The oldest two hundred are mine, the first half of them open and the other half cancelled. Then come six thousand of mine that
 * are complete, six thousand open ones of another and six thousand of cases of another that are complete; of these the oldest
 * fifty are of one case, and nobody here may read another one.
 */
const manySql = `${inserted}
  from generate_series(1, 18200) number
  cross join lateral (select now() - interval '200 days' + number * interval '1 second' made,
    case when number > 6200 and number <= 12200 or number <= 100 then 'sent' when number <= 200 then 'cancelled' else 'completed' end state,
    case when number <= 6200 then $2 else $3 end owner, case when number > 12250 then gen_random_uuid() when number > 12200 then '${theCase}'::uuid end tied) made`;

/** What others have made since; most is complete, as it is anywhere. */
const newerSql = `${inserted}
  from generate_series(1, 30000) number
  cross join lateral (select now() - interval '100 days' + number * interval '1 second' made, 'completed' state, $2::text owner, null::uuid tied) made`;
