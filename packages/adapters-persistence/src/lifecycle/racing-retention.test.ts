import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { lifecycleOffice } from '../testing/lifecycle-office.ts';
import { failureOf } from '../testing/world.ts';

type Office = Awaited<ReturnType<typeof lifecycleOffice>>;

/** How often a hold and an execution race; the long run is `bench/retention-races.ts`. */
const races = 20;

describe('renewals and retention under races, on PostgreSQL', () => {
  let database: Database;
  let here: Office;
  before(async () => {
    database = await postgresDatabase();
    here = await lifecycleOffice({ database });
    const retention = { trigger: 'created' as const, months: 0, approvals: 1, coolOffDays: 0 };
    const { id } = await here.policy({ retention });
    await here.everywhere(id);
  });
  after(() => database.close());

  /** Documents whose destruction was approved and is due now. */
  async function scheduled(count: number): Promise<readonly string[]> {
    const { upload, worker, clock, lifecycle, owner } = here;
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push((await upload()).id);
    await worker.drain();
    clock.advance({ days: 1 });
    await worker.run('lifecycle.evaluate_retention');
    const found = await Promise.all(
      ids.map((documentId) => lifecycle.listRetentionCandidates({ documentId }, owner.session)),
    );
    await worker.drain();
    for (const { candidates } of found)
      await lifecycle.reviewRetentionCandidate(
        { candidateId: candidates[0]?.id ?? '', decision: 'approve', confirmName: 'policy.pdf' },
        owner.session,
      );
    return ids;
  }
  const hold = (documentId: string) =>
    failureOf(
      here.lifecycle.placeLegalHold(
        { documentId, matter: 'Byron v. Babbage', reason: 'Notice received' },
        here.owner.session,
      ),
    );
  const stateOf = async (documentId: string) =>
    (
      await here.sql<{ status: string; candidate: string; held: boolean; bytes: boolean }>(
        `select d.status, c.status candidate,
           exists (select from document_holds h where h.document_id = d.id and h.status = 'active') held,
           exists (select from document_versions v where v.document_id = d.id and v.released_at is null) bytes
         from documents d join retention_candidates c on c.document_id = d.id where d.id = $1`,
        [documentId],
      )
    )[0];

  it(`HLD-2: a hold and an execution at once end in one order, and never in a destroyed document on hold, ${races} times`, async () => {
    const ids = await scheduled(races);

    const [placed] = await Promise.all([
      Promise.all(ids.map(hold)),
      here.worker.drain(),
      here.worker.drain(),
    ]);

    for (const [at, documentId] of ids.entries())
      expect([placed[at], await stateOf(documentId)]).to.be.deep.oneOf([
        ['none', { status: 'active', candidate: 'blocked', held: true, bytes: true }],
        ['document.invalid_state', { status: 'disposed', candidate: 'executed', held: false, bytes: false }],
      ]);
  });

  it('RET-4: of ten who approve the same candidate at once, one does, and it is destroyed once', async () => {
    const { upload, worker, clock, lifecycle, owner, happened } = here;
    const { id: documentId } = await upload();
    await worker.drain();
    clock.advance({ days: 1 });
    await Promise.all([
      worker.run('lifecycle.evaluate_retention'),
      worker.run('lifecycle.evaluate_retention'),
    ]);
    const { candidates } = await lifecycle.listRetentionCandidates({ documentId }, owner.session);
    expect(candidates).to.have.length(1);
    const candidateId = candidates[0]?.id ?? '';
    const approve = () =>
      failureOf(
        lifecycle.reviewRetentionCandidate(
          { candidateId, decision: 'approve', confirmName: 'policy.pdf' },
          owner.session,
        ),
      );

    const outcomes = await Promise.all(Array.from({ length: 10 }, approve));
    await Promise.all([worker.drain(), worker.drain()]);

    expect(outcomes.filter((outcome) => outcome === 'none')).to.have.length(1);
    expect(new Set(outcomes)).to.deep.equal(new Set(['none', 'retention.invalid_state']));
    const lines = (await happened()).filter(({ type }) => type === 'document.disposed');
    expect(lines.filter(({ target }) => target.id === documentId)).to.have.length(1);
  });

  it('REN-1: of twenty who open a renewal of one document at once, one does', async () => {
    const { upload, lifecycle, owner } = here;
    const { id: documentId } = await upload();

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => failureOf(lifecycle.openRenewal({ documentId }, owner.session))),
    );

    const counted = (code: string) => outcomes.filter((outcome) => outcome === code).length;
    expect([counted('none'), counted('renewal.already_open')]).to.deep.equal([1, 19]);
  });

  it('REN-4: of three approvals that would close a circle together, at most two pass, five times', async () => {
    const { upload, lifecycle, owner, admin, sql } = here;
    for (let round = 0; round < 5; round += 1) {
      const ids = [(await upload()).id, (await upload()).id, (await upload()).id];
      const cases: string[] = [];
      for (const documentId of ids)
        cases.push((await lifecycle.openRenewal({ documentId }, owner.session)).renewal.id);
      // As if they had been submitted before anybody looked for circles.
      for (const [at, caseId] of cases.entries())
        await sql(
          `update renewal_cases set status = 'awaiting_approval', replacement_document_id = $2, submitted_by_user_id = $3,
             submitted_at = now() where id = $1`,
          [caseId, ids[(at + 1) % 3], owner.id],
        );
      await Promise.all(
        cases.map((caseId) =>
          failureOf(lifecycle.approveReplacement({ caseId, decision: 'approve' }, admin.session)),
        ),
      );
      const [row] = await sql<{ count: number }>(
        `select count(*)::integer count from document_lifecycles
         where document_id = any($1::uuid[]) and superseded_by_document_id is not null`,
        [ids],
      );
      expect(row?.count).to.be.lessThan(3);
    }
  });
});
