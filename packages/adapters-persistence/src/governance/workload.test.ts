import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { noteOffice, type Person } from '../testing/index.ts';

const restricted = 2;

onBothDatabases('the workload of records', (database) => {
  async function office() {
    const here = await noteOffice({ database: database(), settings: { accessTokenSeconds: 86_400 } });
    const { chancery, records, cy, aCase } = here;
    const workload = (as: Person, input: object = {}) =>
      chancery.governance.getRecordWorkload(input, as.session);
    const followUp = (owner: Person, dueAt: string | null, caseId = aCase.id) =>
      records.createFollowUp(
        { caseId, title: 'Call', ownerUserId: owner.id, ...(dueAt === null ? {} : { dueAt }) },
        cy.session,
      );
    /** What is said of one person, without their name. */
    const of = async (person: Person, as: Person, input: object = {}) => {
      const found = (await workload(as, input)).members.find(({ userId }) => userId === person.id);
      if (found === undefined) return null;
      const { userId: _, displayName: __, ...rest } = found;
      return rest;
    };
    const { clock } = here;
    const begun = Date.parse(clock.now());
    /** So many hours after the beginning. */
    const later = (hours: number) => new Date(begun + hours * 3_600_000).toISOString();
    return { ...here, workload, followUp, of, later };
  }
  const nothing = {
    ...{ openCases: 0, leadCases: 0, entriesToSign: 0, entriesToReview: 0, coSignsPending: 0 },
    ...{ followUpsOpen: 0, followUpsOverdue: 0, nextDueAt: null },
  };

  it('GOV-47: says who has what to do in open cases, who is latest first', async () => {
    const { workload, of, followUp, approved, begin, submit, sql, owner, bo, cy, guest, clock, later } =
      await office();
    await approved();
    await submit((await begin()).id);
    const asked = await approved();
    await sql("update record_entries set co_sign_status = 'pending', co_signer_user_id = $2 where id = $1", [
      asked.id,
      guest.id,
    ]);
    await followUp(bo, later(1));
    await followUp(bo, later(3));
    await followUp(cy, null);
    clock.advance({ hours: 2 });

    expect((await workload(owner)).members.map(({ displayName }) => displayName)[0]).to.equal('Bo');
    expect(await of(bo, owner)).to.deep.equal({
      ...nothing,
      ...{ openCases: 1, leadCases: 1, entriesToReview: 1, followUpsOpen: 2, followUpsOverdue: 1 },
      nextDueAt: later(3),
    });
    expect(await of(cy, owner)).to.deep.equal({
      ...nothing,
      ...{ openCases: 1, entriesToSign: 2, followUpsOpen: 1 },
    });
    expect(await of(guest, owner)).to.deep.equal({
      ...nothing,
      ...{ openCases: 1, entriesToReview: 1, coSignsPending: 1 },
    });
    expect(await of(owner, owner)).to.deep.equal(nothing);
    expect((await workload(owner)).unassigned).to.deep.equal({
      casesWithoutLead: 0,
      reviewsWithoutReviewer: 0,
    });
    await sql("update case_members set ended_at = $2 where case_id = $1 and role in ('lead', 'reviewer')", [
      asked.caseId,
      clock.now(),
    ]);
    expect((await workload(owner)).unassigned).to.deep.equal({
      casesWithoutLead: 1,
      reviewsWithoutReviewer: 1,
    });
  });

  it('GOV-32: shows whoever leads a case what is done in it, and everybody else their own', async () => {
    const { workload, of, open, bo, cy, owner, guest, admin } = await office();
    await open({ members: [{ userId: bo.id, role: 'contributor' }] }, cy);

    const names = async (as: Person) => (await workload(as)).members.map(({ displayName }) => displayName);
    expect(await names(owner)).to.have.members(['Ada', 'Ann', 'Bo', 'Cy', 'Gus']);
    expect(await names(admin)).to.have.length(5);
    expect(await names(bo)).to.have.members(['Bo', 'Cy', 'Gus']);
    expect(await names(cy)).to.have.members(['Bo', 'Cy']);
    expect(await of(bo, bo)).to.include({ openCases: 2, leadCases: 1 });
    expect(await of(cy, bo)).to.include({ openCases: 1, leadCases: 0 });
    expect(await of(bo, cy)).to.include({ openCases: 1, leadCases: 0 });
    expect(await of(guest, cy)).to.equal(null);
  });

  it('GOV-32, REC-4: what somebody does not see changes no number, and what needs a purpose counts for it alone', async () => {
    const { of, followUp, sql, clear, owner, bo, aCase } = await office();
    await followUp(bo, null);
    await clear(bo, restricted);
    await sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [
      aCase.id,
      restricted,
    ]);

    expect(await of(bo, owner, { purposeOfUse: 'treatment' })).to.deep.equal(nothing);
    expect(await of(bo, bo)).to.deep.equal(nothing);
    expect(await of(bo, bo, { purposeOfUse: 'treatment' })).to.include({ openCases: 1, followUpsOpen: 1 });
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [bo.id]]);
    expect(await of(bo, bo, { purposeOfUse: 'treatment' })).to.deep.equal(nothing);
  });

  it('REC-4: continues where the page before ended', async () => {
    const { workload, owner } = await office();

    const all = (await workload(owner)).members;
    const walked: typeof all = [];
    let cursor: string | null = null;
    do {
      const more: { cursor?: string } = cursor === null ? {} : { cursor };
      const page: Awaited<ReturnType<typeof workload>> = await workload(owner, { limit: 2, ...more });
      walked.push(...page.members);
      cursor = page.nextCursor;
    } while (cursor !== null);

    expect(walked).to.deep.equal(all).and.have.length(5);
  });
});
