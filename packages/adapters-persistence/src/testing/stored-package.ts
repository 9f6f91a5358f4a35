import { createHash } from 'node:crypto';

interface Stored {
  readonly subjectId: string;
  readonly caseId: string;
  readonly byUserId: string;
  readonly status: 'prepared' | 'approved' | 'released';
  readonly now: string;
}
interface Office {
  readonly sql: (statement: string, values?: readonly unknown[]) => Promise<unknown>;
  readonly ports: { readonly ids: { uuid7(): string } };
  readonly workspaceId: string;
}

/** A release package without entries, as nothing prepares one: for tests of what does not depend on what is in it. */
export async function storedPackage(
  { sql, ports, workspaceId }: Office,
  { subjectId, caseId, byUserId, status, now }: Stored,
): Promise<{ readonly authorizationId: string; readonly packageId: string }> {
  const [authorizationId, packageId] = [ports.ids.uuid7(), ports.ids.uuid7()];
  const recipient = JSON.stringify({
    ...{ kind: 'person', name: 'Cleo', organization: null, email: 'cleo@client.example' },
    ...{ phone: null, role: null },
  });
  await sql(
    `insert into disclosure_authorizations (id, workspace_id, authorization_number, subject_id, case_id, basis,
       purpose_of_use, recipient, scope, status, requested_at, due_on, valid_from, valid_until, max_releases,
       releases_used, accounted, single_person, created_by_user_id, updated_at, version)
     values ($1::uuid, $2, $1::uuid::text, $3, $4, 'treatment', 'treatment', $5, $6, 'approved', $7::timestamptz,
       ($7::timestamptz)::date + 14, $7::timestamptz, $7::timestamptz + interval '90 days', 50, 0, false, false, $8,
       $7::timestamptz, 1)`,
    [
      ...[authorizationId, workspaceId, subjectId, caseId, recipient],
      '{"from":null,"to":null,"entryTypes":[],"artifactIds":[],"includeAttachments":true,"labels":[]}',
      ...[now, byUserId],
    ],
  );
  const manifest = `{"authorizationId":"${authorizationId}","format":"chancery.package/1","items":[],"packageId":"${packageId}"}`;
  await sql(
    `insert into release_packages (id, workspace_id, package_number, authorization_id, case_id, subject_id, recipient,
       purpose_of_use, status, item_count, manifest_sha256, effective_mask, terms_text, requires_consent,
       download_allowed, delivery, expires_at, single_person, prepared_by_user_id, approved_at, released_at,
       created_at, updated_at, version)
     values ($1::uuid, $2, $1::uuid::text, $3, $4, $5, $6, 'treatment', $7::text, 1, $8, 0, 'Terms', true, true, 'email',
       $9::timestamptz + interval '30 days', false, $10, case when $7::text <> 'prepared' then $9::timestamptz end,
       case when $7::text = 'released' then $9::timestamptz end, $9::timestamptz, $9::timestamptz, 1)`,
    [
      ...[packageId, workspaceId, authorizationId, caseId, subjectId, recipient, status],
      ...[createHash('sha256').update(manifest).digest('hex'), now, byUserId],
    ],
  );
  return { authorizationId, packageId };
}
