import { longSessions, onBothDatabases, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

onBothDatabases('workspace.prune_slugs', (database) => {
  it('WSP-9: deletes a slug that was given up when its 90 days are over and not before, also that of a closed workspace, and never one that is held', async () => {
    const made = await world({ database: database(), ...longSessions });
    const { chancery, owner, stranger, clock, worker, sql } = made;
    const elsewhere = await stranger();
    const slugOf = async (session = owner.session) =>
      (await chancery.workspace.getWorkspace({}, session)).workspace.slug;
    const [closed, renamed] = [await slugOf(), await slugOf(elsewhere.session)];
    const held = `${renamed}-anew`;
    await chancery.workspace.closeWorkspace({ confirmSlug: closed }, owner.session);
    clock.advance({ days: 1 });
    await chancery.workspace.updateWorkspace({ slug: held }, elsewhere.session);
    const left = async (moment: { days?: number; seconds?: number }) => {
      clock.advance(moment);
      await worker.run('workspace.prune_slugs');
      const rows = await sql<{ slug: string }>('select slug from workspace_slugs where slug = any($1)', [
        [closed, renamed, held],
      ]);
      return rows.map(({ slug }) => slug).sort();
    };
    clock.advance({ days: 29 });
    await worker.run('workspace.finalise_closure');

    expect(await left({ days: 61, seconds: -1 })).to.have.members([closed, renamed, held]);
    expect(await left({ seconds: 1 })).to.have.members([closed, held]);
    expect(await left({ days: 29, seconds: -1 })).to.have.members([closed, held]);
    expect(await left({ seconds: 1 })).to.deep.equal([held]);
  });
});
