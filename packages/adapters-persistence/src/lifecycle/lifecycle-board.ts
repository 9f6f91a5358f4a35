import type { lifecycle as core, documents } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { countStatement, countsStatement } from './board-counts.ts';
import { pageStatement } from './board-page.ts';
import { factsColumns, factsSource } from './lifecycle-facts.ts';
import { LifecycleRow } from './lifecycle-row.ts';
import { statusAt } from './status-sql.ts';

export function lifecycleBoard(sql: Sql, workspaceId: string): core.LifecycleBoard {
  const { selection } = table(sql, LifecycleRow, { workspaceId });
  const listOf = <T extends object>(text: string, ...values: readonly unknown[]) =>
    sql<T>(text, [workspaceId, ...values]);

  return {
    facts: (documentIds, now) =>
      listOf<core.LifecycleFacts>(
        `select ${factsColumns(selection, '$3')}
         from unnest($2::uuid[]) with ordinality p (document_id, at) ${factsSource} order by p.at`,
        documentIds,
        now,
      ),
    page: (question, order, after, limit) =>
      sql<core.BoardEntry>(...pageStatement(workspaceId, selection, question, order, after, limit + 1)),
    async counts(question, mostGroups) {
      const counts = await sql.first<core.BoardCounts>(...countsStatement(workspaceId, question, mostGroups));
      if (counts === null) throw new TypeError('Counting always answers');
      return counts;
    },
    async countUpTo(question, most) {
      const [count = 0] = await sql.column<number>(...countStatement(workspaceId, question, most));
      return count;
    },
    async options(viewer, most) {
      const [types, owners, folders, policies] = await Promise.all([
        listOf<core.BoardOptions['types'][number]>(namedSql('document_types'), most),
        listOf<core.BoardOptions['owners'][number]>(ownersSql(viewer), most, ...seenBy(viewer)),
        listOf<core.BoardOptions['folders'][number]>(foldersSql, most),
        listOf<core.BoardOptions['policies'][number]>(namedSql('expiration_policies'), most),
      ]);
      return { types, owners, folders, policies };
    },
    zones: () => sql.column(zonesSql, [workspaceId]),
    keptBy: (userIds, viewer, now, most) =>
      listOf<core.KeptDocuments>(keptSql(viewer), userIds, now, most, ...seenBy(viewer)),
  };
}

const namedSql = (named: 'document_types' | 'expiration_policies') => `
  select id, name from ${named} where workspace_id = $1 and status = 'active'
  order by name collate "und-x-icu", id limit $2`;

/** One document of each is enough. In the order of an index it is found by that; in none, all are read for whoever has none. */
const ownersSql = (viewer: documents.Viewer) => `
  select m.user_id "userId", m.display_name "displayName" from memberships m cross join lateral (
    select from document_lifecycles l join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
    where l.workspace_id = $1 and l.owner_user_id = m.user_id and d.status = 'active' and ${isVisible(viewer, () => '$3')}
    order by l.expires_on limit 1) kept
  where m.workspace_id = $1 and m.status = 'active'
  order by m.sort_name collate "und-x-icu", m.user_id limit $2`;

/** The names on the way to a folder `f`. */
export const folderPath = `(select string_agg(a.name, ' / ' order by p.distance desc)
  from document_folder_paths p join document_folders a on a.workspace_id = p.workspace_id and a.id = p.ancestor_id
  where p.workspace_id = $1 and p.descendant_id = f.id)`;

/** Whoever looks at a dashboard sees all folders. */
const foldersSql = `
  select id, path from (
    select f.id, ${folderPath} path from (
      select id from document_folders where workspace_id = $1 and not is_hidden order by sort_name, id limit $2) f) found
  order by path collate "und-x-icu", id`;

const zonesSql = `
  select time_zone zone from expiration_policies where workspace_id = $1 and time_zone is not null
  union select coalesce(settings ->> 'defaultTimeZone', 'UTC') from workspaces where id = $1
  union select 'UTC'`;

const keptSql = (viewer: documents.Viewer) => `
  select m.user_id "userId", m.avatar_url "avatarUrl", kept.owned "ownedCount", kept.overdue "overdueCount"
  from memberships m cross join lateral (
    select count(*)::integer owned, (count(*) filter (where status in ('in_grace', 'expired')))::integer overdue from (
      select ${statusAt('$3')} status from document_lifecycles l
      join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
      where l.workspace_id = $1 and l.owner_user_id = m.user_id and d.status = 'active' and ${isVisible(viewer, () => '$5')}
      order by l.expires_on limit $4) seen) kept
  where m.workspace_id = $1 and m.user_id = any($2::text[]) and m.status = 'active'`;
