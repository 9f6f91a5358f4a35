import { governance as core } from '@chancery/core';
import { bytes, instant, nullable, tenant, text, textKey, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type TokenRow = core.PortalToken & { workspaceId: string };
const TokenRow = new EntitySchema<TokenRow>({
  name: 'PortalToken',
  tableName: 'portal_tokens',
  columns: {
    tokenHash: textKey(),
    workspaceId: tenant(),
    packageId: uuid(),
    recipientKey: text(),
    status: text(),
    sealedToken: nullable(bytes()),
    createdAt: instant(),
    endedAt: nullable(instant()),
  },
});
/** Of the links of a package one at most works. */
const live = core.portalTokenStates.begin('live');
type SessionRow = core.PortalSession & { workspaceId: string };
const SessionRow = new EntitySchema<SessionRow>({
  name: 'PortalSession',
  tableName: 'portal_sessions',
  columns: {
    tokenHash: textKey(),
    workspaceId: tenant(),
    packageId: uuid(),
    portalTokenHash: text(),
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export function portalTokenRepository(sql: Sql, workspaceId: string): core.PortalTokenRepository {
  const tokens = table(sql, TokenRow, { workspaceId });
  const sessions = table(sql, SessionRow, { workspaceId });
  return {
    add: (token) => tokens.insert({ ...token, workspaceId }),
    // Its sessions stay, so that they say how it ended; they open nothing without a link that is live.
    end: (packageId, as, at) =>
      tokens.update({ packageId, status: live }, { status: as, endedAt: at, sealedToken: null }),
    get: (tokenHash) => tokens.find({ tokenHash }),
    live: (packageId) => tokens.find({ packageId, status: live }),
    ofSecret: (hash) =>
      sql.first<core.FoundPortalLink>(
        `select workspace_id "workspaceId", package_id "packageId", token_hash "tokenHash", session_hash "sessionHash"
         from chancery_portal_link($1)`,
        [hash],
      ),
    async addSession(session) {
      await sql(
        'delete from portal_sessions where workspace_id = $1 and package_id = $2 and expires_at <= $3',
        [...[workspaceId, session.packageId, session.createdAt]],
      );
      await sessions.insert({ ...session, workspaceId });
    },
    session: (tokenHash) => sessions.find({ tokenHash }),
  };
}
