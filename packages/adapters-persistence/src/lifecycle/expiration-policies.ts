import { lifecycle as core, versionConflict } from '@chancery/core';
import { boolean, date, instant, int, json, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { foldedName, namedThings } from './named-things.ts';

type PolicyRow = core.ExpirationPolicy & { workspaceId: string; nameFold: string };

const ExpirationPolicyRow = new EntitySchema<PolicyRow>({
  name: 'ExpirationPolicy',
  tableName: 'expiration_policies',
  columns: {
    id: key(),
    workspaceId: tenant(),
    name: text(),
    nameFold: text(),
    description: nullable(text()),
    status: text(),
    basis: text(),
    duration: nullable(json()),
    fixedDate: nullable(date()),
    graceDays: int(),
    notices: json(),
    noticeLocalTime: text(),
    timeZone: nullable(text()),
    requireConfirmation: boolean(),
    openRenewalDaysBefore: nullable(int()),
    revokeSharesOnExpiry: boolean(),
    retention: nullable(json()),
    revision: int(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const columnsOf = (policy: core.ExpirationPolicy, workspaceId: string): PolicyRow => ({
  ...policy,
  workspaceId,
  nameFold: foldedName(policy.name),
});

const policyOf = ({ nameFold: _, ...policy }: PolicyRow): core.ExpirationPolicy => policy;

export function expirationPolicyRepository(sql: Sql, workspaceId: string): core.ExpirationPolicyRepository {
  const policies = table(sql, ExpirationPolicyRow, { workspaceId });
  const { lockNames, liveCount, isNamed, purge, listed } = namedThings(
    sql,
    workspaceId,
    'expiration_policies',
  );

  return {
    lockNames,
    liveCount,
    isNamed,
    purge,
    add: (policy) => policies.insert(columnsOf(policy, workspaceId)),
    async get(id, lock) {
      const found = await policies.find({ id }, lock);
      if (found === null) throw core.policyNotFound();
      return policyOf(found);
    },
    async among(ids, lock) {
      const found = await sql<PolicyRow>(
        `select ${policies.selection} from expiration_policies
         where workspace_id = $1 and id = any($2::uuid[]) order by id${lock === undefined ? '' : ` ${lock}`}`,
        [workspaceId, ids],
      );
      return found.map(policyOf);
    },
    async save(policy) {
      const after = { ...policy, version: policy.version + 1 };
      const saved = await policies.update(
        { id: policy.id, version: policy.version },
        columnsOf(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    async list(status, after, limit) {
      return (await listed<PolicyRow>(policies.selection, status, after, limit)).map(policyOf);
    },
  };
}
