import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { recordOffice } from '../testing/record-office.ts';
import { failureOf } from '../testing/world.ts';

describe('handing a case over under races, on PostgreSQL', () => {
  let database: Database;
  let here: Awaited<ReturnType<typeof recordOffice>>;
  before(async () => {
    database = await postgresDatabase();
    here = await recordOffice({ database });
  });
  after(() => database.close());

  it('GOV-27: an acceptance that races with a closing changes the lead once or not at all, and never of a closed case', async () => {
    const { open, records, bo, cy, sql } = here;
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await open({ status: 'active' });
      const asked = { caseId: id, toUserId: cy.id, reason: 'I move to another ward' };
      const { transfer } = await records.transferCase(asked, bo.session);
      const accept = () =>
        failureOf(records.decideCaseTransfer({ transferId: transfer.id, decision: 'accept' }, cy.session));
      const close = () =>
        failureOf(
          records.transitionCase(
            { caseId: id, status: 'closed', reason: 'All is done', closureOutcome: 'Agreement' },
            bo.session,
          ),
        );
      const [accepted, closed] =
        round % 2 === 0
          ? await Promise.all([accept(), close()])
          : (await Promise.all([close(), accept()])).toReversed();

      const leads = await sql<{ user_id: string }>(
        "select user_id from case_members where case_id = $1 and role = 'lead' and ended_at is null",
        [id],
      );
      const [row] = await sql<{ status: string }>('select status from case_transfers where id = $1', [
        transfer.id,
      ]);
      expect(leads).to.deep.equal([{ user_id: accepted === 'none' ? cy.id : bo.id }]);
      expect(row?.status).to.equal(accepted === 'none' ? 'accepted' : 'cancelled');
      expect([accepted, closed]).to.deep.be.oneOf([
        ['case_transfer.invalid_state', 'none'],
        ['none', 'permission.denied'],
        ['none', 'none'],
      ]);
      outcomes.add(`${accepted} ${closed}`);
    }
    expect(outcomes.size).to.be.greaterThan(0);
  });

  it('GOV-27: two acceptances at once make one lead change', async () => {
    const { open, records, bo, cy, sql, workspaceId } = here;
    const { id } = await open({ status: 'active' });
    const asked = { caseId: id, toUserId: cy.id, reason: 'I move to another ward' };
    const { transfer } = await records.transferCase(asked, bo.session);
    const accept = () =>
      failureOf(records.decideCaseTransfer({ transferId: transfer.id, decision: 'accept' }, cy.session));

    const answers = await Promise.all([accept(), accept(), accept()]);

    expect(answers.sort()).to.deep.equal([
      'case_transfer.invalid_state',
      'case_transfer.invalid_state',
      'none',
    ]);
    const [lines] = await sql<{ decided: number; added: number }>(
      `select count(*) filter (where action = 'case.transfer_decided')::integer decided,
         count(*) filter (where action = 'case.member_added'
           and convert_from(payload, 'utf8')::jsonb -> 'facts' ->> 'memberUserId' = $3)::integer added
       from audit_event where ledger_id = $1 and case_id = $2`,
      [workspaceId, id, cy.id],
    );
    expect(lines).to.deep.equal({ decided: 1, added: 1 });
  });
});
