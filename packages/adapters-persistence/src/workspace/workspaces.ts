import type { integrations, workspace } from '@chancery/core';
import { EntitySchema } from 'typeorm';
import { instant, int, json, nullable, text, textKey } from '../kernel/columns.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

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
  return {
    add: (row) => workspaces.insert(row),
    async get() {
      const row = await workspaces.find({ id: workspaceId });
      if (row === null) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async freeSlug(slug) {
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? slug : `${slug}-${number}`;
        const [row] = await sql<{ taken: boolean }>('select chancery_slug_taken($1) taken', [candidate]);
        if (row?.taken === false) return candidate;
      }
    },
    async lock() {
      await sql('select id from workspaces where id = $1 for no key update', [workspaceId]);
    },
    ofPerson: (userId, after, limit) =>
      sql(
        `select id, name, slug, logo_url "logoUrl", status, role, member_status "memberStatus", joined_at "joinedAt"
         from chancery_workspaces_of($1)
         where $2::text is null or (name collate "und-x-icu", id) > ($2 collate "und-x-icu", $3)
         order by name collate "und-x-icu", id limit $4`,
        [userId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
  };
}

export function workspaceIdentity(sql: Sql, workspaceId: string): integrations.WorkspaceIdentity {
  return {
    async identity() {
      const [row] = await sql<Awaited<ReturnType<integrations.WorkspaceIdentity['identity']>>>(
        'select id, name, slug, status, created_at "createdAt", updated_at "updatedAt" from workspaces where id = $1',
        [workspaceId],
      );
      if (row === undefined) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
  };
}
