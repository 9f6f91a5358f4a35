import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { aFile } from '../testing/library.ts';
import { noteOffice } from '../testing/note-office.ts';
import { failureOf } from '../testing/world.ts';

describe('promotions under races, on PostgreSQL', () => {
  let database: Database;
  let here: Awaited<ReturnType<typeof noteOffice>>;
  before(async () => {
    database = await postgresDatabase();
    here = await noteOffice({ database });
  });
  after(() => database.close());

  it('REC-55: of four people who promote one version for one target at once, one does', async () => {
    const { records, chancery, owner, aCase, bo, cy, sql } = here;
    for (let round = 0; round < 5; round += 1) {
      const { document } = await chancery.documents.uploadDocument(
        { file: aFile('deed.pdf') },
        owner.session,
      );
      const asked = { sourceKind: 'document', sourceId: document.id, target: 'entry' } as const;
      const promote = (as: typeof bo) =>
        failureOf(records.promoteRecordSource({ caseId: aCase.id, ...asked }, as.session));

      const outcomes = await Promise.all([promote(bo), promote(cy), promote(bo), promote(cy)]);

      const refused = 'promotion.already_promoted';
      expect(outcomes.toSorted()).to.deep.equal(['none', refused, refused, refused]);
      const made = await sql('select from record_promotions where source_id = $1', [document.id]);
      expect(made.length).to.equal(1);
    }
    const entries = await sql('select from record_entries where case_id = $1', [aCase.id]);
    expect(entries.length).to.equal(5);
  });

  it('REC-55: the database itself keeps a second one out', async () => {
    const { sql, aCase } = here;
    const again = sql(
      `insert into record_promotions
       select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).* from record_promotions p
       where p.case_id = $1 limit 1`,
      [aCase.id],
    );

    const refusal = await again.then(
      () => 'nothing',
      (error: { constraint?: string }) => error.constraint,
    );
    expect(refusal).to.equal('record_promotions_once');
  });
});
