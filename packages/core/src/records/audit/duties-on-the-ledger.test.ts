import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { failureOf, type Person, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** A case of Bo, which Cy has nothing to do with, and a checkpoint over what was done in it. */
async function office() {
  const here = await recordOffice();
  const { records, owner, bo, workspaceId } = here;
  const { id: caseId } = await here.open();
  const [opened] = await here.sql<{ seq: number }>(
    "select seq::integer seq from audit_event where ledger_id = $1 and action = 'case.created'",
    [workspaceId],
  );
  const { checkpoint } = await records.createAuditCheckpoint({}, owner.session);
  const size = checkpoint.size;
  const seq = opened?.seq ?? 0;
  const inCase = (as: Person) => records.listAuditEvents({ caseId }, as.session);
  const asked: Record<string, (as: Person) => Promise<unknown>> = {
    verify: (as) => records.verifyAuditLedger({}, as.session),
    checkpoints: (as) => records.listAuditCheckpoints({}, as.session),
    latest: (as) => records.getLatestAuditCheckpoint({}, as.session),
    prove: (as) => records.getAuditEventProof({ seq, event: true }, as.session),
    consistency: (as) => records.getAuditConsistency({ from: size }, as.session),
    exported: (as) => records.exportAuditEvents({}, as.session),
    check: (as) => records.runIntegrityCheck({ scope: ['audit_chain', 'entries'] }, as.session),
    checks: (as) => records.listIntegrityChecks({}, as.session),
  };
  const outcomes = async (as: Person) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(asked).map(async ([name, ask]) => [name, await failureOf(ask(as))] as const),
      ),
    );
  return { ...here, bo, caseId, seq, inCase, outcomes };
}

const all = (outcome: string) =>
  Object.fromEntries(
    ['verify', 'checkpoints', 'latest', 'prove', 'consistency', 'exported', 'check', 'checks'].map(
      (name) => [name, outcome] as const,
    ),
  );

describe('duties on the ledger', () => {
  it('PLT-1: an auditor and a privacy officer verify, prove, export and check; a records manager does not', async () => {
    const { cy, clear, outcomes } = await office();

    expect(await outcomes(cy)).to.deep.equal(all('permission.denied'));
    for (const duty of ['auditor', 'privacy_officer'] as const) {
      await clear(cy, 1, [duty]);
      expect(await outcomes(cy), duty).to.deep.equal(all('none'));
    }
    await clear(cy, 1, ['records_manager']);
    expect(await outcomes(cy)).to.deep.equal(all('permission.denied'));
  });

  it('PLT-1: a guest is refused whatever stands in the table of duties', async () => {
    const { guest, clear, outcomes } = await office();
    await clear(guest, 1, ['auditor']);

    expect(await outcomes(guest)).to.deep.equal(all('permission.denied'));
  });

  it('PLT-1: whoever leads a case proves what was done in it, and nothing else', async () => {
    const { bo, records, seq, outcomes } = await office();

    expect(await outcomes(bo)).to.deep.equal({ ...all('permission.denied'), prove: 'none' });
    const prove = (other: number) => failureOf(records.getAuditEventProof({ seq: other }, bo.session));
    expect(await prove(1)).to.equal('permission.denied');
    // An event that there is not is refused like one that there is.
    expect(await prove(seq + 1_000_000)).to.equal('permission.denied');
  });

  it('REC-82: who leads a case reads what others did in it, and a privacy officer what all did', async () => {
    const { bo, cy, owner, caseId, records, clear, inCase } = await office();
    await records.addCaseMember({ caseId, userId: cy.id, role: 'contributor' }, owner.session);

    const seen = (await inCase(bo)).events.map(({ action, actor }) => [action, actor.id]);
    expect(seen).to.deep.include(['case.member_added', owner.id]);
    expect(await failureOf(inCase(cy))).to.equal('audit.not_allowed');
    await clear(cy, 1, ['privacy_officer']);
    expect((await inCase(cy)).events.map(({ action }) => action)).to.include('case.member_added');
    expect((await records.listAuditEvents({}, cy.session)).events.map(({ actor }) => actor.id)).to.include(
      owner.id,
    );
  });

  it('REC-25: whom the wall of a case keeps away reads nothing of it in the ledger, whatever duties they have', async () => {
    const { bo, admin, owner, caseId, records, clear, seq, inCase } = await office();
    await clear(admin, 1, ['auditor', 'privacy_officer']);
    const title = { title: 'Smith against Schmidt', description: null };
    const change = async (input: object) => {
      const { version } = (await records.getCase({ caseId }, bo.session)).case;
      await records.updateCase({ caseId, ...input, expectedVersion: version }, bo.session);
    };
    await change(title);
    const read = async (as: Person) => {
      const { content } = await records.exportAuditEvents({ details: true }, as.session);
      const lines = (await text(content as Readable)).split('\n');
      const { events } = await records.listAuditEvents({}, as.session);
      return {
        ofCase: [(await inCase(as)).events.length > 0, events.some(({ refs }) => refs.caseId === caseId)],
        tellsTitle: [lines.join().includes(title.title), JSON.stringify(events).includes(title.title)],
        isWhole: JSON.parse(lines[0] ?? '').details,
        proof: await failureOf(records.getAuditEventProof({ seq, event: true }, as.session)),
        check: await failureOf(records.runIntegrityCheck({ scope: ['entries'], caseId }, as.session)),
      };
    };
    const seen = { ofCase: [true, true], tellsTitle: [true, true], isWhole: true };
    expect(await read(admin)).to.deep.equal({ ...seen, proof: 'none', check: 'none' });

    await change({ blockedUserIds: [admin.id] });

    const unseen = { ofCase: [false, false], tellsTitle: [false, false], isWhole: false };
    expect(await read(admin)).to.deep.equal({
      ...unseen,
      ...{ proof: 'audit.event_not_found', check: 'case.not_found' },
    });
    expect(await read(owner)).to.deep.equal({ ...seen, proof: 'none', check: 'none' });
  });
});
