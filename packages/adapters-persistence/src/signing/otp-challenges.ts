import { signing as core } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, textKey, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';

const supersede = transition(core.otpChallengeStates, 'supersede');

export const OtpChallengeRow = new EntitySchema<core.OtpChallenge & { workspaceId: string }>({
  name: 'OtpChallenge',
  tableName: 'otp_challenges',
  columns: {
    id: key(),
    workspaceId: tenant(),
    signerId: uuid(),
    linkVersion: int(),
    channel: text(),
    codeHash: text(),
    sealedCode: nullable(bytes()),
    destinationMasked: text(),
    sentAt: instant(),
    expiresAt: instant(),
    attempts: int(),
    status: text(),
    endedAt: nullable(instant()),
  },
});

export function otpChallengeRepository(sql: Sql, workspaceId: string): core.OtpChallengeRepository {
  const challenges = table(sql, OtpChallengeRow, { workspaceId });
  return {
    add: (challenge) => challenges.insert({ ...challenge, workspaceId }),
    get: (id) => challenges.find({ id }),
    activeOf: (signerId, lock) => challenges.find({ signerId, status: 'active' }, lock),
    since: (signerId, after) =>
      sql(
        `select sent_at "sentAt", attempts, status from otp_challenges
         where workspace_id = $1 and signer_id = $2 and sent_at > $3 order by sent_at`,
        [workspaceId, signerId, after],
      ),
    async save(challenge) {
      await challenges.update({ id: challenge.id }, challenge);
    },
    async supersede(signerIds, at) {
      await sql(supersedeSql, [workspaceId, signerIds, at]);
    },
    async eraseCode(id) {
      await challenges.update({ id }, { sealedCode: null });
    },
  };
}

const supersedeSql = `
  update otp_challenges set status = ${supersede.to}, sealed_code = null, ended_at = $3
  where workspace_id = $1 and signer_id = any($2::uuid[]) and status in ${supersede.from}`;

export const SigningSessionRow = new EntitySchema<core.SigningSession & { workspaceId: string }>({
  name: 'SigningSession',
  tableName: 'signing_sessions',
  columns: {
    tokenHash: textKey(),
    workspaceId: tenant(),
    signerId: uuid(),
    linkVersion: int(),
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export function signingSessionRepository(sql: Sql, workspaceId: string): core.SigningSessionRepository {
  const sessions = table(sql, SigningSessionRow, { workspaceId });
  return {
    add: (session) => sessions.insert({ ...session, workspaceId }),
    get: (tokenHash) => sessions.find({ tokenHash }),
    async endOf(signerIds) {
      await sql('delete from signing_sessions where workspace_id = $1 and signer_id = any($2::uuid[])', [
        workspaceId,
        signerIds,
      ]);
    },
  };
}
