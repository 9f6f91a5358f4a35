import { isFailure } from '@chancery/core';
import { expect } from 'chai';
import { WaitingRoom } from './waiting-room.ts';

/** Pieces of work that end when the test says so, in the order in which they were admitted. */
function openRoom(places: number, seats: number) {
  const room = new WaitingRoom(places, seats);
  const entered: number[] = [];
  const ends: (() => void)[] = [];
  const enter = (number: number) =>
    room.run(() => {
      entered.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { room, entered, ends, enter };
}

describe('WaitingRoom', () => {
  it('admits as many as there are places, and the others in the order in which they came', async () => {
    const { entered, ends, enter } = openRoom(2, 3);
    const works = [1, 2, 3, 4, 5].map(enter);
    expect(entered).to.deep.equal([1, 2]);

    ends[0]?.();
    await works[0];
    expect(entered).to.deep.equal([1, 2, 3]);

    for (let i = 1; i < 5; i += 1) {
      ends[i]?.();
      await works[i];
    }
    expect(entered).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('refuses work if the line is full, and admits again once there is room', async () => {
    const { entered, ends, enter } = openRoom(1, 1);
    const works = [enter(1), enter(2)];
    const refusal = await enter(3).catch((error: unknown) => error);
    expect(isFailure(refusal) && refusal.code).to.equal('rate_limited');

    ends[0]?.();
    await works[0];
    ends[1]?.();
    await works[1];
    const last = enter(4);
    ends[2]?.();
    await last;
    expect(entered).to.deep.equal([1, 2, 4]);
  });

  it('frees the place of work that fails', async () => {
    const { room } = openRoom(1, 0);
    await room.run(() => Promise.reject(new Error('no'))).catch(() => undefined);

    expect(await room.run(async () => 'in')).to.equal('in');
  });
});
