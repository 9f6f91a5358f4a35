import type { ApiKeyRow, CallerWorkspace, SessionRow, Standing } from '@chancery/core';
import type { Sql } from './sql.ts';

/** Its look-up has bound row-level security to this workspace. */
export interface BoundStanding {
  readonly workspaceId: string | null;
}

interface WorkspaceColumns {
  readonly workspaceStatus: CallerWorkspace['status'];
  readonly planCode: string;
  readonly planTerms: CallerWorkspace['planTerms'];
  readonly settings: CallerWorkspace['settings'];
}
type SessionColumns = Omit<SessionRow, 'workspace'> &
  WorkspaceColumns & { readonly workspaceId: string | null };
type KeyColumns = Omit<ApiKeyRow, 'workspace'> & WorkspaceColumns & { readonly workspaceId: string };

export const sessionStanding = (
  sql: Sql,
  ids: readonly [sessionId: string, tokenId: string, workspaceId: string | null],
): Promise<(Standing<SessionRow> & BoundStanding) | null> =>
  standing<SessionColumns, SessionRow>(sql, sessionSql, ids, (columns) => {
    const { workspaceId: id, workspaceStatus, planCode, planTerms, settings, ...session } = columns;
    return {
      ...session,
      workspace: id === null ? null : { id, status: workspaceStatus, planCode, planTerms, settings },
    };
  });

export const apiKeyStanding = (
  sql: Sql,
  keyPrefix: string,
): Promise<(Standing<ApiKeyRow> & BoundStanding) | null> =>
  standing<KeyColumns, ApiKeyRow>(sql, apiKeySql, [keyPrefix], (columns) => {
    const { workspaceId: id, workspaceStatus: status, planCode, planTerms, settings, ...key } = columns;
    return { ...key, workspace: { id, status, planCode, planTerms, settings } };
  });

/** The columns stay the text that the database wrote until somebody wants to know what they say. */
async function standing<C extends object, R>(
  sql: Sql,
  text: string,
  values: readonly unknown[],
  rowOf: (columns: C) => R,
): Promise<(Standing<R> & BoundStanding) | null> {
  const row = await sql.unread<C>(text, values);
  if (row === null) return null;
  // The workspace is the first column of both.
  const [workspaceId = null] = row.texts;
  return { workspaceId, text: JSON.stringify(row.texts), row: () => rowOf(row.read()) };
}

// Both bind row-level security to the workspace of the credential, which saves a statement. Nothing else of the transaction
// has run by then, and an invalid credential ends it.
const sessionSql = `
  select workspace_id "workspaceId", user_id "userId", display_name "displayName", locale, time_zone "timeZone", account_status "accountStatus",
         email_verified "emailVerified", auth_method "authMethod", authenticated_at "authenticatedAt", created_at "createdAt",
         last_seen_at "lastSeenAt", expires_at "expiresAt", revoked_at "revokedAt", token_revoked "tokenRevoked",
         workspace_status "workspaceStatus", plan_code "planCode", plan_terms "planTerms", settings, role,
         member_status "memberStatus", second_factor_at "secondFactorAt", has_second_factor "hasSecondFactor",
         second_factor_since "secondFactorSince", longest_idle_seconds "longestIdleSeconds"
  from chancery_session($1, $2, $3)
  cross join lateral set_config('app.workspace', coalesce(workspace_id, ''), true)`;

const apiKeySql = `
  select workspace_id "workspaceId", api_key_id "apiKeyId", name, scopes, rate_limit_per_minute "rateLimitPerMinute", allowed_ip_ranges "allowedIpRanges",
         acts_as_user_id "actsAsUserId", acts_as_email_verified "actsAsEmailVerified", expires_at "expiresAt",
         revoked_at "revokedAt", secret_hash "secretHash", secret_expires_at "secretExpiresAt",
         workspace_status "workspaceStatus", plan_code "planCode", plan_terms "planTerms", settings
  from chancery_api_key($1)
  cross join lateral set_config('app.workspace', workspace_id, true)`;
