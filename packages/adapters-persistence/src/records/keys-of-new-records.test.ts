import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChancery, createWorker } from '@chancery/core';
import { expect } from 'chai';
import { openPglite } from '../kernel/data-source.ts';
import { jobStore } from '../kernel/jobs.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { disposingOffice } from '../testing/disposing-office.ts';
import { MemoryBlobs } from '../testing/doubles.ts';
import { MemoryKeyVault } from '../testing/memory-key-vault.ts';
import { Fate, mortalPorts } from '../testing/mortal-ports.ts';
import { recordOffice } from '../testing/record-office.ts';
import { copyMigratedDatabase } from '../testing/snapshot.ts';

onBothDatabases('the keys of new subjects and cases', (database) => {
  async function keyedOffice() {
    const fate = new Fate();
    const keyVault = new MemoryKeyVault();
    const stores = { unitOfWork: unitOfWork(database()), jobs: jobStore(database()) };
    const ports = mortalPorts({ keyVault, blobs: new MemoryBlobs(), ...stores }, fate);
    const here = await recordOffice({ database: database(), ports });
    /** Subjects and cases without a key, and keys that more than one of them has. */
    const faults = () =>
      here.sql<{ id: string }>(
        `select s.id from (select id, 'subject' kind from subjects where workspace_id = $1
           union all select id, 'case' from record_cases where workspace_id = $1) s
         where (select count(*) from record_keys k where k.workspace_id = $1 and k.scope_id = s.id and k.scope_kind = s.kind) <> 1
         union all select key_id from record_keys where workspace_id = $1 group by key_id having count(*) > 1`,
        [here.workspaceId],
      );
    return { ...here, fate, keyVault, faults };
  }

  it('GOV-42: come from the stock, in the transaction that makes these, with nothing written outside', async () => {
    const { create, open, keyVault, faults } = await keyedOffice();
    const { id: subjectId } = await create();
    keyVault.isAway = true;

    await open({ subjectId });
    await create({ displayName: 'Bea Smith' });

    expect(await faults()).to.deep.equal([]);
  });

  it('GOV-42: are there wherever the process was killed, also where the stock was empty', async () => {
    const { create, open, fate, faults, sql, workspaceId } = await keyedOffice();
    let steps = 0;
    for (let isLost = true; isLost; steps += 1) {
      await sql('delete from record_keys where workspace_id = $1 and scope_id is null', [workspaceId]);
      fate.endAfter(steps);
      await open().catch(() => undefined);
      isLost = fate.isGone;
      fate.startAgain();

      expect(await faults(), `lost after ${steps} steps`).to.deep.equal([]);
    }
    // A refused transaction, the vault, the stock and the transaction of the subject, and that of the case.
    expect(steps).to.be.above(7);
    await create({ displayName: 'Bea Smith' });
  });

  it('GOV-42: are of one subject or case each, of however many that are made at once', async () => {
    const { create, faults, sql, workspaceId } = await keyedOffice();

    await Promise.all(Array.from({ length: 70 }, (_, at) => create({ displayName: `Person ${at}` })));

    expect(await faults()).to.deep.equal([]);
    const [taken] = await sql<{ count: number }>(
      'select count(*)::int "count" from record_keys where workspace_id = $1 and scope_id is not null',
      [workspaceId],
    );
    expect(taken?.count).to.equal(70);
  });
});

describe('a backup of the database from before a disposition', () => {
  it('GOV-26: beside the key vault of afterwards, says nothing of what was written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-restored-'));
    const [live, backup] = [join(folder, 'live'), join(folder, 'backup')];
    await copyMigratedDatabase(live);
    const before = await openPglite(live);
    const keyVault = new MemoryKeyVault();
    const settings = { accessTokenSeconds: 60 * 86_400 };
    const here = await disposingOffice({ database: before, settings, ports: { keyVault } });
    const { cy, aCase } = here;
    const { id: artifactId } = await here.signed({ body: 'She spoke of the lighthouse.' });
    await here.close(aCase.id, { carryFollowUps: true });
    await before.close();
    await cp(live, backup, { recursive: true });

    const again = await openPglite(live);
    const portsOn = (database: typeof again) => ({
      ...here.chancery.ports,
      ...{ unitOfWork: unitOfWork(database), jobs: jobStore(database) },
    });
    const read = async (database: typeof again) =>
      (await createChancery(portsOn(database)).records.getEntry({ artifactId }, cy.session)).entry;
    expect(JSON.stringify((await read(again)).content)).to.include('lighthouse');
    const { governance } = createChancery(portsOn(again));
    here.clock.advance({ days: 2 });
    const asked = { action: 'destroy' as const, caseIds: [aCase.id], justification: 'Nobody needs it' };
    const { review } = await governance.createDispositionReview(asked, here.keeper.session);
    const { id: reviewId, confirmationCode } = review;
    await governance.decideDispositionReview({ reviewId, decision: 'approve' }, here.owner.session);
    await governance.executeDispositionReview({ reviewId, confirmationCode }, here.owner.session);
    await createWorker(portsOn(again)).drain();
    expect((await read(again)).erased).to.equal(true);
    await again.close();

    const restored = await openPglite(backup);
    const found = await read(restored);
    await restored.close();
    await rm(folder, { recursive: true, force: true });
    expect([found.erased, found.content]).to.deep.equal([true, null]);
  });
});
