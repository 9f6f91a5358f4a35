import { signing as core } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { type Transition, transition } from '../kernel/transition.ts';

const supersede = transition(core.signingLinkStates, 'supersede');
const end = transition(core.signingLinkStates, 'end');

export const SigningLinkRow = new EntitySchema<core.SigningLink & { workspaceId: string }>({
  name: 'SigningLink',
  tableName: 'signing_links',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    roundId: uuid(),
    signerId: uuid(),
    purpose: text(),
    tokenHash: text(),
    linkVersion: int(),
    cause: text(),
    delivery: text(),
    status: text(),
    endedReason: nullable(text()),
    expiresAt: instant(),
    sealedSecret: nullable(bytes()),
    createdAt: instant(),
    endedAt: nullable(instant()),
  },
});

export function signingLinkRepository(sql: Sql, workspaceId: string): core.SigningLinkRepository {
  const links = table(sql, SigningLinkRow, { workspaceId });
  return {
    add: (link) => links.insert({ ...link, workspaceId }),
    get: (id) => links.find({ id }),
    ofToken: (tokenHash) =>
      sql.first(
        'select workspace_id "workspaceId", link_id "linkId" from chancery_signing_link_of_token($1)',
        [tokenHash],
      ),
    of: (roundId) =>
      sql(
        `select ${links.selection} from signing_links where workspace_id = $1 and round_id = $2 order by id`,
        [workspaceId, roundId],
      ),
    async end(signerIds, reason, at) {
      await sql(reason === 'superseded' ? supersedeSql : endSql, [workspaceId, signerIds, reason, at]);
    },
    async moveEnd(roundId, expiresAt) {
      await sql(moveEndSql, [workspaceId, roundId, expiresAt]);
    },
    madeSince: (signerId, cause, after) => sql.column(madeSinceSql, [workspaceId, signerId, cause, after]),
    async eraseSecret(id) {
      await links.update({ id }, { sealedSecret: null });
    },
  };
}

const ending = ({ from, to }: Transition) => `
  update signing_links set status = ${to}, ended_reason = $3, ended_at = $4, sealed_secret = null
  where workspace_id = $1 and signer_id = any($2::uuid[]) and purpose = 'sign' and status in ${from}`;
const supersedeSql = ending(supersede);
const endSql = ending(end);

const moveEndSql = `
  with moved as (
    update signers set link_expires_at = $3
    where workspace_id = $1 and round_id = $2 and status in ('sent', 'viewed') and link_expires_at is not null
  )
  update signing_links set expires_at = $3
  where workspace_id = $1 and round_id = $2 and purpose = 'sign' and status = 'live'`;

const madeSinceSql = `
  select created_at from signing_links
  where workspace_id = $1 and signer_id = $2 and cause = $3 and created_at > $4 order by created_at`;
