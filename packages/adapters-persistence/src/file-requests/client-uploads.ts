import { fileRequests as core } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';
import { hasWords } from '../kernel/words.ts';
import { ofOpenCase } from './file-request-list.ts';

export const ClientUploadRow = new EntitySchema<core.ClientUpload & { workspaceId: string }>({
  name: 'ClientUpload',
  tableName: 'client_uploads',
  columns: {
    id: key(),
    workspaceId: tenant(),
    requestId: uuid(),
    itemId: uuid(),
    fileName: text(),
    mimeType: text(),
    sizeBytes: int(),
    sha256: text(),
    status: text(),
    uploaderName: nullable(text()),
    note: nullable(text()),
    uploadedAt: instant(),
    reviewedByUserId: nullable(text()),
    reviewedAt: nullable(instant()),
    reviewReason: nullable(text()),
    documentId: nullable(uuid()),
    documentVersion: nullable(int()),
    duplicateOf: nullable(uuid()),
    blobKey: nullable(text()),
    scan: text(),
    contentFlags: texts(),
    pages: nullable(json()),
    destroyAfter: nullable(instant()),
    destroyedAt: nullable(instant()),
  },
});

export function clientUploadRepository(sql: Sql, workspaceId: string): core.ClientUploadRepository {
  const uploads = table(sql, ClientUploadRow, { workspaceId });
  return {
    add: (upload) => uploads.insert({ ...upload, workspaceId }),
    get: (id) => uploads.find({ id }),
    accepted: ({ words, viewer: { userId, seesAll, cases } }, limit) =>
      sql(acceptedSql(cases.openTo), [workspaceId, userId, seesAll, cases.caseIds, words, limit]),
    of: (requestId) =>
      sql(
        `select ${uploads.selection} from client_uploads where workspace_id = $1 and request_id = $2 order by id`,
        [workspaceId, requestId],
      ),
    async save(upload) {
      await uploads.update({ id: upload.id }, upload);
    },
    async forgetBlob(id) {
      await uploads.update({ id }, { blobKey: null });
    },
  };
}

const accepted = transition(core.clientUploadStates, 'accept').to;
const acceptedSql = (openTo: core.CaseAudience | null) => `
  select u.id, u.file_name "fileName", u.status, u.uploaded_at "uploadedAt"
  from client_uploads u join file_requests r on r.workspace_id = $1 and r.id = u.request_id
  where u.workspace_id = $1 and u.status = ${accepted} and u.document_id is not null
    and (r.owner_user_id = $2 or ($3 and r.case_id is null) or r.case_id = any($4::uuid[])${openTo === null ? '' : ` or ${ofOpenCase(openTo, '$2')}`})
    and ${hasWords('u.file_name', '$5')}
  order by u.uploaded_at desc, u.id desc limit $6`;
