import { type documents as core, versionConflict } from '@chancery/core';
import { boolean, bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type DocumentShare = core.DocumentShare;
type ShareRow = DocumentShare & { workspaceId: string };

export const DocumentShareRow = new EntitySchema<ShareRow>({
  name: 'DocumentShare',
  tableName: 'document_shares',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    label: nullable(text()),
    recipientEmail: nullable(text()),
    recipientName: nullable(text()),
    message: nullable(text()),
    variant: text(),
    allowDownload: boolean(),
    passcodeHash: nullable(text()),
    maxViews: nullable(int()),
    viewCount: int(),
    notify: boolean(),
    expiresAt: instant(),
    status: text(),
    lastViewedAt: nullable(instant()),
    revokedAt: nullable(instant()),
    revokedByUserId: nullable(text()),
    revokeReason: nullable(text()),
    createdByUserId: text(),
    tokenHash: text(),
    sealedToken: nullable(bytes()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function documentShareRepository(sql: Sql, workspaceId: string): core.DocumentShareRepository {
  const shares = table(sql, DocumentShareRow, { workspaceId });
  const { selection } = shares;
  const recount = (documentId: string) => sql(recountSql, [workspaceId, documentId]);

  return {
    ofToken: (tokenHash) =>
      sql.first(
        'select id, document_id "documentId", workspace_id "workspaceId" from chancery_document_share_of_token($1)',
        [tokenHash],
      ),
    get: (id, lock) => shares.find({ id }, lock),
    activeOf: (documentId) =>
      sql<DocumentShare>(
        `select ${selection} from document_shares
         where workspace_id = $1 and document_id = $2 and status = 'active' order by id for update`,
        [workspaceId, documentId],
      ),
    shownOf: (documentId, mostShares, mostViews) =>
      sql<core.SeenShare>(shownSql(selection), [workspaceId, documentId, mostShares, mostViews]),
    async add(share) {
      await shares.insert({ ...share, workspaceId });
      await recount(share.documentId);
    },
    async save(documentId, changed) {
      const saved = await Promise.all(changed.map((share) => saveOne(share)));
      if (saved.some(({ status }) => status !== 'active')) await recount(documentId);
      return saved;
    },
    ...traces(sql, workspaceId),
  };

  async function saveOne(share: DocumentShare): Promise<DocumentShare> {
    const version = share.version + 1;
    const saved = await shares.update({ id: share.id, version: share.version }, { ...share, version });
    if (saved === 0) throw versionConflict();
    return { ...share, version };
  }
}

/** What is left of those who use a share. */
const traces = (sql: Sql, workspaceId: string) =>
  ({
    async useGrant(shareId, number, endsAt, now) {
      await sql(
        'delete from document_share_grants where workspace_id = $1 and share_id = $2 and ends_at <= $3',
        [workspaceId, shareId, now],
      );
      return sql.did(useGrantSql, [workspaceId, shareId, number, endsAt]);
    },
    async addView({ id, shareId, at, ip, userAgent, action }) {
      await sql(addViewSql, [workspaceId, id, shareId, at, ip, userAgent, action]);
    },
    async eraseSealed(id) {
      await sql('update document_shares set sealed_token = null where workspace_id = $1 and id = $2', [
        workspaceId,
        id,
      ]);
    },
    scrubViews: (createdByUserId) => sql.changed(scrubSql, [workspaceId, createdByUserId]),
  }) satisfies Partial<core.DocumentShareRepository>;

/** Counted anew each time, so that no failure in between can leave a wrong number; its document is locked. */
const recountSql = `
  update documents d set share_count = (select count(*) from document_shares s
    where s.workspace_id = d.workspace_id and s.document_id = d.id and s.status = 'active')
  where d.workspace_id = $1 and d.id = $2`;

const shownSql = (selection: string) => `
  select s.*, coalesce((
    select jsonb_agg(jsonb_build_object('at', to_char(v.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ip', v.ip,
      'userAgent', v.user_agent, 'action', v.action) order by v.at desc, v.id desc)
    from (select * from document_share_views v where v.workspace_id = $1 and v.share_id = s.id
          order by v.at desc, v.id desc limit $4) v), '[]') views
  from (select ${selection} from document_shares where workspace_id = $1 and document_id = $2
        order by status = 'active' desc, created_at desc, id desc limit $3) s
  order by s.status = 'active' desc, s."createdAt" desc, s.id desc`;

const useGrantSql = `
  insert into document_share_grants (share_id, number, workspace_id, ends_at) values ($2, $3, $1, $4)
  on conflict (share_id, number, workspace_id) do nothing`;

const addViewSql = `
  insert into document_share_views (id, share_id, workspace_id, at, ip, user_agent, action)
  values ($2, $3, $1, $4, $5, $6, $7)`;

const scrubSql = `
  update document_share_views v set ip = null, user_agent = null from document_shares s
  where v.workspace_id = $1 and s.workspace_id = $1 and s.id = v.share_id and s.created_by_user_id = $2
    and (v.ip is not null or v.user_agent is not null)`;
