import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { rowsRead } from '../testing/explained.ts';
import { lifecycleOffice } from '../testing/index.ts';
import { lifecycleActionRepository } from './lifecycle-actions.ts';

type Office = Awaited<ReturnType<typeof lifecycleOffice>>;
const [asked, jobs] = [100, 3000];

/** Jobs that have ended, of the actions of a workspace or of nothing. */
const addJobs = (sql: Office['sql'], workspaceId: string | null, count: number) =>
  sql(
    `insert into jobs (id, workspace_id, queue, topic, aggregate_type, aggregate_id, payload, status, attempts, max_attempts,
       available_at, finished_at, correlation_id, created_at)
     select gen_random_uuid(), $1, 'lifecycle', 'lifecycle.action.run', case when $1::text is not null then 'lifecycle_action' end,
       case when $1::text is not null then md5('a' || n)::uuid::text end, '{}', 'succeeded', 1, 8, now(), now(),
       gen_random_uuid(), now()
     from generate_series(1, $2::integer) n`,
    [workspaceId, count],
  );

onBothDatabases('many actions of documents, with their jobs', (database) => {
  it('are read with one look at the jobs, also while nobody has counted how many jobs there are', async () => {
    const { sql, workspaceId, upload, database: own } = await lifecycleOffice({ database: database() });
    const { id: documentId } = await upload({ name: 'Lease' });
    // So a new installation stands when it takes its statistics: a few jobs, and none of an action.
    await addJobs(sql, null, 100);
    await sql('analyze jobs, lifecycle_actions');
    const ids = await sql<{ id: string }>(
      `insert into lifecycle_actions (id, workspace_id, document_id, kind, status, due_at, params, dedupe_key, mail_ids, created_at)
       select md5('a' || n)::uuid, $1, $2, 'expire', 'started', now(), '{}', 'many ' || n, '{}', now() from generate_series(1, $3::integer) n
       returning id`,
      [workspaceId, documentId, jobs],
    );
    await addJobs(sql, workspaceId, jobs);

    const read = await rowsRead(
      own,
      workspaceId,
      (asking) =>
        lifecycleActionRepository(asking, workspaceId).among(ids.slice(0, asked).map(({ id }) => id)),
      'generic',
    );

    expect(read).to.be.within(2 * asked, 3 * jobs);
  });

  it('start by their ids alone, also while nobody has counted how many are planned', async () => {
    const { sql, workspaceId, upload, database: own } = await lifecycleOffice({ database: database() });
    const { id: documentId } = await upload({ name: 'Lease' });
    // As in an installation that has not planned anything yet.
    await sql('delete from lifecycle_actions');
    await sql('vacuum analyze lifecycle_actions');
    const ids = await sql<{ id: string }>(
      `insert into lifecycle_actions (id, workspace_id, document_id, kind, status, due_at, params, dedupe_key, mail_ids, created_at)
       select gen_random_uuid(), $1, $2, 'send_notice', 'planned', now(), '{}', 'planned ' || n, '{}', now()
       from generate_series(1, $3::integer) n returning id`,
      [workspaceId, documentId, 20_000],
    );

    const read = await rowsRead(
      own,
      workspaceId,
      (asking) =>
        lifecycleActionRepository(asking, workspaceId).start(ids.slice(0, asked).map(({ id }) => id)),
      'generic',
    );

    expect(read).to.equal(asked);
  });
});
