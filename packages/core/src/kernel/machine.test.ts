import { expect } from 'chai';
import { failure } from './errors.ts';
import { machine, machinesAmong } from './machine.ts';

const doorJammed = failure('door.jammed', 'conflict', 'Look at the door again.');
const door = machine(doorJammed, ['open'], {
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
      for (const action of ['open', 'close', 'brick'] as const) {
        const move = () => door.next(state, action);
        if (door.can(state, action)) expect(move).to.not.throw();
        else expect(move).to.throw('Look at the door again.').with.property('code', 'door.jammed');
      }
    }
  });

  it('refuses what reaches it in spite of the types, names of every object among it', () => {
    const state = 'constructor' as string as 'open';
    const action = 'toString' as string as 'close';
    expect(() => door.next('open', action))
      .to.throw()
      .with.property('code', 'door.jammed');
    expect(() => door.next(state, 'close'))
      .to.throw()
      .with.property('code', 'door.jammed');
  });

  it('knows where a thing begins and where it ends', () => {
    expect(door.begin('open')).to.equal('open');
    expect(() => door.begin('wall' as 'open')).to.throw(TypeError);
    expect(door.states.filter(door.isFinal)).to.deep.equal(['wall']);
  });

  it('gives an action as one change of many if it leads to one state', () => {
    const gate = machine(doorJammed, ['a', 'b'], { a: { go: 'c', on: 'a' }, b: { go: 'c', on: 'b' }, c: {} });
    expect(gate.step('go')).to.deep.equal({ from: ['a', 'b'], to: 'c' });
    expect(() => gate.step('on')).to.throw(TypeError);
  });

  it('compiles for the actions and states of its table alone', () => {
    // Never called: that it compiles, and what in it does not, is the test.
    const compiled = (state: 'open' | 'closed', action: 'open' | 'close') => {
      door.next(state, action) satisfies 'open' | 'closed';
      door.next('closed', 'brick') satisfies 'wall';
      // A union of states takes any action of the table; the state at hand may forbid it.
      door.next(state, 'brick') satisfies 'wall';
      // @ts-expect-error no state of the table has this action
      door.next('open', 'archve');
      // @ts-expect-error the table has no such state
      door.next('ajar', 'close');
      // @ts-expect-error an action may be any string only if it is one of the table's
      door.next('open', String(state));
      // @ts-expect-error no state of the table has this action
      door.can('open', 'archve');
      // @ts-expect-error no state of the table has this action
      door.step('archve');
      // @ts-expect-error a door does not begin as a wall
      door.begin('wall');
      // @ts-expect-error an action leads to a state of the table
      machine(doorJammed, ['open'], { open: { close: 'closd' }, closed: {} });
      // @ts-expect-error a thing begins in a state of the table
      machine(doorJammed, ['ajar'], { open: {} });
      // @ts-expect-error a thing begins somewhere
      machine(doorJammed, [], { open: {} });
    };
    expect(compiled).to.be.a('function');
  });
});

describe('machinesAmong', () => {
  it('finds the machines that contexts export, by name', () => {
    const found = machinesAmong({ house: { door, doorJammed, table: {}, states: null } });
    expect(found).to.deep.equal([{ context: 'house', name: 'door', machine: door }]);
  });
});
