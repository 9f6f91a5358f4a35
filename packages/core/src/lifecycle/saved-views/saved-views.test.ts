import { failureOf, faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function viewing() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, upload, put } = here;
  const dated = async (name: string, statedExpiresOn: string, ownerUserId: string) => {
    const { id } = await upload({ name });
    await put(id, { statedExpiresOn, ownerUserId });
  };
  await dated('Late', '2026-11-01', here.bo.id);
  await dated('Later', '2026-11-10', owner.id);
  await dated('Far away', '2028-01-01', here.bo.id);
  type Saved = Partial<Parameters<typeof lifecycle.saveLifecycleView>[0]>;
  return {
    ...here,
    save: async (input: Saved = {}, as: Person = owner) =>
      (
        await lifecycle.saveLifecycleView(
          { name: 'Expired', filters: { status: 'expired' }, ...input },
          as.session,
        )
      ).savedView,
    remove: (viewId: string, as: Person = owner) => lifecycle.deleteLifecycleView({ viewId }, as.session),
    look: (input: object = {}, as: Person = owner) => lifecycle.getLifecycleDashboard(input, as.session),
  };
}
const namesOf = ({ lifecycles }: { lifecycles: readonly { documentName: string }[] }) =>
  lifecycles.map(({ documentName }) => documentName);

describe('saved views', () => {
  it('filter and order the dashboard, and what is given beside them overrides them', async () => {
    const { save, look, bo } = await viewing();
    const { id: viewId } = await save({ filters: { status: 'expired', direction: 'desc' }, sort: 'name' });

    expect(namesOf(await look({ viewId }))).to.deep.equal(['Later', 'Late']);
    expect(namesOf(await look({ viewId, direction: 'asc' }))).to.deep.equal(['Late', 'Later']);
    expect(namesOf(await look({ viewId, status: 'current' }))).to.deep.equal(['Far away']);
    const mine = await save({ name: 'Mine', filters: { ownerUserId: 'me' }, visibility: 'workspace' });
    expect(namesOf(await look({ viewId: mine.id }, bo))).to.deep.equal(['Late', 'Far away']);
    expect((await look({ viewId })).savedViews.map(({ name }) => name)).to.deep.equal(['Expired', 'Mine']);
  });

  it('LIF-24: are seen by their owner alone unless they are shared', async () => {
    const { save, look, remove, bo, admin } = await viewing();
    const { id } = await save();
    const shared = await save({ name: 'For all', visibility: 'workspace' });

    expect((await look({}, bo)).savedViews.map(({ name }) => name)).to.deep.equal(['For all']);
    expect(await failureOf(look({ viewId: id }, admin))).to.equal('view.not_found');
    expect(await failureOf(remove(id, admin))).to.equal('view.not_found');
    expect(await failureOf(remove(shared.id, bo))).to.equal('view.not_found');
    expect(await failureOf(save({ viewId: shared.id }, admin))).to.equal('view.not_found');
    expect(await failureOf(save({ visibility: 'workspace' }, bo))).to.equal('permission.denied');
    expect(await failureOf(remove(shared.id, admin))).to.equal('none');
    expect(await failureOf(look({ viewId: shared.id }, bo))).to.equal('view.not_found');
  });

  it('are replaced as a whole by their owner, of one version, and say so in the ledger', async () => {
    const { save, remove, happened } = await viewing();
    const { id: viewId, version } = await save({ columns: ['documentName', 'risks'], isDefault: true });

    const after = await save({ viewId, name: 'Gone', filters: {}, expectedVersion: version });
    expect(after).to.deep.include({ name: 'Gone', filters: {}, columns: [], isDefault: false, version: 2 });
    expect(await failureOf(save({ viewId, expectedVersion: version }))).to.equal('version_conflict');
    await remove(viewId);

    const types = (await happened()).map(({ type }) => type).filter((type) => type.startsWith('saved_view.'));
    expect(types).to.deep.equal(['saved_view.saved', 'saved_view.saved', 'saved_view.deleted']);
  });

  it('LIF-23: have another name each of one person, also where two are saved at once, and one of them is the default', async () => {
    const { save, look, bo } = await viewing();

    const saved = await Promise.all([failureOf(save()), failureOf(save({ name: 'EXPIRED' }))]);
    expect(saved).to.have.members(['none', 'view.duplicate']);
    expect(await failureOf(save({}, bo))).to.equal('none');
    await save({ name: 'First', isDefault: true });
    await save({ name: 'Second', isDefault: true });

    const defaults = (await look()).savedViews.filter(({ isDefault }) => isDefault);
    expect(defaults.map(({ name }) => name)).to.deep.equal(['Second']);
  });

  it('LIF-29: are at most fifty of a person and a hundred that are shared, with filters that the dashboard knows', async () => {
    const { save, sql, admin, bo, workspaceId } = await viewing();
    await save({ visibility: 'workspace' });
    const more = (count: number, from: Person) =>
      sql(
        `insert into saved_views select gen_random_uuid(), workspace_id, $2, 'View ' || n, 'view ' || n, filters, columns, sort,
           visibility, false, created_at, updated_at, 1
         from saved_views, generate_series(1, $3::integer) n where workspace_id = $1 and name = 'Expired'`,
        [workspaceId, from.id, count],
      );
    await more(49, bo);
    expect(await failureOf(save({ name: 'One' }, bo))).to.equal('none');
    expect(await failureOf(save({ name: 'Two' }, bo))).to.equal('view.too_many');
    await more(50, admin);

    expect(await failureOf(save({ name: 'Three', visibility: 'workspace' }))).to.equal('view.too_many');
    expect(await failureOf(save({ name: 'Three' }))).to.equal('none');
    expect(await faultsOf(save({ name: 'Four', filters: { status: 'late' } }))).to.deep.equal([
      '/filters/status field.not_an_option',
    ]);
    expect(await faultsOf(save({ name: 'Four', filters: { limit: 3 } as object }))).to.deep.equal([
      '/filters/limit field.unknown',
    ]);
  });

  it('LIF-25: go to the heir of who leaves if they are shared', async () => {
    const { save, look, chancery, owner, admin } = await viewing();
    await save({ name: 'For all', visibility: 'workspace', isDefault: true }, admin);
    await save({ name: 'Private' }, admin);

    await chancery.workspace.removeMember({ userId: admin.id, reassignToUserId: owner.id }, owner.session);

    const seen = (await look()).savedViews.map(({ name, ownerUserId, isDefault }) => [
      name,
      ownerUserId,
      isDefault,
    ]);
    expect(seen).to.deep.equal([['For all', owner.id, false]]);
  });
});
