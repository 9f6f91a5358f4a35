import type { Seeder } from './seed.ts';

/** Documents of one workspace, by plain SQL: a hundred folders with nearly all of them, a tenth restricted to their owners. */
export async function seedDocuments(
  seeder: Seeder,
  workspaceId: string,
  ownerId: string,
  documents: number,
): Promise<void> {
  await seeder.query('begin');
  await seeder.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await seeder.query(foldersSql, [workspaceId, ownerId]);
  await seeder.query(pathsSql, [workspaceId]);
  await seeder.query(documentsSql, [workspaceId, ownerId, documents]);
  await seeder.query('commit');
}

const foldersSql = `
  insert into document_folders (id, workspace_id, parent_id, name, depth, status, is_hidden, created_by_user_id, created_at, updated_at, version)
  select gen_random_uuid(), $1, null, 'Client ' || lpad(number::text, 3, '0'), 0, 'active', false, $2, now(), now(), 1
  from generate_series(1, 100) number`;

const pathsSql = `
  insert into document_folder_paths (descendant_id, ancestor_id, workspace_id, distance)
  select id, id, workspace_id, 0 from document_folders where workspace_id = $1`;

/**
 * Documents are spread evenly over the folders and the root. The first fifty lie in one folder and the next fifty in the root, so
 * that a small workspace too has full pages of both. One in fifty thousand has a rare word.
 */
const documentsSql = `
  insert into documents (id, workspace_id, name, description, file_name, folder_id, owner_user_id, tags, visibility, status, signature_status,
    mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
  select gen_random_uuid(), $1,
    'Deed ' || number || case when number % 50000 = 17 then ' quittance' else ' letter' end, null, 'scan-' || number || '.pdf',
    folders.ids[1 + case when number <= 50 then 17 when number <= 100 then 100 else number % 101 end], $2, '{client}', case when number % 10 = 0 then 'restricted' else 'workspace' end, 'active', 'none',
    'application/pdf', 1000 + number, digest, digest, '{}', 'clean', 0,
    now() - number * interval '1 second', now() - number * interval '1 second', 1
  from generate_series(1, $3::integer) number
  cross join lateral (select encode(sha256(number::text::bytea), 'hex') digest) digests
  cross join (select array_agg(id order by name) || array[null::uuid] ids from document_folders where workspace_id = $1) folders`;
