import {
  failureOf,
  faultsOf,
  longSessions,
  type Person,
  recordOffice,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { Duty, Label } from '../../records/index.ts';

const password = 'correct horse battery staple';
const alone = 'There is nobody else in this practice.';

async function governing() {
  const here = await recordOffice(longSessions);
  const { governance } = here.chancery;
  const give = async (
    to: { readonly id: string },
    clearances: Label[],
    duties: Duty[] = [],
    over: object = {},
    as: Person = here.owner,
  ) => {
    const asked = { userId: to.id, clearances, duties, reason: 'New at the ward', ...over };
    return (await governance.setMemberRecordAccess(asked, as.session)).memberAccess;
  };
  const told = async () =>
    (await here.happened())
      .filter(({ type }) => type.startsWith('access.') && type !== 'access.denied')
      .map(({ type, facts }) => ({ type, facts }));
  return { ...here, governance, give, told };
}

describe('what members are cleared for and answer for', () => {
  it('is given by owners, replaced whole, and told to the ledger by what changed', async () => {
    const { give, bo, owner, told } = await governing();

    const first = await give(bo, ['sealed', 'restricted'], ['auditor']);
    const { changedAt, ...kept } = first;
    expect(changedAt).to.be.a('string');
    expect(kept).to.deep.equal({
      userId: bo.id,
      displayName: 'Bo',
      role: 'member',
      clearances: ['sealed', 'restricted'],
      duties: ['auditor'],
      changedBy: { userId: owner.id, displayName: owner.displayName },
      singlePerson: false,
      pendingChange: null,
      version: 1,
    });
    await give(bo, ['restricted'], ['records_manager']);

    expect(await told()).to.deep.equal([
      {
        type: 'access.clearance_changed',
        facts: { added: ['restricted', 'sealed'], removed: [], singlePerson: false },
      },
      { type: 'access.duties_changed', facts: { added: ['auditor'], removed: [], singlePerson: false } },
      { type: 'access.clearance_changed', facts: { added: [], removed: ['sealed'], singlePerson: false } },
      {
        type: 'access.duties_changed',
        facts: { added: ['records_manager'], removed: ['auditor'], singlePerson: false },
      },
    ]);
  });

  it('opens what it is for: somebody who is cleared sets the label', async () => {
    const { give, create, bo } = await governing();
    const labelled = () => create({ confidentiality: 'restricted', purposeOfUse: 'treatment' });
    expect(await failureOf(labelled())).to.equal('records.label_not_cleared');

    await give(bo, ['restricted']);

    expect((await labelled()).effectiveLabels).to.deep.equal(['restricted']);
  });

  it('is given by admins who are privacy officers, and by nobody else', async () => {
    const { give, bo, cy, admin } = await governing();

    expect(await failureOf(give(cy, [], ['auditor'], {}, admin))).to.equal('permission.denied');
    expect(await failureOf(give(cy, [], ['auditor'], {}, bo))).to.equal('permission.denied');
    await give(admin, [], ['privacy_officer']);
    await give(bo, [], ['privacy_officer']);
    expect((await give(cy, [], ['auditor'], {}, admin)).duties).to.deep.equal(['auditor']);
    expect(await failureOf(give(cy, [], [], {}, bo))).to.equal('permission.denied');
  });

  it('is of active members, of one version; guests answer for nothing', async () => {
    const { give, bo, guest } = await governing();

    expect(await failureOf(give({ id: `usr_${'0'.repeat(32)}` }, []))).to.equal('member.not_found');
    expect(await faultsOf(give(guest, ['restricted'], ['auditor']))).to.deep.equal(['/duties field.invalid']);
    expect((await give(guest, ['restricted'])).clearances).to.deep.equal(['restricted']);
    await give(bo, ['restricted']);
    expect(await failureOf(give(bo, [], [], { expectedVersion: 7 }))).to.equal('version_conflict');
  });

  it('GOV-17: is not given to oneself where somebody else is there, and the last privacy officer stays', async () => {
    const { give, owner, admin, bo, sql, workspaceId } = await governing();

    expect(await failureOf(give(owner, ['sealed'], ['privacy_officer']))).to.equal('second_person.required');
    const [row] = await sql<{ duties: string[]; mask: number }>(
      'select duties, clearance_mask mask from member_clearances where workspace_id = $1 and user_id = $2',
      [workspaceId, owner.id],
    );
    expect(row).to.deep.equal({ duties: ['privacy_officer', 'records_manager', 'auditor'], mask: 0 });
    await give(admin, [], ['privacy_officer']);
    await give(owner, [], ['auditor'], {}, admin);
    expect(await failureOf(give(admin, [], []))).to.equal('access.last_privacy_officer');
    await give(bo, [], ['privacy_officer']);
    expect((await give(admin, [], [])).duties).to.deep.equal([]);
  });

  it('SPR-10: somebody who is alone asks first, and applies the same change with a reason after its time', async () => {
    const { give, owner, admin, chancery, clock, told, sql, workspaceId } = await governing();
    await sql("update memberships set status = 'removed' where workspace_id = $1 and user_id <> $2", [
      workspaceId,
      owner.id,
    ]);
    const stepUp = () => chancery.identity.reauthenticate({ password }, owner.session);
    await stepUp();
    await chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session);

    const asked = await give(owner, ['psychotherapy'], ['privacy_officer']);
    expect(asked).to.deep.include({ clearances: [], singlePerson: false });
    expect(asked.pendingChange).to.deep.include({
      clearances: ['psychotherapy'],
      duties: ['privacy_officer'],
    });
    const applied = () => give(owner, ['psychotherapy'], ['privacy_officer'], { singlePersonReason: alone });
    expect(await failureOf(applied())).to.equal('second_person.cooling_off');
    clock.advance({ hours: 24 });
    await stepUp();
    const after = await applied();

    expect(after).to.deep.include({ clearances: ['psychotherapy'], singlePerson: true, pendingChange: null });
    expect(await told()).to.deep.equal([
      {
        type: 'access.change_requested',
        facts: { clearances: ['psychotherapy'], duties: ['privacy_officer'] },
      },
      {
        type: 'access.clearance_changed',
        facts: { added: ['psychotherapy'], removed: [], singlePerson: true },
      },
      {
        type: 'access.duties_changed',
        facts: { added: [], removed: ['auditor', 'records_manager'], singlePerson: true },
      },
    ]);
    expect(admin.id).to.not.equal(owner.id);
  });

  it('SPR-2: whoever answers for privacy or the records could act as second person', async () => {
    const { give, bo, cy, chancery, owner } = await governing();
    await give(bo, [], ['records_manager']);
    await give(cy, [], ['auditor']);

    const { eligible } = await chancery.workspace.getSecondPerson({}, owner.session);

    const why = new Map(eligible.map(({ userId, because }) => [userId, because]));
    expect(why.get(bo.id)).to.equal('records_manager');
    expect(why.has(cy.id)).to.equal(false);
  });
});
