import { identity, versionConflict, type workspace } from '@chancery/core';
import { instant, int, json, nullable, text, textKey } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { writtenPage } from '../kernel/written-rows.ts';

export const WorkspaceRow = new EntitySchema<workspace.Workspace>({
  name: 'Workspace',
  tableName: 'workspaces',
  columns: {
    id: textKey(),
    name: text(),
    slug: text(),
    logoUrl: nullable(text()),
    status: text(),
    planCode: text(),
    closesAt: nullable(instant()),
    settings: json(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function workspaceRepository(sql: Sql, workspaceId: string): workspace.WorkspaceRepository {
  const workspaces = table(sql, WorkspaceRow);
  const claim = async (slug: string, exact: boolean, at: string) => {
    const [row] = await sql<{ slug: string | null }>('select chancery_claim_slug($1, $2, $3, $4) slug', [
      slug,
      exact,
      workspaceId,
      at,
    ]);
    return row?.slug ?? null;
  };
  return {
    add: (row) => workspaces.insert(row),
    async get() {
      const row = await workspaces.find({ id: workspaceId });
      if (row === null) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async plan() {
      const [row] = await sql<Awaited<ReturnType<workspace.WorkspaceRepository['plan']>>>(
        'select plan_code "planCode", plan_terms "planTerms" from workspaces where id = $1',
        [workspaceId],
      );
      if (row === undefined) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async save(row) {
      const version = row.version + 1;
      const saved = await workspaces.update({ id: workspaceId, version: row.version }, { ...row, version });
      if (saved === 0) throw versionConflict();
      return { ...row, version };
    },
    claimSlug: async (slug, at) => (await claim(slug, true, at)) !== null,
    async claimFreeSlug(slug, at) {
      const claimed = await claim(slug, false, at);
      if (claimed === null) throw new Error('No slug is free');
      return claimed;
    },
    async releaseSlug(slug, until) {
      await sql('update workspace_slugs set reserved_until = $3 where workspace_id = $1 and slug = $2', [
        workspaceId,
        slug,
        until,
      ]);
    },
    async pruneSlugs(at) {
      await sql('delete from workspace_slugs where workspace_id = $1 and reserved_until <= $2', [
        workspaceId,
        at,
      ]);
    },
    async ownedBy(userId) {
      // If a person founds two workspaces at once, this lock makes one wait for the other.
      await sql('select id from accounts where id = $1 for no key update', [userId]);
      const [row] = await sql<{ owned: number }>('select chancery_owned_workspaces($1) owned', [userId]);
      return row?.owned ?? 0;
    },
    async lock() {
      await sql('select id from workspaces where id = $1 for no key update', [workspaceId]);
    },
    ofPerson: (userId, after, limit) =>
      writtenPage(
        sql,
        identity.WorkspaceSummaryView,
        `select id, name, slug, logo_url "logoUrl", status, role, member_status "memberStatus", joined_at "joinedAt"
         from chancery_workspaces_of($1)
         where $2::text is null or (name collate "und-x-icu", id) > ($2 collate "und-x-icu", $3)
         order by name collate "und-x-icu", id limit $4`,
        [userId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
  };
}

export function workspaceIdentity(sql: Sql, workspaceId: string): workspace.WorkspaceIdentity {
  return {
    async profile() {
      const row = await sql.first<workspace.WorkspaceProfile>(profileSql, [workspaceId]);
      if (row === null) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async identity() {
      const [row] = await sql<Awaited<ReturnType<workspace.WorkspaceIdentity['identity']>>>(
        'select id, name, slug, status, created_at "createdAt", updated_at "updatedAt" from workspaces where id = $1',
        [workspaceId],
      );
      if (row === undefined) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async brand() {
      const brand = await sql.first<Awaited<ReturnType<workspace.WorkspaceIdentity['brand']>>>(
        `select name, logo_url "logoUrl", settings ->> 'defaultLocale' "defaultLocale" from workspaces where id = $1`,
        [workspaceId],
      );
      if (brand === null) throw new Error('A unit entered a workspace that is not there');
      return brand;
    },
    async embeddingOrigins() {
      const found = await sql.first<{ readonly origins: readonly string[] | null }>(
        `select settings -> 'embeddingOrigins' origins from workspaces where id = $1`,
        [workspaceId],
      );
      return found?.origins ?? [];
    },
  };
}

const profileSql = `
  select id, name, settings->>'legalName' "legalName", logo_url "logoUrl", settings->>'defaultLocale' "defaultLocale",
         settings->>'defaultTimeZone' "defaultTimeZone"
  from workspaces where id = $1`;
