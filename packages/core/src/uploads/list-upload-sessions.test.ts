import { uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listUploadSessions', () => {
  it('UPL-10: lists your open sessions and nobody else’s, newest first, page by page, with what is missing', async () => {
    const { begin, send, chancery, owner, person } = await uploadingWorld();
    const ids = [await begin(), await begin(), await begin()];
    await begin({}, (await person('member')).session);
    await send(ids[1] ?? '', 0);
    const list = (input: object) => chancery.uploads.listUploadSessions(input, owner.session);

    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });

    expect(first.uploadSessions.map(({ id }) => id)).to.deep.equal([ids[2], ids[1]]);
    expect(first.uploadSessions[1]).to.deep.include({ nextOffset: 262_144, receivedChunks: 1 });
    expect(second).to.deep.include({ count: 1, nextCursor: null });
    expect(second.uploadSessions[0]?.id).to.equal(ids[0]);
  });

  it('lists by status; an overdue session counts as expired before the sweep has run', async () => {
    const { begin, completed, chancery, owner, clock } = await uploadingWorld({
      settings: { accessTokenSeconds: 1_000_000 },
    });
    const [open, done] = [await begin(), await completed()];
    const list = async (status: 'open' | 'completed' | 'expired') =>
      (await chancery.uploads.listUploadSessions({ status }, owner.session)).uploadSessions.map(
        ({ id }) => id,
      );

    expect([await list('open'), await list('completed'), await list('expired')]).to.deep.equal([
      [open],
      [done],
      [],
    ]);
    clock.advance({ days: 1 });
    expect([await list('open'), await list('completed'), await list('expired')]).to.deep.equal([
      [],
      [],
      [done, open],
    ]);
  });
});
