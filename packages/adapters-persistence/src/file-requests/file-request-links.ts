import { fileRequests as core } from '@chancery/core';
import { key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { endLinksSql, secretLinkColumns } from '../kernel/secret-links.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { type Transition, transition } from '../kernel/transition.ts';

export const FileRequestLinkRow = new EntitySchema<core.FileRequestLink & { workspaceId: string }>({
  name: 'FileRequestLink',
  tableName: 'file_request_links',
  columns: {
    id: key(),
    workspaceId: tenant(),
    requestId: uuid(),
    message: nullable(text()),
    ...secretLinkColumns(),
  },
});

export function fileRequestLinkRepository(sql: Sql, workspaceId: string): core.FileRequestLinkRepository {
  const links = table(sql, FileRequestLinkRow, { workspaceId });
  return {
    add: (link) => links.insert({ ...link, workspaceId }),
    get: (id) => links.find({ id }),
    ofToken: (tokenHash) =>
      sql.first(
        'select workspace_id "workspaceId", link_id id from chancery_file_request_link_of_token($1)',
        [tokenHash],
      ),
    async end(requestId, reason, at) {
      await sql(reason === 'superseded' ? supersedeSql : endSql, [workspaceId, requestId, reason, at]);
    },
    async moveEnd(requestId, expiresAt) {
      await sql(
        `update file_request_links set expires_at = $3 where workspace_id = $1 and request_id = $2 and status = 'live'`,
        [workspaceId, requestId, expiresAt],
      );
    },
    madeSince: (requestId, cause, after) =>
      sql.column(
        `select created_at from file_request_links
         where workspace_id = $1 and request_id = $2 and cause = $3 and created_at > $4 order by created_at`,
        [workspaceId, requestId, cause, after],
      ),
    async eraseSecret(id) {
      await links.update({ id }, { sealedSecret: null });
    },
  };
}

const ending = (step: Transition) => endLinksSql('file_request_links', 'request_id = $2', step);
const supersedeSql = ending(transition(core.fileRequestLinkStates, 'supersede'));
const endSql = ending(transition(core.fileRequestLinkStates, 'end'));
