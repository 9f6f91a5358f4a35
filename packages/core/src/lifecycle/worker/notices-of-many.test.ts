import { lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('notices of more documents than are worked on at once', () => {
  it('LIF-13: are one mail for each person', async () => {
    const here = await lifecycleOffice();
    const { policy, everywhere, upload, put, worker, ports, clock, owner, chancery, sql, workspaceId } = here;
    const notices = [{ daysBefore: 30, recipients: ['document_owner' as const] }];
    await everywhere((await policy({ notices, requireConfirmation: false })).id);
    const { id } = await upload({ name: 'Lease' });
    await put(id, { statedExpiresOn: '2026-12-31' });
    await sql(
      `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, 509) where id = $1`,
      [id],
    );
    await sql(
      `update document_lifecycles set stated_expires_on = '2026-12-31', stated_source = 'stated' where workspace_id = $1`,
      [workspaceId],
    );
    // All of the workspace is computed anew.
    await chancery.workspace.updateSettings({ defaultTimeZone: 'Europe/Paris' }, owner.session);
    await worker.drain();
    ports.mail.sent.length = 0;
    clock.advance({ seconds: 9 * 86_400 });

    await worker.run('lifecycle.plan');
    await worker.run('lifecycle.notices');
    // Whoever met the mail while another sent it looks again.
    clock.advance({ seconds: 60 });
    await worker.drain();

    // The worker looks after all workspaces, also those that other tests have left.
    const mails = ports.mail.sent.filter(({ to }) => to.address === owner.email);
    expect(mails.map(({ subject }) => subject)).to.deep.equal(['Look at the dates of 510 documents']);
    expect(mails[0]?.text).to.include('Further: 460 more, which you find in Chancery');
    const ended = await sql(
      `select status, count(*)::integer n from lifecycle_actions
       where workspace_id = $1 and kind = 'send_notice' and due_at <= $2 group by status`,
      [workspaceId, clock.now()],
    );
    expect(ended).to.deep.equal([{ status: 'succeeded', n: 510 }]);
  });
});
