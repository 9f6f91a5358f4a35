import { expect } from 'chai';
import { failure } from './errors.ts';
import { machine } from './machine.ts';

const doorJammed = failure('door.jammed', 'conflict', 'Look at the door again.');
const door = machine(doorJammed, {
  open: { close: 'closed' },
  closed: { open: 'open', brick: 'wall' },
  wall: {},
});

describe('machine', () => {
  it('moves along its table', () => {
    expect(door.next('open', 'close')).to.equal('closed');
    expect(door.next('closed', 'brick')).to.equal('wall');
    expect(door.states).to.deep.equal(['open', 'closed', 'wall']);
  });

  it('refuses every other move with its failure, and says so beforehand', () => {
    for (const state of door.states) {
      for (const action of ['open', 'close', 'brick', 'paint']) {
        const move = () => door.next(state, action);
        if (door.can(state, action)) expect(move).to.not.throw();
        else expect(move).to.throw('Look at the door again.').with.property('code', 'door.jammed');
      }
    }
  });
});
