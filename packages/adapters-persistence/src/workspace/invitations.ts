import { versionConflict, workspace } from '@chancery/core';
import { foldEmail } from '@chancery/core/internal';
import { bytes, instant, int, key, nullable, tenant, text, texts } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Invitation = workspace.Invitation;
type InvitationColumns = Invitation & { workspaceId: string; emailFold: string };

export const WorkspaceInvitationRow = new EntitySchema<InvitationColumns>({
  name: 'WorkspaceInvitation',
  tableName: 'workspace_invitations',
  columns: {
    id: key(),
    workspaceId: tenant(),
    email: text(),
    emailFold: text(),
    displayName: nullable(text()),
    role: text(),
    message: nullable(text()),
    status: text(),
    invitedByUserId: text(),
    projectIds: { type: 'uuid', array: true },
    expiresInDays: int(),
    tokenHash: text(),
    replacedTokenHashes: texts(),
    sealedToken: nullable(bytes()),
    expiresAt: instant(),
    sentAt: instant(),
    sendCount: int(),
    acceptedByUserId: nullable(text()),
    respondedAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const columns = `
  id, email, display_name "displayName", role, message, status, invited_by_user_id "invitedByUserId", project_ids "projectIds",
  expires_in_days "expiresInDays", token_hash "tokenHash", replaced_token_hashes "replacedTokenHashes", sealed_token "sealedToken",
  expires_at "expiresAt", sent_at "sentAt", send_count "sendCount", accepted_by_user_id "acceptedByUserId",
  responded_at "respondedAt", created_at "createdAt", updated_at "updatedAt", version`;

export function invitationRepository(sql: Sql, workspaceId: string): workspace.InvitationRepository {
  const invitations = table(sql, WorkspaceInvitationRow, { workspaceId });
  const columnsOf = (invitation: Invitation): InvitationColumns => ({
    ...invitation,
    workspaceId,
    emailFold: foldEmail(invitation.email),
  });
  const one = async (id: string, lock: string): Promise<Invitation> => {
    const [row] = await sql<Invitation>(
      `select ${columns} from workspace_invitations where workspace_id = $1 and id = $2 ${lock}`,
      [workspaceId, id],
    );
    if (row === undefined) throw workspace.invitationNotFound();
    return row;
  };

  return {
    add: async (invitation) => (await invitations.insertUnlessTaken(columnsOf(invitation))) === 1,
    get: (id) => one(id, ''),
    lock: (id) => one(id, 'for update'),
    async save(invitation) {
      const after = { ...invitation, version: invitation.version + 1 };
      const saved = await invitations
        .update({ id: invitation.id, version: invitation.version }, columnsOf(after))
        .catch((error: unknown) => {
          throw isPending(error) ? workspace.invitationAlreadyPending() : error;
        });
      // Each writer also takes or frees the seat of the invitation, so of two of them only one may go on (WSP-5).
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: ({ status, roles, invitedByUserId }, now, after, limit) =>
      sql(
        `select ${columns} from workspace_invitations
         where workspace_id = $1 and role = any($2) and ($3::text is null or invited_by_user_id = $3)
           and $4 = case when status = 'pending' and expires_at <= $5::timestamptz then 'expired' else status end
           and ($6::timestamptz is null or (created_at, id) < ($6::timestamptz, $7::uuid))
         order by created_at desc, id desc limit $8`,
        [workspaceId, roles, invitedByUserId, status, now, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    due: (now, email) =>
      sql(
        `select ${columns} from workspace_invitations
         where workspace_id = $1 and status = 'pending' and expires_at <= $2::timestamptz and ($3::text is null or email_fold = $3)
         order by id for update`,
        [workspaceId, now, email === null ? null : foldEmail(email)],
      ),
    workspacesWithDue: (now) => sql.column('select workspace_id id from chancery_invitations_due($1)', [now]),
    ofToken: (tokenHash) =>
      sql.first<workspace.InvitationOfToken>(
        `select workspace_id "workspaceId", invitation_id "invitationId", email, role, status, expires_at "expiresAt", replaced
         from chancery_invitation_of_token($1)`,
        [tokenHash],
      ),
    async eraseSealed(id, tokenHash) {
      await invitations.update({ id, tokenHash }, { sealedToken: null });
    },
  };
}

const isPending = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'constraint' in error &&
  error.constraint === 'workspace_invitations_one_pending';
