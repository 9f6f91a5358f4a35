import { failureOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('the bound of exports', () => {
  it('LIF-21: a hundred thousand documents are exported, and one more is refused before anything is sent', async function () {
    this.timeout(300_000);
    const { upload, sql, lifecycle, owner } = await lifecycleOffice();
    const { id } = await upload({ name: 'Lease' });
    await sql(
      `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, 100000) where id = $1`,
      [id],
    );

    const refused = await failureOf(lifecycle.exportLifecycles({}, owner.session));
    await sql('delete from documents where id = $1', [id]);
    const answer = await lifecycle.exportLifecycles({}, owner.session);

    expect(refused).to.equal('export.too_large');
    expect(answer.mediaType).to.equal('text/csv; charset=utf-8');
  });
});
