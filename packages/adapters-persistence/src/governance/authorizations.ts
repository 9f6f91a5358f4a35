import { type governance as core, versionConflict } from '@chancery/core';
import { boolean, date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { nextRecordNumber } from '../records/counters.ts';
import { countDisclosures, listAuthorizations } from './authorization-list.ts';

type AuthorizationRow = core.DisclosureAuthorization & { workspaceId: string };
const AuthorizationRow = new EntitySchema<AuthorizationRow>({
  name: 'DisclosureAuthorization',
  tableName: 'disclosure_authorizations',
  columns: {
    id: key(),
    workspaceId: tenant(),
    authorizationNumber: text(),
    subjectId: uuid(),
    caseId: uuid(),
    basis: text(),
    consentId: nullable(uuid()),
    legalReference: nullable(text()),
    documentId: nullable(uuid()),
    purposeOfUse: text(),
    recipient: json(),
    scope: json(),
    note: nullable(text()),
    status: text(),
    requestedAt: instant(),
    dueOn: date(),
    remindAt: nullable(instant()),
    validFrom: instant(),
    validUntil: instant(),
    maxReleases: int(),
    releasesUsed: int(),
    accounted: boolean(),
    decidedByUserId: nullable(text()),
    decidedAt: nullable(instant()),
    decisionReason: nullable(text()),
    singlePerson: boolean(),
    singlePersonReason: nullable(text()),
    createdByUserId: text(),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});

export function authorizationRepository(sql: Sql, workspaceId: string): core.AuthorizationRepository {
  const authorizations = table(sql, AuthorizationRow, { workspaceId });
  const { selection } = authorizations;

  return {
    nextNumber: (year) => nextRecordNumber(sql, workspaceId, `authorizations:${year}`),
    add: (authorization) => authorizations.insert({ ...authorization, workspaceId }),
    get: (id, lock) => authorizations.find({ id }, lock),
    async save(authorization) {
      const after = { ...authorization, version: authorization.version + 1 };
      const saved = await authorizations.update(
        { id: authorization.id, version: authorization.version },
        { ...after, workspaceId },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: (filter, reach, after, limit) =>
      listAuthorizations(sql, { workspaceId, selection }, { filter, reach, after, limit }),
    openOfConsent: (consentId) =>
      sql<core.DisclosureAuthorization>(
        `select ${selection} from disclosure_authorizations where workspace_id = $1 and consent_id = $2
           and status in ('pending', 'approved') order by id for update`,
        [workspaceId, consentId],
      ),
    counts: (reach, today) => countDisclosures(sql, workspaceId, reach, today),
    async purge() {
      await sql('delete from disclosure_accounting where workspace_id = $1', [workspaceId]);
      await sql('delete from disclosure_authorizations where workspace_id = $1', [workspaceId]);
    },
  };
}
