import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const columns = 'id, user_id "userId", address, action_ids "actionIds", created_at "createdAt"';

export const noticeMailRepository = (sql: Sql, workspaceId: string): core.NoticeMailRepository => ({
  async add(mails) {
    if (mails.length === 0) return;
    await sql(
      `insert into lifecycle_notice_mails (id, workspace_id, user_id, address, action_ids, created_at)
       select m.id, $1, m."userId", m.address, array(select jsonb_array_elements_text(m."actionIds")::uuid), m."createdAt"
       from jsonb_to_recordset($2::jsonb) m (id uuid, "userId" text, address text, "actionIds" jsonb, "createdAt" timestamptz)`,
      [workspaceId, JSON.stringify(mails)],
    );
  },
  async append(actionIds) {
    if (actionIds.size === 0) return;
    const added = [...actionIds].map(([id, ids]) => ({ id, ids }));
    await sql(
      `update lifecycle_notice_mails m
       set action_ids = m.action_ids || array(select jsonb_array_elements_text(given.ids)::uuid)
       from jsonb_to_recordset($2::jsonb) given (id uuid, ids jsonb)
       where m.workspace_id = $1 and m.id = given.id`,
      [workspaceId, JSON.stringify(added)],
    );
  },
  find: (id) =>
    sql
      .first<core.NoticeMail>(
        `select ${columns} from lifecycle_notice_mails where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      )
      .then((found) => found ?? null),
  unsent: (ids) =>
    sql<core.NoticeMail>(
      `select ${columns} from lifecycle_notice_mails
       where workspace_id = $1 and id = any($2::uuid[]) and sent_at is null order by id`,
      [workspaceId, ids],
    ),
  ...claims(sql, workspaceId),
  async markSent(id, toldIds, at) {
    await sql(
      'update lifecycle_notice_mails set sent_at = $4, action_ids = $3::uuid[] where workspace_id = $1 and id = $2',
      [workspaceId, id, toldIds, at],
    );
  },
  async telling(ids, actionId) {
    const [count = 0] = await sql.column<number>(
      `select count(*)::integer count from lifecycle_notice_mails
       where workspace_id = $1 and id = any($2::uuid[])
         and (address is not null or (sent_at is not null and $3::uuid = any(action_ids)))`,
      [workspaceId, ids, actionId],
    );
    return count;
  },
});

const claims = (sql: Sql, workspaceId: string): Pick<core.NoticeMailRepository, 'claim' | 'release'> => ({
  claim: (id, jobId, now, until) =>
    sql.did(
      `update lifecycle_notice_mails set claimed_by = $3, claimed_until = $5
       where workspace_id = $1 and id = $2 and sent_at is null
         and (claimed_by is null or claimed_by = $3 or claimed_until <= $4::timestamptz)`,
      [workspaceId, id, jobId, now, until],
    ),
  async release(id, jobId) {
    await sql(
      `update lifecycle_notice_mails set claimed_by = null, claimed_until = null
       where workspace_id = $1 and id = $2 and claimed_by = $3`,
      [workspaceId, id, jobId],
    );
  },
});
