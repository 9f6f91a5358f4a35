import { lifecycle as core } from '@chancery/core';
import { date, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';

const release = transition(core.legalHoldStates, 'release');

type HoldRow = core.LegalHold & { workspaceId: string };

const LegalHoldRow = new EntitySchema<HoldRow>({
  name: 'LegalHold',
  tableName: 'document_holds',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    kind: text(),
    matter: text(),
    matterReference: nullable(text()),
    reason: text(),
    custodianUserId: nullable(text()),
    reviewOn: nullable(date()),
    reviewToldFor: nullable(date()),
    status: text(),
    placedByUserId: text(),
    placedAt: instant(),
    releasedByUserId: nullable(text()),
    releasedAt: nullable(instant()),
    releaseReason: nullable(text()),
    updatedAt: instant(),
    version: int(),
  },
});

export function legalHoldRepository(sql: Sql, workspaceId: string): core.LegalHoldRepository {
  const holds = table(sql, LegalHoldRow, { workspaceId });
  const { selection } = holds;

  return {
    add: (hold) => holds.insert({ ...hold, workspaceId }),
    async get(id) {
      const found = await holds.find({ id });
      if (found === null) throw core.documentHoldNotFound();
      return found;
    },
    async release({ id, status, releasedByUserId, releasedAt, releaseReason, updatedAt }) {
      const isReleased = await sql.did(
        `update document_holds set status = $3, released_by_user_id = $4, released_at = $5, release_reason = $6,
           updated_at = $7, version = version + 1
         where workspace_id = $1 and id = $2 and status in ${release.from}`,
        [workspaceId, id, status, releasedByUserId, releasedAt, releaseReason, updatedAt],
      );
      if (!isReleased) throw core.documentHoldAlreadyReleased();
    },
    activeOn: (documentId) =>
      sql<core.LegalHold>(
        `select ${selection} from document_holds
         where workspace_id = $1 and document_id = $2 and status = 'active' order by id`,
        [workspaceId, documentId],
      ),
    list: (documentId, status, after, limit) =>
      sql<core.LegalHold>(
        `select ${selection} from document_holds
         where workspace_id = $1 and document_id = $2 and ($3::text is null or status = $3) and ($4::uuid is null or id < $4::uuid)
         order by id desc limit $5`,
        [workspaceId, documentId, status, after, limit + 1],
      ),
    active: (documentIds) =>
      sql(
        `select document_id "documentId", id "holdId" from document_holds
         where workspace_id = $1 and status = 'active' and ($2::uuid[] is null or document_id = any($2::uuid[]))
         order by id`,
        [workspaceId, documentIds],
      ),
    async noteReview(id, reviewOn) {
      await sql(
        `update document_holds set review_told_for = $3 where workspace_id = $1 and id = $2 and status in ${release.from}`,
        [workspaceId, id, reviewOn],
      );
    },
    async handOver(userId, heirUserId, at) {
      await sql(
        `update document_holds set custodian_user_id = $3, updated_at = $4, version = version + 1
         where workspace_id = $1 and custodian_user_id = $2 and status in ${release.from}`,
        [workspaceId, userId, heirUserId, at],
      );
    },
  };
}
