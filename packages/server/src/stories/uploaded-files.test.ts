import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytesTypeDetector } from '@chancery/adapters-engines';
import { failureOf, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { ClamdScanner, DiskBlobStore, EmbeddedScanner, S3BlobStore } from '@chancery/adapters-services';
import type { BlobStore } from '@chancery/core';
import { aPdf, aZip, eicarTestFile, sampleFiles } from '@chancery/core/testing';
import { expect } from 'chai';
import { type LoopbackS3, loopbackS3 } from '../../../adapters-services/src/blobs/testing/loopback-s3.ts';

for (const store of ['disk', 'S3'] as const) {
  describe(`uploaded files on ${store}, with the real detector and scanner`, () => {
    let s3: LoopbackS3;
    let folder: string;
    let blobs: BlobStore;
    before(async () => {
      s3 = await loopbackS3();
      folder = await mkdtemp(join(tmpdir(), 'chancery-files-'));
      blobs = store === 'disk' ? new DiskBlobStore(folder) : new S3BlobStore(s3.url());
    });
    after(async () => {
      await s3.close();
      await rm(folder, { recursive: true });
    });

    const files = (scanner = new EmbeddedScanner() as EmbeddedScanner | ClamdScanner, settings = {}) =>
      uploadingWorld({ settings, ports: { types: new BytesTypeDetector(), scanner, blobs } });

    it('UPL-8: accepts every type of the list, and says which it is', async () => {
      const { completed, read } = await files();

      for (const [mimeType, { bytes, fileName }] of Object.entries(sampleFiles)) {
        const id = await completed({ fileName, purpose: 'record_attachment' }, bytes);
        const { detectedMimeType, status } = await read(id);
        expect([status, detectedMimeType === 'audio/x-m4a' ? 'audio/mp4' : detectedMimeType]).to.deep.equal([
          'completed',
          mimeType,
        ]);
      }
    });

    it('UPL-7, UPL-8: a .pdf that is a ZIP, and an archive that is unsafe, fail and leave neither bytes nor quota', async () => {
      const { completed, usage, keys, worker } = await files();
      const unsafe = aZip([{ name: '../../etc/passwd', content: 'x' }]);

      expect(await failureOf(completed({}, aZip([{ name: 'a', content: 'b' }])))).to.equal(
        'upload.type_not_allowed',
      );
      expect(await failureOf(completed({}, unsafe))).to.equal('upload.archive_unsafe');
      expect(await failureOf(completed({ sha256: '0'.repeat(64) }, aPdf(600_000)))).to.equal(
        'upload.checksum_mismatch',
      );

      expect(await usage()).to.deep.equal({ used: 0, reserved: 0 });
      await worker.drain();
      expect(await keys()).to.deep.equal([]);
    });

    it('UPL-15: the EICAR test file is refused with the embedded scanner too; a scanner that is away refuses only where it is required', async () => {
      const away = new ClamdScanner('tcp://127.0.0.1:1');
      const text = Buffer.from(eicarTestFile());
      const named = { fileName: 'eicar.txt' };

      expect(await failureOf((await files()).completed(named, text))).to.equal('upload.rejected');
      expect(await failureOf((await files(away)).completed(named, text))).to.equal('none');
      expect(await failureOf((await files(away, { scanPolicy: 'require' })).completed(named, text))).to.equal(
        'dependency.unavailable',
      );
    });

    it('platform 13: the purge of a closed workspace deletes sessions and bytes, and at the next time what a crash left', async () => {
      const here = await files();
      const { chancery, owner, clock, worker, sql, workspaceId } = here;
      const neighbour = await files();
      const theirs = await neighbour.completed();
      await here.completed();
      await here.send(await here.begin(), 1);
      expect((await here.keys()).length).to.be.greaterThan(1);
      const { workspace } = await chancery.workspace.getWorkspace({}, owner.session);
      await chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug }, owner.session);
      clock.advance({ days: 31 });
      const purge = () => worker.run('workspace.finalise_closure');

      await purge();

      const rows = () => sql('select id from upload_sessions where workspace_id = $1', [workspaceId]);
      expect([await rows(), await here.keys()]).to.deep.equal([[], []]);
      // A purge that ended between database and bytes is not recorded as done.
      await blobs.put(`ws/${workspaceId}/up/01900000-0000-7000-8000-00000000000a/0`, Buffer.from('left'));
      await sql('update workspaces set purged_at = null where id = $1', [workspaceId]);
      await purge();
      expect([await rows(), await here.keys()]).to.deep.equal([[], []]);
      expect(await neighbour.keys()).to.include(`up/${theirs}/whole`);
    });
  });
}
