import { failureOf, onBothDatabases, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const settings = { accessTokenSeconds: 1_000_000 };

onBothDatabases('the sweeps of uploads', (database) => {
  it('UPL-12: overdue sessions expire, first their row and then their bytes; their storage is free', async () => {
    const { sent, completed, begin, send, clock, worker, read, usage, keys, happened } = await uploadingWorld(
      {
        settings,
        database: database(),
      },
    );
    const [open, done] = [await sent(), await completed()];
    clock.advance({ hours: 23 });
    const later = await begin();
    await send(later, 0);
    clock.advance({ hours: 1, seconds: -1 });
    await worker.run('uploads.expire');
    expect([await read(open), await read(done)].map(({ status }) => status)).to.deep.equal([
      'open',
      'completed',
    ]);
    clock.advance({ seconds: 1 });

    await worker.run('uploads.expire');

    expect([await read(open), await read(done), await read(later)].map(({ status }) => status)).to.deep.equal(
      ['expired', 'expired', 'open'],
    );
    expect(await usage()).to.deep.equal({ used: 0, reserved: 600_000 });
    expect(await keys()).to.deep.equal([`up/${later}/0`]);
    const expired = (await happened()).filter(({ type }) => type === 'upload.expired');
    expect(expired.map(({ target }) => target.id)).to.have.members([open, done]);
  });

  it('UPL-12: of an upload that ends without its file being used, the name of the file goes', async () => {
    const { begin, sent, completed, chancery, owner, clock, worker, read, sql } = await uploadingWorld({
      settings,
      database: database(),
    });
    const fileName = 'Divorce of Ann Smith.pdf';
    const [open, done, stopped] = [
      await sent({ fileName }),
      await completed({ fileName }),
      await begin({ fileName }),
    ];
    await chancery.uploads.abortUploadSession({ uploadSessionId: stopped }, owner.session);
    const wrong = await sent({ fileName, sha256: '0'.repeat(64) });
    await chancery.uploads
      .completeUploadSession({ uploadSessionId: wrong }, owner.session)
      .catch(() => undefined);
    expect([await read(open), await read(done)].map((each) => each.fileName)).to.deep.equal([
      fileName,
      fileName,
    ]);
    clock.advance({ days: 1 });

    await worker.run('uploads.expire');

    for (const id of [open, done, stopped, wrong]) expect((await read(id)).fileName).to.equal('');
    const kept = await sql('select from upload_sessions where id = any($1) and file_name <> $2', [
      [open, done, stopped, wrong],
      '',
    ]);
    expect(kept).to.deep.equal([]);
  });

  it('UPL-12: the next sweep finishes one that died between row and bytes', async () => {
    const { sent, clock, worker, read, keys, sql } = await uploadingWorld({ settings, database: database() });
    const id = await sent();
    await sql("update upload_sessions set status = 'expired', updated_at = $2 where id = $1", [
      id,
      clock.now(),
    ]);
    await worker.run('uploads.expire');
    expect(await keys()).to.have.length(3);
    clock.advance({ minutes: 10 });

    await worker.run('uploads.expire');

    expect(await keys()).to.deep.equal([]);
    expect((await read(id)).status).to.equal('expired');
    await worker.run('uploads.expire');
    const [row] = await sql<{ due: number }>(
      'select count(*)::int due from chancery_uploads_due($1, 500) where id = $2',
      [clock.now(), id],
    );
    expect(row?.due).to.equal(0);
  });

  it('does not touch consumed files, however old they are', async () => {
    const { completed, clock, worker, keys, sql } = await uploadingWorld({ settings, database: database() });
    const id = await completed();
    await worker.drain();
    await sql("update upload_sessions set status = 'consumed' where id = $1", [id]);
    clock.advance({ days: 5 });

    await worker.run('uploads.expire');
    await worker.run('uploads.orphans');

    expect(await keys()).to.deep.equal([`up/${id}/whole`]);
  });

  it('UPL-13: stored bytes without a row are deleted after 48 hours; bytes with a row and those of other contexts never', async () => {
    const { sent, ports, clock, worker, keys, workspaceId, sql } = await uploadingWorld({
      settings,
      database: database(),
    });
    const id = await sent();
    await sql("update upload_sessions set expires_at = '2030-01-01' where id = $1", [id]);
    const made = (at: string) => {
      const hex = Date.parse(at).toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`;
    };
    const now = clock.now();
    await ports.blobs.put(`ws/${workspaceId}/up/${id}/0.${made(now)}`, Buffer.from('lost'));
    await ports.blobs.put(`ws/${workspaceId}/up/gone/whole.${made(now)}`, Buffer.from('lost'));
    await ports.blobs.put(`ws/${workspaceId}/content/abc`, Buffer.from('of another'));
    // Rows refer to the other objects of the session, however old they are.
    clock.advance({ days: 2, seconds: -1 });
    await worker.run('uploads.orphans');
    expect(await keys()).to.have.length(6);
    clock.advance({ seconds: 1 });

    await worker.run('uploads.orphans');

    expect(await keys()).to.deep.equal(['content/abc', ...[0, 1, 2].map((index) => `up/${id}/${index}`)]);
  });

  it('UPL-11: aborting frees the storage at once and deletes the bytes', async () => {
    const { sent, chancery, owner, worker, usage, keys, happened } = await uploadingWorld({
      settings,
      database: database(),
    });
    const uploadSessionId = await sent();

    const { uploadSession } = await chancery.uploads.abortUploadSession({ uploadSessionId }, owner.session);

    expect(uploadSession.status).to.equal('aborted');
    expect(await usage()).to.deep.equal({ used: 0, reserved: 0 });
    expect((await happened()).at(-1)?.type).to.equal('upload.aborted');
    await worker.drain();
    expect(await keys()).to.deep.equal([]);
    expect(await failureOf(chancery.uploads.abortUploadSession({ uploadSessionId }, owner.session))).to.equal(
      'upload.invalid_state',
    );
  });
});
