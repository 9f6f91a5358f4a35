/** What a document is read as. The table is `d`. */
export const documentColumns = `
  d.id, d.name, d.description, d.file_name "fileName", d.folder_id "folderId", d.document_type_id "documentTypeId",
  d.owner_user_id "ownerUserId", d.tags, d.visibility, d.status, d.signature_status "signatureStatus", d.mime_type "mimeType",
  d.size_bytes::float8 "sizeBytes", d.sha256, d.page_count "pageCount", d.original_sha256 "originalSha256",
  d.sealed_sha256 "sealedSha256", d.content_flags "contentFlags", d.scan, d.share_count "shareCount", d.trashed_at "trashedAt",
  d.trashed_by_user_id "trashedByUserId", d.purge_after "purgeAfter", d.created_at "createdAt", d.updated_at "updatedAt", d.version,
  coalesce((select f.is_hidden from document_folders f where f.workspace_id = d.workspace_id and f.id = d.folder_id), false)
    "inArchivedFolder",
  coalesce((select jsonb_agg(jsonb_build_object('userId', a.user_id, 'level', a.level) order by a.user_id)
    from document_access a where a.workspace_id = d.workspace_id and a.document_id = d.id), '[]') "accessList"`;
