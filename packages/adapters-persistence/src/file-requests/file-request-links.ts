import { fileRequests as core } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { type Transition, transition } from '../kernel/transition.ts';

const supersede = transition(core.fileRequestLinkStates, 'supersede');
const end = transition(core.fileRequestLinkStates, 'end');

export const FileRequestLinkRow = new EntitySchema<core.FileRequestLink & { workspaceId: string }>({
  name: 'FileRequestLink',
  tableName: 'file_request_links',
  columns: {
    id: key(),
    workspaceId: tenant(),
    requestId: uuid(),
    tokenHash: text(),
    linkVersion: int(),
    cause: text(),
    delivery: text(),
    message: nullable(text()),
    status: text(),
    endedReason: nullable(text()),
    expiresAt: instant(),
    sealedSecret: nullable(bytes()),
    createdAt: instant(),
    endedAt: nullable(instant()),
  },
});

export function fileRequestLinkRepository(sql: Sql, workspaceId: string): core.FileRequestLinkRepository {
  const links = table(sql, FileRequestLinkRow, { workspaceId });
  return {
    add: (link) => links.insert({ ...link, workspaceId }),
    get: (id) => links.find({ id }),
    ofToken: (tokenHash) =>
      sql.first(
        'select workspace_id "workspaceId", link_id "linkId" from chancery_file_request_link_of_token($1)',
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

const ending = ({ from, to }: Transition) => `
  update file_request_links set status = ${to}, ended_reason = $3, ended_at = $4, sealed_secret = null
  where workspace_id = $1 and request_id = $2 and status in ${from}`;
const supersedeSql = ending(supersede);
const endSql = ending(end);
