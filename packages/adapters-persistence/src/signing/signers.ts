import type { signing as core } from '@chancery/core';
import { instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

export const SignerRow = new EntitySchema<core.Signer & { workspaceId: string }>({
  name: 'Signer',
  tableName: 'signers',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    roundId: uuid(),
    position: int(),
    key: nullable(text()),
    name: text(),
    email: text(),
    phone: nullable(text()),
    role: text(),
    order: { ...int(), name: 'group_number' },
    verification: text(),
    note: nullable(text()),
    language: nullable(text()),
    timeZone: nullable(text()),
    status: text(),
    userId: nullable(text()),
    delivery: nullable(text()),
    sentAt: nullable(instant()),
    viewedAt: nullable(instant()),
    lastOpenedAt: nullable(instant()),
    consentedAt: nullable(instant()),
    verifiedAt: nullable(instant()),
    completedAt: nullable(instant()),
    declinedAt: nullable(instant()),
    declineReason: nullable(text()),
    lastRemindedAt: nullable(instant()),
    reminderCount: int(),
    nextReminderAt: nullable(instant()),
    linkVersion: nullable(int()),
    linkExpiresAt: nullable(instant()),
    verificationState: text(),
    lockedUntil: nullable(instant()),
    codesSent: int(),
    wrongTries: int(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

export function signerRepository(sql: Sql, workspaceId: string): core.SignerRepository {
  const signers = table(sql, SignerRow, { workspaceId });
  return {
    of: (roundId) =>
      sql(
        `select ${signers.selection} from signers where workspace_id = $1 and round_id = $2 order by group_number, position`,
        [workspaceId, roundId],
      ),
    get: (id) => signers.find({ id }),
    async replace(roundId, people) {
      const kept = people.map(({ id }) => id);
      const known = new Set(
        await sql.column('select id from signers where workspace_id = $1 and round_id = $2', [
          workspaceId,
          roundId,
        ]),
      );
      await sql('delete from signers where workspace_id = $1 and round_id = $2 and id <> all($3::uuid[])', [
        workspaceId,
        roundId,
        kept,
      ]);
      // Handles are unique in a round, and two people may have changed theirs with each other.
      await sql('update signers set key = null where workspace_id = $1 and round_id = $2', [
        workspaceId,
        roundId,
      ]);
      for (const signer of people.filter(({ id }) => known.has(id)))
        await signers.update({ id: signer.id }, signer);
      await signers.insert(
        people.filter(({ id }) => !known.has(id)).map((signer) => ({ ...signer, workspaceId })),
      );
    },
    async save(signer) {
      await signers.update({ id: signer.id }, signer);
    },
  };
}
