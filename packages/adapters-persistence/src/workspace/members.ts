import { versionConflict, workspace } from '@chancery/core';
import { formerMember, spellingsOf } from '@chancery/core/internal';
import { instant, int, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { patternOf } from '../kernel/words.ts';
import { writtenRows } from '../kernel/written-rows.ts';

type Member = workspace.Member;
type MemberColumns = Omit<Member, 'id' | 'membershipId' | 'hasSecondFactor'> & {
  id: string;
  workspaceId: string;
  userId: string;
  sortName: string;
};

export const MembershipRow = new EntitySchema<MemberColumns>({
  name: 'Membership',
  tableName: 'memberships',
  columns: {
    id: key(),
    workspaceId: tenant(),
    userId: text(),
    role: text(),
    status: text(),
    displayName: text(),
    sortName: text(),
    email: nullable(text()),
    avatarUrl: nullable(text()),
    joinedAt: instant(),
    updatedAt: instant(),
    invitedByUserId: nullable(text()),
    suspendedAt: nullable(instant()),
    lastActiveAt: nullable(instant()),
    version: int(),
  },
});

const columnsOf = (
  { membershipId, id, ...member }: Omit<Member, 'hasSecondFactor'>,
  workspaceId: string,
): MemberColumns => ({
  ...member,
  id: membershipId,
  userId: id,
  workspaceId,
  sortName: member.displayName.normalize('NFC'),
});

const selection = `
  select id "membershipId", user_id id, role, status, display_name "displayName", sort_name "sortName", email, avatar_url "avatarUrl",
         joined_at "joinedAt", updated_at "updatedAt", invited_by_user_id "invitedByUserId", suspended_at "suspendedAt",
         last_active_at "lastActiveAt", has_second_factor "hasSecondFactor", version
  from memberships`;

export function memberRepository(sql: Sql, workspaceId: string): workspace.MemberRepository {
  const members = table(sql, MembershipRow, { workspaceId });
  return {
    async add(member) {
      // A person who joined at the same moment by another invitation is a member already.
      if ((await members.insertUnlessTaken(columnsOf(member, workspaceId))) === 0)
        throw workspace.memberAlreadyExists();
    },
    async get(userId) {
      const [row] = await sql<Member & { sortName: string }>(
        `${selection} where workspace_id = $1 and user_id = $2 and status <> 'removed'`,
        [workspaceId, userId],
      );
      if (row === undefined) throw workspace.memberNotFound();
      const { sortName: _, ...member } = row;
      return member;
    },
    async isMember(who) {
      const [column, value] =
        'userId' in who ? ['user_id', [who.userId]] : ['email_fold', spellingsOf(who.email)];
      const rows = await sql(
        `select id from memberships where workspace_id = $1 and ${column} = any($2) and status <> 'removed' limit 1`,
        [workspaceId, value],
      );
      return rows.length > 0;
    },
    async save(member) {
      const after = { ...member, version: member.version + 1 };
      const saved = await members.update(
        { id: member.membershipId, version: member.version },
        columnsOf(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: ({ search, role, statuses }, after, limit) =>
      sql(
        `${selection} where workspace_id = $1 and status = any($2)
           and ($3::text is null or role = $3)
           and ($4::text is null or search_text like ${patternOf('$4')})
           and ($5::text is null or (sort_name collate "und-x-icu", user_id, id) > ($5 collate "und-x-icu", $6, $7::uuid))
         order by sort_name collate "und-x-icu", user_id, id limit $8`,
        [
          workspaceId,
          statuses,
          role,
          search,
          after?.[0] ?? null,
          after?.[1] ?? null,
          after?.[2] ?? null,
          limit + 1,
        ],
      ),
    able: (userIds) =>
      sql<workspace.AbleMember>(
        'select user_id "userId", display_name "displayName", role from chancery_able_members($1)',
        [userIds],
      ),
    async hasOthers(userId) {
      const [row] = await sql<{ others: boolean }>(
        "select exists (select from memberships where workspace_id = $1 and user_id <> $2 and status = 'active') others",
        [workspaceId, userId],
      );
      return row?.others === true;
    },
    scrub: (userId, at) =>
      sql.changed(
        `update memberships set display_name = $3, sort_name = $3, email = null, avatar_url = null, updated_at = $4
         where workspace_id = $1 and user_id = $2 and status = 'removed' and (display_name <> $3 or email is not null or avatar_url is not null)`,
        [workspaceId, userId, formerMember, at],
      ),
    async ownerBesides(userId) {
      const [row] = await sql<{ userId: string | null }>('select chancery_owner_besides($1) "userId"', [
        userId,
      ]);
      return row?.userId ?? null;
    },
    activeForIntegration: (limit) =>
      writtenRows(sql, workspace.IntegrationMemberView, integrationSql, [workspaceId, limit]),
  };
}

const integrationSql = `
  select user_id id, display_name "displayName", email, avatar_url "avatarUrl", role, status, joined_at "joinedAt", updated_at "updatedAt"
  from memberships where workspace_id = $1 and status = 'active' and role <> 'guest'
  order by sort_name collate "und-x-icu", user_id limit $2`;
