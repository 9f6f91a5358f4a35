import type { Seeder } from './seed.ts';

/**
 * Requests for files of one workspace, by plain SQL: one in ten is open, most are complete, each has two items and two files.
 * A tenth are of the owner, the rest of people who are no members any more. One in twenty thousand has a rare word. As many
 * more, which are newer than all of these, belong to cases that the owner may not read.
 */
export async function seedFileRequests(
  seeder: Seeder,
  workspaceId: string,
  ownerId: string,
  requests: number,
): Promise<void> {
  await seeder.query('begin');
  await seeder.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await seeder.query(requestsSql, [workspaceId, ownerId, requests]);
  await seeder.query(uploadsSql, [workspaceId]);
  await seeder.query('commit');
}

/** Ids are of version 7, whose first digits are the time, so that they sort by it. */
const requestsSql = `
  insert into file_requests (id, workspace_id, title, message, client_name, client_email, status, items, expires_at, expires_by_default,
    case_id, owner_user_id, created_by_user_id, language, reminder_count, sent_at, submitted_at, completed_at, ended_at, link_version, created_at,
    updated_at, version)
  select (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::text || number), 1, 3) || '8' || substr(md5($1::text || number), 4, 15))::uuid,
    $1::text, 'Papers ' || number || case when number % 20000 = 17 then ' quittance' else ' return' end, null, 'Client ' || number,
    'client' || number || '@example.org', state, jsonb_build_array(asked, asked || jsonb_build_object('id', gen_random_uuid())),
    now() + interval '60 days', true, case when number <= 0 then gen_random_uuid() end, owner, owner, 'en', 0, made, made, case when state = 'completed' then made end,
    case when state = 'completed' then made end, 1, made, made, 1
  from generate_series(1 - $3::integer, $3::integer) number
  cross join lateral (select now() - number * interval '1 minute' made,
    case when number % 10 <> 0 then 'completed' when number % 20 = 0 then 'sent' else 'submitted' end state,
    case when number > 0 and (number % 10 = 3 or number % 20 = 0) then $2::text else 'usr_' || lpad(to_hex(number % 50), 32, '0') end owner,
    jsonb_build_object('id', gen_random_uuid(), 'name', 'Passport', 'description', null, 'required', true, 'acceptedTypes', '[]'::jsonb,
      'maxFiles', 5, 'maxFileSizeBytes', 52428800, 'documentTypeId', null, 'status', 'received') asked) made`;

const uploadsSql = `
  insert into client_uploads (id, workspace_id, request_id, item_id, file_name, mime_type, size_bytes, sha256, status, uploaded_at, scan,
    content_flags, blob_key)
  select gen_random_uuid(), workspace_id, id, (item ->> 'id')::uuid, 'scan.pdf', 'application/pdf', 1000, md5(id::text), 'pending_review',
    created_at, 'clean', '{}', 'ws/' || workspace_id || '/in/' || id
  from file_requests cross join lateral jsonb_array_elements(items) item where workspace_id = $1`;
