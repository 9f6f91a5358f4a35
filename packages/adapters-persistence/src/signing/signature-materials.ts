import type { signing as core } from '@chancery/core';
import { bytes, instant, key, nullable, tenant, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

export const SignatureMaterialRow = new EntitySchema<core.SignatureMaterial & { workspaceId: string }>({
  name: 'SignatureMaterial',
  tableName: 'signature_materials',
  columns: {
    signerId: key(),
    workspaceId: tenant(),
    roundId: uuid(),
    signatureImageSealed: nullable(bytes()),
    initialsImageSealed: nullable(bytes()),
    factsSealed: bytes(),
    createdAt: instant(),
  },
});

export function signatureMaterialRepository(sql: Sql, workspaceId: string): core.SignatureMaterialRepository {
  const materials = table(sql, SignatureMaterialRow, { workspaceId });
  return {
    add: (material) => materials.insert({ ...material, workspaceId }),
    of: (roundId) => materials.findAll({ roundId }),
    async destroyImages(documentId) {
      await sql(
        `update signature_materials m set signature_image_sealed = null, initials_image_sealed = null
         from signature_rounds r
         where m.workspace_id = $1 and r.workspace_id = $1 and r.document_id = $2 and m.round_id = r.id`,
        [workspaceId, documentId],
      );
    },
  };
}
