import type { Repositories as Ports } from '@chancery/core';
import { accountRepository } from '../identity/accounts.ts';
import { oneTimeTokenRepository } from '../identity/one-time-tokens.ts';
import { passwordAttemptRepository } from '../identity/password-attempts.ts';
import { sessionRepository } from '../identity/sessions.ts';
import { workspaceAccess } from '../identity/workspace-access.ts';
import { apiKeyRepository } from '../integrations/api-keys.ts';
import { meetingInvitationRepository } from '../meetings/meeting-invitations.ts';
import { meetingRepository } from '../meetings/meetings.ts';
import { memberDirectory } from '../workspace/member-directory.ts';
import { memberRepository } from '../workspace/members.ts';
import { projectRepository } from '../workspace/projects.ts';
import { workspaceIdentity, workspaceRepository } from '../workspace/workspaces.ts';
import type { Sql } from './sql.ts';
import { usageCounters } from './usage-counters.ts';

/** The repositories of one unit, each made when it is named. They follow the unit into the workspace that it enters. */
export function repositories(sql: Sql, workspaceId: () => string | null): Ports {
  // An empty tenant matches no row, in the queries as in row-level security.
  const tenant = () => workspaceId() ?? '';
  const ports: Ports = {
    get accounts() {
      return accountRepository(sql);
    },
    get sessions() {
      return sessionRepository(sql);
    },
    get oneTimeTokens() {
      return oneTimeTokenRepository(sql);
    },
    get passwordAttempts() {
      return passwordAttemptRepository(sql);
    },
    get workspaceAccess() {
      return workspaceAccess(sql, () => ports);
    },
    get workspaces() {
      return workspaceRepository(sql, tenant());
    },
    get members() {
      return memberRepository(sql, tenant());
    },
    get projects() {
      return projectRepository(sql, tenant());
    },
    get apiKeys() {
      return apiKeyRepository(sql, tenant());
    },
    get memberDirectory() {
      return memberDirectory(sql, tenant());
    },
    get workspaceIdentity() {
      return workspaceIdentity(sql, tenant());
    },
    get meetings() {
      return meetingRepository(sql, tenant());
    },
    get meetingInvitations() {
      return meetingInvitationRepository(sql, tenant());
    },
    get usage() {
      return usageCounters(sql, tenant());
    },
  };
  return ports;
}
