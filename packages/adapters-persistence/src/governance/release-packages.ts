import { type governance as core, versionConflict } from '@chancery/core';
import { boolean, bytes, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { nextRecordNumber } from '../records/counters.ts';

type PackageRow = core.ReleasePackage & { workspaceId: string };
const PackageRow = new EntitySchema<PackageRow>({
  name: 'ReleasePackage',
  tableName: 'release_packages',
  columns: {
    id: key(),
    workspaceId: tenant(),
    packageNumber: text(),
    authorizationId: uuid(),
    caseId: uuid(),
    subjectId: uuid(),
    recipient: json(),
    purposeOfUse: text(),
    contentSealed: nullable(bytes()),
    status: text(),
    itemCount: int(),
    manifestSha256: text('manifest_sha256'),
    effectiveMask: int(),
    redisclosureNotice: nullable(json()),
    termsText: text(),
    requiresConsent: boolean(),
    accessCodeHash: nullable(text()),
    downloadAllowed: boolean(),
    delivery: text(),
    expiresAt: instant(),
    maxOpens: nullable(int()),
    singlePerson: boolean(),
    singlePersonReason: nullable(text()),
    preparedByUserId: text(),
    approvedByUserId: nullable(text()),
    approvedAt: nullable(instant()),
    releasedByUserId: nullable(text()),
    releasedAt: nullable(instant()),
    revokedByUserId: nullable(text()),
    revokedAt: nullable(instant()),
    revocationReason: nullable(text()),
    createdAt: instant(),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});

type ItemRow = core.PackageItem & { workspaceId: string };
const ItemRow = new EntitySchema<ItemRow>({
  name: 'ReleaseItem',
  tableName: 'release_items',
  columns: {
    id: key(),
    workspaceId: tenant(),
    packageId: uuid(),
    position: int(),
    artifactId: uuid(),
    versionNumber: int(),
    entryType: text(),
    occurredAt: instant(),
    contentHash: text(),
    addenda: json(),
    attachments: json(),
    redactions: json(),
    effectiveMask: int(),
    flag: text(),
    flaggedAt: nullable(instant()),
  },
});

/** So many rows keep a statement below the number of parameters that it may have. */
const rowsAtOnce = 100;

export function releasePackageRepository(sql: Sql, workspaceId: string): core.ReleasePackageRepository {
  const packages = table(sql, PackageRow, { workspaceId });
  const items = table(sql, ItemRow, { workspaceId });
  const selected = `select ${packages.selection} from release_packages where workspace_id = $1`;

  return {
    nextNumber: (year) => nextRecordNumber(sql, workspaceId, `packages:${year}`),
    async add(released, itsItems) {
      await packages.insert({ ...released, workspaceId });
      for (let at = 0; at < itsItems.length; at += rowsAtOnce)
        await items.insert(itsItems.slice(at, at + rowsAtOnce).map((item) => ({ ...item, workspaceId })));
    },
    get: (id, lock) => packages.find({ id }, lock),
    async save(released) {
      const after = { ...released, version: released.version + 1 };
      const saved = await packages.update(
        { id: released.id, version: released.version },
        { ...after, workspaceId },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    items: (packageId) =>
      sql<core.PackageItem>(
        `select ${items.selection} from release_items where workspace_id = $1 and package_id = $2 order by position`,
        [workspaceId, packageId],
      ),
    ofAuthorizations: (authorizationIds) =>
      sql<core.ReleasePackage>(
        `${selected} and authorization_id = any($2::uuid[]) order by created_at desc, id desc`,
        [workspaceId, authorizationIds],
      ),
    ...foundAmong(sql, workspaceId, { packages: packages.selection, items: items.selection }),
  };
}

interface Selections {
  readonly packages: string;
  readonly items: string;
}

/** What is found by more than its id. */
function foundAmong(
  sql: Sql,
  workspaceId: string,
  selections: Selections,
): Pick<core.ReleasePackageRepository, 'openOfAuthorization' | 'releasedTo' | 'flagItems'> {
  const selected = `select ${selections.packages} from release_packages where workspace_id = $1`;
  return {
    openOfAuthorization: (authorizationId) =>
      sql<core.ReleasePackage>(
        `${selected} and authorization_id = $2 and status in ('prepared', 'approved', 'released') order by id for update`,
        [workspaceId, authorizationId],
      ),
    releasedTo: (recipientKey, now, after, limit) =>
      sql<core.ReleasePackage>(
        `${selected} and status = 'released' and expires_at > $3 and exists (select from portal_tokens t
           where t.workspace_id = $1 and t.package_id = release_packages.id and t.recipient_key = $2 and t.status = 'live')
           and ($4::timestamptz is null or (released_at, id) < ($4::timestamptz, $5::uuid))
         order by released_at desc, id desc limit $6`,
        [workspaceId, recipientKey, now, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    flagItems: ({ artifactId, beforeVersion }, flag, at) =>
      sql<core.PackageItem>(
        `update release_items i set flag = $4, flagged_at = $5 from release_packages p
         where i.workspace_id = $1 and i.artifact_id = $2 and ($3::integer is null or i.version_number < $3)
           and p.workspace_id = $1 and p.id = i.package_id and p.status in ('prepared', 'approved', 'released')
           and i.flag <> $4 and i.flag <> 'entered_in_error'
         returning ${selections.items.replaceAll(/(^|, )/g, '$1i.')}`,
        [workspaceId, artifactId, beforeVersion, flag, at],
      ),
  };
}
