import type { records as core } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type SessionRow = core.AttestationSession & { workspaceId: string };
const SessionRow = new EntitySchema<SessionRow>({
  name: 'AttestationSession',
  tableName: 'attestation_sessions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    signerUserId: text(),
    statementId: text(),
    reauthMethod: text(),
    openedAt: instant(),
    closedAt: instant(),
    entryCount: int(),
    manifestSha256: text(),
  },
});
type SignatureRow = core.RecordSignature & { workspaceId: string };
const SignatureRow = new EntitySchema<SignatureRow>({
  name: 'RecordSignature',
  tableName: 'record_signatures',
  columns: {
    id: key(),
    workspaceId: tenant(),
    entryId: uuid(),
    versionNumber: nullable(int()),
    addendumId: nullable(uuid()),
    role: text(),
    meaning: text(),
    signerUserId: text(),
    contentHash: text(),
    statementId: text(),
    reauthMethod: text(),
    attestationSessionId: uuid(),
    signedAt: instant(),
    keyId: text(),
    signature: bytes(),
    signedStatement: text(),
  },
});

export function signatureRepository(sql: Sql, workspaceId: string): core.RecordSignatureRepository {
  const sessions = table(sql, SessionRow, { workspaceId });
  const signatures = table(sql, SignatureRow, { workspaceId });
  return {
    open: (session) => sessions.insert({ ...session, workspaceId }),
    add: (added) => signatures.insert(added.map((signature) => ({ ...signature, workspaceId }))),
    of: (entryId) =>
      sql<core.RecordSignature>(
        `select ${signatures.selection} from record_signatures where workspace_id = $1 and entry_id = $2 order by signed_at, id`,
        [workspaceId, entryId],
      ),
    ofEntries: (entryIds) =>
      sql<core.RecordSignature>(
        `select ${signatures.selection} from record_signatures where workspace_id = $1 and entry_id = any($2::uuid[])
         order by signed_at, id`,
        [workspaceId, entryIds],
      ),
    async purge() {
      await sql('delete from attestation_sessions where workspace_id = $1', [workspaceId]);
    },
  };
}
