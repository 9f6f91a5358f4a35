import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { aFile } from '../testing/library.ts';
import { lifecycleOffice } from '../testing/lifecycle-office.ts';
import { failureOf, type World, world } from '../testing/world.ts';

/** How often a hold and what destroys race; 500 is the long run. */
const races = Number(process.env.CHANCERY_HOLD_RACES ?? 40);

describe('legal holds under races, on PostgreSQL', function () {
  this.timeout(races > 100 ? 3_600_000 : 300_000);
  let database: Database;
  let here: World;
  before(async () => {
    database = await postgresDatabase();
    here = await world({ database });
  });
  after(() => database.close());

  const upload = async () => {
    const { documents } = here.chancery;
    const file = aFile('letter.pdf');
    return (await documents.uploadDocument({ file }, here.owner.session)).document.id;
  };
  const place = (documentId: string) =>
    failureOf(
      here.chancery.lifecycle.placeLegalHold(
        { documentId, matter: 'Byron v. Babbage', reason: 'Notice received' },
        here.owner.session,
      ),
    );
  const trash = (documentId: string) =>
    failureOf(here.chancery.documents.trashDocument({ documentId }, here.owner.session));
  const stateOf = async (documentId: string) => {
    const [row] = await here.sql<{ status: string; held: boolean; bytes: boolean }>(
      `select d.status, exists (select from document_holds h where h.document_id = d.id and h.status = 'active') held,
         exists (select from document_versions v where v.document_id = d.id and v.released_at is null) bytes
       from documents d where d.id = $1`,
      [documentId],
    );
    return row;
  };
  /** Ten at a time, so that those who race wait for each other and not for a connection. */
  const inWaves = async (race: () => Promise<void>) => {
    for (let count = 0; count < races; count += 10)
      await Promise.all(Array.from({ length: Math.min(10, races - count) }, race));
  };

  it(`HLD-2: a hold and a trashing at once end in one order, and never in a trashed document that was held first, ${races} times`, async () => {
    await inWaves(async () => {
      const documentId = await upload();
      const [trashed, placed] = await Promise.all([trash(documentId), place(documentId)]);

      expect(placed).to.equal('none');
      const { status, held } = (await stateOf(documentId)) ?? {};
      // A hold on what is in the trash already keeps it from being destroyed.
      expect([trashed, status, held]).to.be.deep.oneOf([
        ['none', 'trashed', true],
        ['document.legal_hold', 'active', true],
      ]);
    });
  });

  it(`HLD-2: a hold and a destruction at once end in one order, and never in a destroyed document on hold, ${races} times`, async () => {
    const outcomes = new Set<string>();
    await inWaves(async () => {
      const documentId = await upload();
      await trash(documentId);
      const purge = () =>
        failureOf(here.chancery.documents.purgeDocument({ documentId }, here.owner.session));
      const [purged, placed] = await Promise.all([purge(), place(documentId)]);

      const state = await stateOf(documentId);
      expect([purged, placed, state]).to.be.deep.oneOf([
        ['none', 'document.invalid_state', { status: 'disposed', held: false, bytes: false }],
        ['document.legal_hold', 'none', { status: 'trashed', held: true, bytes: true }],
      ]);
      outcomes.add(`${purged} ${placed}`);
    });
    expect(outcomes.size).to.be.greaterThan(0);
  });

  it(`HLD-2, RET-3: a hold and an approved destruction at once end in one order, and never in what was held and is destroyed, ${races} times`, async () => {
    const office = await lifecycleOffice({ database });
    const { lifecycle, owner, admin, worker, clock } = office;
    const retention = { trigger: 'created' as const, months: 0, approvals: 1, coolOffDays: 0 };
    await office.everywhere((await office.policy({ retention, timeZone: 'UTC' })).id);
    const ids: string[] = [];
    for (let count = 0; count < races; count += 1)
      ids.push((await office.upload({ name: `Deed ${count}` }, owner)).id);
    await worker.drain();
    clock.advance({ days: 2 });
    await office.lastForYears();
    await worker.run('lifecycle.evaluate_retention');
    await worker.drain();

    const outcomes = { destroyed: 0, held: 0 };
    for (const [count, documentId] of ids.entries()) {
      const { candidates } = await lifecycle.listRetentionCandidates({ documentId }, owner.session);
      await lifecycle.reviewRetentionCandidate(
        { candidateId: candidates[0]?.id ?? '', decision: 'approve', confirmName: `Deed ${count}` },
        admin.session,
      );
      const placing = () =>
        failureOf(
          lifecycle.placeLegalHold(
            { documentId, matter: 'Byron v. Babbage', reason: 'Notice received' },
            owner.session,
          ),
        );
      // The first two go one after the other, so that both orders are met whatever the machine; the others have the start in turn.
      const late = <T>(by: number, work: () => Promise<T>) =>
        new Promise((resolve) => setTimeout(resolve, by)).then(work);
      if (count === 1) await worker.drain();
      const [placed] =
        count < 2
          ? [await placing()]
          : await Promise.all([late(count % 10, placing), late((count * 7) % 10, () => worker.drain())]);
      await worker.drain();

      const state = await stateOf(documentId);
      expect([placed, state]).to.be.deep.oneOf([
        ['none', { status: 'active', held: true, bytes: true }],
        ['document.invalid_state', { status: 'disposed', held: false, bytes: false }],
      ]);
      if (state?.held === true) outcomes.held += 1;
      else outcomes.destroyed += 1;
    }
    expect(outcomes.held + outcomes.destroyed).to.equal(races);
    expect(Math.min(outcomes.held, outcomes.destroyed), JSON.stringify(outcomes)).to.be.greaterThan(0);
  });

  it(`HLD-2: the job that empties the trash destroys nothing that was held meanwhile, ${Math.ceil(races / 10)} times`, async () => {
    for (let round = 0; round < Math.ceil(races / 10); round += 1) {
      const ids = await Promise.all(Array.from({ length: 6 }, upload));
      await Promise.all(ids.map(trash));
      await here.sql(`update documents set purge_after = '2026-11-23T11:00:00Z' where id = any($1::uuid[])`, [
        ids,
      ]);
      const [placed] = await Promise.all([
        Promise.all(ids.map(place)),
        here.worker.run('documents.purge'),
        here.worker.run('documents.purge'),
      ]);

      for (const [at, documentId] of ids.entries())
        expect([placed[at], await stateOf(documentId)]).to.be.deep.oneOf([
          ['none', { status: 'trashed', held: true, bytes: true }],
          ['document.invalid_state', { status: 'disposed', held: false, bytes: false }],
        ]);
    }
  });

  it('HLD-2: of twenty who place a hold of one reference at once, one does, and of twenty who release it, one does', async () => {
    const { lifecycle } = here.chancery;
    const documentId = await upload();
    const counted = (outcomes: readonly string[], code: string) =>
      outcomes.filter((each) => each === code).length;
    const placed = await Promise.all(
      Array.from({ length: 20 }, () =>
        failureOf(
          lifecycle.placeLegalHold(
            { documentId, matter: 'One', matterReference: '7 O 12/26', reason: 'Notice received' },
            here.owner.session,
          ),
        ),
      ),
    );
    expect([counted(placed, 'none'), counted(placed, 'document_hold.duplicate')]).to.deep.equal([1, 19]);

    const { legalHolds } = await lifecycle.listLegalHolds({ documentId }, here.owner.session);
    const holdId = legalHolds[0]?.id ?? '';
    const released = await Promise.all(
      Array.from({ length: 20 }, () =>
        failureOf(lifecycle.releaseLegalHold({ holdId, reason: 'Settled' }, here.owner.session)),
      ),
    );
    expect([counted(released, 'none'), counted(released, 'document_hold.already_released')]).to.deep.equal([
      1, 19,
    ]);
  });
});
