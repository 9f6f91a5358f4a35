import { MemoryBlobsInPieces } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { enterSharedObject, sharedKeyOf, takePlace } from './shared-objects.ts';

let made = 0;
const enter = (sessionId: string, blobs = new MemoryBlobsInPieces()) => {
  made += 1;
  const key = `key/${made}`;
  return enterSharedObject(sessionId, { blobs, pieces: blobs.pieces, newKey: () => key });
};

describe('shared objects', () => {
  it('UPL-3: a place has one holder at a time, and only its own session and offset', () => {
    const leave = takePlace('session', 0);

    expect(takePlace('session', 0)).to.equal(null);
    const others = [takePlace('session', 1), takePlace('another', 0)];
    expect(others).not.to.include(null);
    leave?.();
    others.push(takePlace('session', 0));
    expect(others).not.to.include(null);
    for (const leaveOther of others) leaveOther?.();
  });

  it('UPL-3: all chunks of a session go into one object while it is in use', async () => {
    const first = enter('one');
    const second = enter('one');
    expect(second.key).to.equal(first.key);
    expect(enter('two').key).not.to.equal(first.key);

    await first.leave('unnamed');
    await second.leave('named');

    expect(enter('one').key).to.equal(first.key);
  });

  it('UPL-13: an object that no row names is deleted with the last chunk, and another is begun', async () => {
    const blobs = new MemoryBlobsInPieces();
    const [first, second] = [enter('unnamed', blobs), enter('unnamed', blobs)];
    await first.begun;

    await first.leave('unnamed');
    expect(await blobs.head(first.key)).not.to.equal(null);
    await second.leave('unnamed');

    expect(await blobs.head(first.key)).to.equal(null);
    expect(enter('unnamed', blobs).key).not.to.equal(first.key);
  });

  it('UPL-5: after a commit of which nobody knows whether it took effect, nobody writes into the object again and nobody deletes it', async () => {
    const blobs = new MemoryBlobsInPieces();
    const object = enter('unknown', blobs);
    await object.begun;

    await object.leave('unknown');

    expect(enter('unknown', blobs).key).not.to.equal(object.key);
    expect(await blobs.head(object.key)).not.to.equal(null);
  });

  it('keeps a thousand objects in reach, those used last', async () => {
    const first = enter('bound-0');
    await first.leave('named');
    for (let number = 1; number < 1000; number += 1) await enter(`bound-${number}`).leave('named');
    expect(sharedKeyOf('bound-0')).to.equal(first.key);

    await enter('bound-0').leave('named');
    await enter('bound-1000').leave('named');

    expect(sharedKeyOf('bound-0')).to.equal(first.key);
    expect(sharedKeyOf('bound-1')).to.equal(null);
    expect(sharedKeyOf('bound-2')).not.to.equal(null);
  });
});
