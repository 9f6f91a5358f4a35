import {
  type Database,
  MemoryBlobs,
  postgresDatabase,
  type UploadingWorld,
  untilItWaits,
  uploadingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const settings = { accessTokenSeconds: 1_000_000 };

describe('an upload that ends while something else is about to end it, on PostgreSQL', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase();
  });
  after(() => database?.close());

  /** Begins to act, and once that waits for the upload, another transaction aborts the upload and gives its storage back. */
  async function abortedDuring(
    { sizeBytes, id }: { sizeBytes: number; id: string },
    act: () => Promise<unknown>,
  ) {
    const [other, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await other.query('begin');
      await other.query('select from upload_sessions where id = $1 for update', [id]);
      const acting = act();
      await untilItWaits(probe, acting);
      await other.query(
        "update upload_sessions set status = 'aborted', version = version + 1 where id = $1",
        [id],
      );
      await other.query(
        `update usage_counters set reserved = reserved - $2
         where code = 'storage_bytes' and workspace_id = (select workspace_id from upload_sessions where id = $1)`,
        [id, sizeBytes],
      );
      await other.query('commit');
      await acting;
    } finally {
      for (const client of [other, probe]) client.release();
    }
  }

  it('UPL-10: the end of its creator’s membership does not give its storage back again', async () => {
    const made = await uploadingWorld({ database });
    const { begin, chancery, owner, person, usage, file } = made;
    const member = await person('member');
    const [id] = [await begin({}, member.session), await begin()];

    await abortedDuring({ id, sizeBytes: file.length }, () =>
      chancery.workspace.removeMember({ userId: member.id }, owner.session),
    );

    expect(await usage()).to.deep.equal({ used: 0, reserved: file.length });
    expect(await endsOf(made, id)).to.deep.equal([]);
  });

  it('UPL-12: the sweep of overdue uploads does not give its storage back again, and goes on with the next upload', async () => {
    const made = await uploadingWorld({ database, settings });
    const { begin, clock, usage, file, read, worker } = made;
    const [id = '', next = ''] = [await begin(), await begin()].sort();
    clock.advance({ hours: 24 });
    await begin();

    await abortedDuring({ id, sizeBytes: file.length }, () => worker.run('uploads.expire'));

    expect((await read(next)).status).to.equal('expired');
    expect(await usage()).to.deep.equal({ used: 0, reserved: file.length });
    expect(await endsOf(made, id)).to.deep.equal([]);
  });
});

/** A store in which the first whole file is put only when it is let go. */
class HeldBlobs extends MemoryBlobs {
  readonly begun = promised();
  readonly released = promised();
  #isFirst = true;

  override async put(...given: Parameters<MemoryBlobs['put']>) {
    if (given[0].includes('/whole.') && this.#isFirst) {
      this.#isFirst = false;
      this.begun.resolve();
      await this.released.promise;
    }
    return super.put(...given);
  }
}

function promised() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('an attempt to assemble that loses the upload to another', () => {
  for (const [rules, sha256, outcome, after] of [
    ['UPL-6', undefined, 'completed', { used: 600_000, reserved: 600_000 }],
    ['UPL-6, UPL-7', '0'.repeat(64), 'upload.checksum_mismatch', { used: 0, reserved: 600_000 }],
  ] as const)
    it(`${rules}: gets what the other one decided (${outcome}), counts no storage and leaves no bytes`, async () => {
      const blobs = new HeldBlobs();
      const made = await uploadingWorld({ ports: { blobs }, settings });
      const { begin, chancery, owner, sent, clock, usage, keys, worker } = made;
      const uploadSessionId = await sent(sha256 === undefined ? {} : { sha256 });
      await begin();
      const complete = () =>
        chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session).then(
          ({ uploadSession }) => uploadSession.status,
          ({ code }) => code,
        );

      const first = complete();
      await blobs.begun.promise;
      clock.advance({ minutes: 10 });
      const second = await complete();
      blobs.released.resolve();

      expect([await first, second]).to.deep.equal([outcome, outcome]);
      expect(await usage()).to.deep.equal(after);
      expect(await endsOf(made, uploadSessionId)).to.have.length(1);
      const whole = sha256 === undefined ? [`up/${uploadSessionId}/whole`] : [];
      expect((await keys()).filter((key) => key.endsWith('whole'))).to.deep.equal(whole);
      await worker.drain();
      expect(await keys()).to.deep.equal(whole);
    });
});

/** What the ledger says of the upload, beside its beginning. */
async function endsOf({ happened }: UploadingWorld, uploadSessionId: string) {
  return (await happened()).filter(
    ({ type, target }) => type !== 'upload.created' && target.id === uploadSessionId,
  );
}
