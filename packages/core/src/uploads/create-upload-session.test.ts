import { failureOf, faultsOf, noon, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { aPdf, declared, sha256Of } from './testing/uploading.ts';

const file = aPdf(600_000);

describe('createUploadSession', () => {
  it('UPL-11: plans the chunks, reserves the storage and records who started what', async () => {
    const { chancery, owner, happened, usage } = await uploads();

    const { uploadSession } = await chancery.uploads.createUploadSession(
      declared(file, {
        sha256: sha256Of(file).toUpperCase(),
        mimeType: 'application/pdf',
        chunkSizeBytes: 262_144,
      }),
      owner.session,
    );

    expect(uploadSession).to.deep.equal({
      id: uploadSession.id,
      purpose: 'document',
      status: 'open',
      fileName: 'Annual report.pdf',
      declaredMimeType: 'application/pdf',
      detectedMimeType: null,
      sizeBytes: 600_000,
      sha256: sha256Of(file),
      chunkSizeBytes: 262_144,
      chunkCount: 3,
      receivedBytes: 0,
      receivedChunks: 0,
      nextOffset: 0,
      missingRanges: [{ start: 0, end: 600_000 }],
      missingRangesTruncated: false,
      expiresAt: '2026-11-24T12:00:00.000Z',
      completedAt: null,
      consumedAt: null,
      consumedBy: null,
      failure: null,
      createdByUserId: owner.id,
      createdAt: '2026-11-23T12:00:00.000Z',
      updatedAt: '2026-11-23T12:00:00.000Z',
      version: 1,
    });
    expect(await usage()).to.deep.equal({ used: 0, reserved: 600_000 });
    expect(await happened()).to.deep.equal([
      {
        type: 'upload.created',
        target: { kind: 'upload_session', id: uploadSession.id },
        facts: { purpose: 'document', sizeBytes: 600_000, sha256: sha256Of(file) },
      },
    ]);
  });

  it('UPL-14: a file name is a label without slashes, and never . or ..', async () => {
    const { create } = await uploads();

    for (const fileName of ['../passwd', 'a/b', 'a\\b', '.', '..', 'a\u0000b', ''])
      expect(await faultsOf(create({ fileName })), JSON.stringify(fileName)).to.have.length.greaterThan(0);
    expect(await failureOf(create({ fileName: '...' }))).to.equal('none');
  });

  it('UPL-8: refuses a declared type that the purpose does not accept; an unknown or empty hint passes', async () => {
    const { create } = await uploads();

    expect(await failureOf(create({ mimeType: 'application/x-msdownload' }))).to.equal(
      'upload.type_not_allowed',
    );
    expect(await failureOf(create({ mimeType: 'video/mp4' }))).to.equal('upload.type_not_allowed');
    expect(await failureOf(create({ mimeType: 'video/mp4', purpose: 'record_attachment' }))).to.equal('none');
    expect(await failureOf(create({ mimeType: 'Text/RTF; charset=utf-8' }))).to.equal('none');
    expect(await failureOf(create({ mimeType: 'application/octet-stream' }))).to.equal('none');
  });

  it('refuses a file that is larger than the plan allows, and an attachment over 100 MiB on any plan', async () => {
    const { create, sql, workspaceId } = await uploads();
    expect(await failureOf(create({ sizeBytes: 104_857_601, purpose: 'record_attachment' }))).to.equal(
      'upload.too_large',
    );
    expect(await failureOf(create({ sizeBytes: 104_857_601 }))).to.equal('none');
    expect(await failureOf(create({ sizeBytes: 104_857_600, purpose: 'record_attachment' }))).to.equal(
      'none',
    );

    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);

    expect(await failureOf(create({ sizeBytes: 104_857_601 }))).to.equal('upload.too_large');
    expect(await faultsOf(create({ sizeBytes: 0 }))).to.deep.equal(['/sizeBytes field.out_of_range']);
  });

  it('UPL-11: refuses a file that does not fit into the storage of the plan, and reserves nothing', async () => {
    const { create, sql, workspaceId, usage } = await uploads();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const hundred = 104_857_600;
    for (let number = 0; number < 20; number += 1)
      expect(await failureOf(create({ sizeBytes: hundred }))).to.equal('none');
    await sql('update upload_sessions set status = $2 where workspace_id = $1', [workspaceId, 'aborted']);

    expect(await failureOf(create({ sizeBytes: hundred }))).to.equal('plan.limit_reached');

    expect((await usage()).reserved).to.equal(20 * hundred);
    expect(await failureOf(create({ sizeBytes: 2 * 1024 ** 3 - 20 * hundred }))).to.equal('none');
  });

  it('allows a person 20 open sessions, and a workspace 200', async () => {
    const { create, chancery, person, sql, workspaceId } = await uploads();
    for (let number = 0; number < 20; number += 1) expect(await failureOf(create({}))).to.equal('none');
    expect(await failureOf(create({}))).to.equal('upload.too_many_open');
    const member = await person('member');
    const asMember = () => failureOf(chancery.uploads.createUploadSession(declared(file), member.session));
    expect(await asMember()).to.equal('none');

    await sql(
      `insert into upload_sessions (id, workspace_id, purpose, status, file_name, size_bytes, sha256, chunk_size_bytes, chunk_count,
         expires_at, created_by_user_id, created_at, updated_at, version)
       select gen_random_uuid(), $1, 'document', 'open', 'x', 1, '', 1, 1, '2027-01-01', 'usr_other', timestamptz '${noon}', timestamptz '${noon}', 1
       from generate_series(1, 178)`,
      [workspaceId],
    );

    expect(await asMember()).to.equal('none');
    expect(await asMember()).to.equal('upload.too_many_open');
  });

  it('is not for guests, and not for applications', async () => {
    const { chancery, person, apiKey } = await uploads();
    const guest = await person('guest');
    const { caller } = await apiKey();

    expect(await failureOf(chancery.uploads.createUploadSession(declared(file), guest.session))).to.equal(
      'permission.denied',
    );
    expect(await failureOf(chancery.uploads.createUploadSession(declared(file), caller))).to.equal(
      'auth.access_token_required',
    );
  });
});

async function uploads() {
  const made = await world();
  return {
    ...made,
    create: (over: object) =>
      made.chancery.uploads.createUploadSession(declared(file, over), made.owner.session),
    async usage() {
      const [row] = await made.sql<{ used: number; reserved: number }>(
        "select used, reserved from usage_counters where workspace_id = $1 and code = 'storage_bytes'",
        [made.workspaceId],
      );
      return row ?? { used: 0, reserved: 0 };
    },
  };
}
