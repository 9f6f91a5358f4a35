import { signing as core } from '@chancery/core';
import { key, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { endLinksSql, secretLinkColumns } from '../kernel/secret-links.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { type Transition, transition } from '../kernel/transition.ts';

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
    ...secretLinkColumns(),
  },
});

export function signingLinkRepository(sql: Sql, workspaceId: string): core.SigningLinkRepository {
  const links = table(sql, SigningLinkRow, { workspaceId });
  return {
    add: (link) => links.insert({ ...link, workspaceId }),
    get: (id) => links.find({ id }),
    ofToken: (tokenHash) =>
      sql.first('select workspace_id "workspaceId", link_id id from chancery_signing_link_of_token($1)', [
        tokenHash,
      ]),
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

const ending = (step: Transition) =>
  endLinksSql('signing_links', "signer_id = any($2::uuid[]) and purpose = 'sign'", step);
const supersedeSql = ending(transition(core.signingLinkStates, 'supersede'));
const endSql = ending(transition(core.signingLinkStates, 'end'));

const moveEndSql = `
  with moved as (
    update signing_links set expires_at = $3
    where workspace_id = $1 and round_id = $2 and purpose = 'sign' and status = 'live'
    returning signer_id
  )
  update signers set link_expires_at = $3 where workspace_id = $1 and id in (select signer_id from moved)`;

const madeSinceSql = `
  select created_at from signing_links
  where workspace_id = $1 and signer_id = $2 and cause = $3 and created_at > $4 order by created_at`;
