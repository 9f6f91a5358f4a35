import { aFile, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { QueryRunner } from 'typeorm';
import { openPglite } from '../kernel/data-source.ts';
import { OriginsOfNumbers0345 } from './0345-origins-of-numbers.ts';
import { LastChanges0348 } from './0348-last-changes.ts';

describe('columns that migrations add', () => {
  it('are filled in the rows that are there, by an owner of the tables who is no superuser', async () => {
    const database = await openPglite('memory');
    await database.pool.query(
      `create role plain createrole; alter database postgres owner to plain; alter schema public owner to plain;
       set session authorization plain`,
    );
    await database.migrate();
    const { chancery, owner, clock } = await world({ database });
    const { documents, lifecycle } = chancery;
    const { document } = await documents.uploadDocument({ file: aFile('a.pdf') }, owner.session);
    const hold = { documentId: document.id, matter: 'Byron v. Babbage', reason: 'Notice received' };
    const { legalHold } = await lifecycle.placeLegalHold(hold, owner.session);
    clock.advance({ minutes: 5 });
    await lifecycle.releaseLegalHold({ holdId: legalHold.id, reason: 'Settled' }, owner.session);
    const shown = () => lifecycle.listLegalHolds({ documentId: document.id }, owner.session);
    const before = await shown();

    const runner = { query: (sql: string) => database.pool.query(sql) } as unknown as QueryRunner;
    const migrations = [new OriginsOfNumbers0345(), new LastChanges0348()];
    for (const migration of migrations.toReversed()) await migration.down(runner);
    for (const migration of migrations) await migration.up(runner);

    expect(before.legalHolds[0]).to.include({ status: 'released', version: 2 });
    expect(await shown()).to.deep.equal(before);
    await database.close();
  });
});
