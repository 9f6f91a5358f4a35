import { failureOf, recordOffice, world } from '@chancery/adapters-persistence/testing';
import { dependencyUnavailable, type UnitOfWork } from '@chancery/core';
import { expect } from 'chai';
import { notedModes } from './testing/noted-modes.ts';

describe('a read that waits for one answer before it asks for more', () => {
  /** An office that notes in which transactions its calls ran, and whose database may be away. */
  async function counted() {
    const { ports, database } = await world();
    const state = { isAway: false };
    const mortal: UnitOfWork = {
      run: async (...transaction) => {
        if (state.isAway) throw dependencyUnavailable();
        return ports.unitOfWork.run(...transaction);
      },
    };
    const { unitOfWork, since } = notedModes(mortal);
    const office = await recordOffice({ database, ports: { unitOfWork } });
    await office.create({ displayName: 'Ada' });
    since();
    return { ...office, state, since };
  }

  it('begins with the row that the credential had too, once it is known to wait', async () => {
    const { list, since } = await counted();

    const answers = [await list(), await list(), await list()];

    expect(answers[2]).to.deep.equal(answers[0]);
    // The first one was tried in one round trip, which its statements do not fit into.
    expect(since()).to.deep.equal(['read once', 'read', 'read', 'read']);
  });

  it('PLT-12: answers nothing from memory: a session that is over passes all gates anew', async () => {
    const { list, sql, bo, since } = await counted();
    await list();
    await list();
    since();

    await sql("update sessions set revoked_at = created_at, revoke_reason = 'logout' where user_id = $1", [
      bo.id,
    ]);

    expect(await failureOf(list())).to.equal('auth.session_revoked');
    expect(since()).to.deep.equal(['read', 'read']);
  });

  it('is not tried again where the database is away or takes too long', async () => {
    const { list, state, since } = await counted();
    await list();
    await list();
    since();

    state.isAway = true;

    expect(await failureOf(list())).to.equal('dependency.unavailable');
    expect(since()).to.deep.equal(['read']);
  });
});
