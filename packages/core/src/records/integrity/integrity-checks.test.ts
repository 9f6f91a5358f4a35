import { auditedOffice, failureOf } from '@chancery/adapters-persistence/testing';
import { canonicalText } from '@chancery/verify';
import { expect } from 'chai';
import { noCounts } from './check.ts';

describe('checks of integrity', () => {
  const arrange = async () => {
    const here = await auditedOffice();
    const run = async (input: object = {}) =>
      (await here.records.runIntegrityCheck({ scope: ['audit_chain'], ...input }, here.owner.session)).check;
    return { ...here, run };
  };

  it('a short one ends in its request, and the list keeps its result', async () => {
    const here = await arrange();
    await here.projects(2);
    const headSeq = await here.headSeq();

    const check = await here.run();

    expect(check).to.deep.include({
      status: 'passed',
      faults: [],
      checked: { ...noCounts, events: headSeq },
    });
    expect(check.verification).to.deep.include({ ok: true, complete: true, toSeq: headSeq });
    const { checks, count } = await here.records.listIntegrityChecks({}, here.owner.session);
    expect({ checks, count }).to.deep.equal({ checks: [check], count: 1 });
    expect((await here.happened()).at(-1)).to.deep.include({
      type: 'integrity.checked',
      facts: { scope: ['audit_chain'], ok: true, faults: 0 },
    });
    here.clock.advance({ minutes: 6 });
    await here.worker.drain();
    const [after] = await here.sql<{ status: string }>('select status from integrity_checks where id = $1', [
      check.id,
    ]);
    expect(after?.status).to.equal('passed');
  });

  it('REC-70: finds a payload that is JSON and hashed right, but not canonical', async () => {
    const here = await arrange();
    await here.projects(2);
    const headSeq = await here.headSeq();
    await here.tamper(
      `do $$
       declare row audit_event; made bytea;
       begin
         select * into row from audit_event where ledger_id = '${here.workspaceId}' and seq = ${headSeq};
         row.payload := convert_to(replace(convert_from(row.payload, 'UTF8'), '"access":{', '"access": {'), 'UTF8');
         made := audit_entry_hash(row.prev_hash, row.seq, row.payload);
         update audit_event set payload = row.payload, hash = made where ledger_id = row.ledger_id and seq = row.seq;
         update audit_head set last_hash = made where ledger_id = row.ledger_id;
       end $$`,
    );
    expect(await here.verify()).to.deep.include({ ok: true });

    const check = await here.run();

    expect(check).to.deep.include({
      status: 'failed',
      faults: [{ kind: 'event', seq: headSeq, code: 'not_canonical' }],
    });
    expect(canonicalText({ b: 1, a: 2 })).to.equal('{"a":2,"b":1}');
  });

  it('one at a time: another is refused until it has ended, and a job ends one that a process was lost over', async () => {
    const here = await arrange();
    await here.run();
    const [lost] = await here.sql<{ id: string }>(
      `update integrity_checks set status = 'running', verification = null, finished_at = null
       where workspace_id = $1 returning id`,
      [here.workspaceId],
    );

    expect(await failureOf(here.run())).to.equal('integrity.check_running');
    here.clock.advance({ minutes: 6 });
    await here.worker.drain();
    const [ended] = await here.sql<{ status: string }>('select status from integrity_checks where id = $1', [
      lost?.id,
    ]);
    expect(ended?.status).to.equal('passed');
    expect(await failureOf(here.run())).to.equal('none');
  });

  it('say who asked for them, and that they go on by themselves', async () => {
    const here = await arrange();
    const check = await here.run();

    expect(check.createdBy?.userId).to.equal(here.owner.id);
    expect(check).to.deep.include({
      workspaceId: here.workspaceId,
      updatedAt: check.finishedAt,
      updatedBy: null,
    });
    const [stored] = await here.sql<{ version: number }>(
      'select version from integrity_checks where id = $1',
      [check.id],
    );
    expect(stored).to.deep.equal({ version: check.version });
  });

  it('checks a part of the ledger', async () => {
    const here = await arrange();
    await here.projects(3);
    const check = await here.run({ fromSeq: 2, toSeq: 3 });
    expect(check).to.deep.include({
      status: 'passed',
      fromSeq: 2,
      toSeq: 3,
      checked: { ...noCounts, events: 2 },
    });
  });
});
