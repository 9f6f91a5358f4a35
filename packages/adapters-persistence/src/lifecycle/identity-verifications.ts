import type { lifecycle as core } from '@chancery/core';
import { bytes, date, instant, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type VerificationRow = core.IdentityVerification & { workspaceId: string };

const VerificationRow = new EntitySchema<VerificationRow>({
  name: 'IdentityVerification',
  tableName: 'identity_verifications',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    subjectId: nullable(uuid()),
    outcome: text(),
    format: text(),
    fieldsSealed: bytes(),
    numberHash: text(),
    surnameHash: text(),
    checks: json(),
    comparisons: json(),
    findings: texts(),
    source: text(),
    evidenceId: nullable(uuid()),
    asOf: date(),
    verifiedByUserId: text(),
    createdAt: instant(),
  },
});

export function identityVerificationRepository(
  sql: Sql,
  workspaceId: string,
): core.IdentityVerificationRepository {
  const verifications = table(sql, VerificationRow, { workspaceId });

  return {
    add: (verification) => verifications.insert({ ...verification, workspaceId }),
    newest: (documentId) =>
      sql.first<core.IdentityVerification>(
        `select ${verifications.selection} from identity_verifications
         where workspace_id = $1 and document_id = $2 order by id desc limit 1`,
        [workspaceId, documentId],
      ),
    has: async (documentId, id) => (await verifications.find({ documentId, id })) !== null,
    async isSeenElsewhere({ numberHash, surnameHash }) {
      const seen = await sql.first(
        `select id from identity_verifications
         where workspace_id = $1 and number_hash = $2 and surname_hash <> $3 limit 1`,
        [workspaceId, numberHash, surnameHash],
      );
      return seen !== null;
    },
    async destroy(documentId) {
      await verifications.delete({ documentId });
    },
  };
}
