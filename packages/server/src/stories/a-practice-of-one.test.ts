import { expect } from 'chai';
import {
  codeOf,
  type Installation,
  openInstallation,
  storyPassword as password,
  refusalOf,
} from './testing/installation.ts';
import { answerOf, peopleOf } from './testing/people.ts';

const day = 86_400;
const ann = { email: 'ann@practice.example', displayName: 'Ann' };
const bea = { email: 'bea@practice.example', displayName: 'Bea', role: 'admin' } as const;

// Packages and reports belong to contexts that come later. What Ann decides alone, and where `singlePerson` says so, is
// tested at the rule itself (SPR-3 to SPR-9, in the core).
describe('story: a practice of one (platform 10, walk-through 12)', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('switches to deciding alone, gets a colleague, and has to decide by two again', async () => {
    const { advance, run, mails, ledger, client } = installation;
    const { signIn, registerVerified, joinByInvitation } = peopleOf(installation);
    let owner = await registerVerified(ann.email, ann.displayName);
    const { workspace, user } = await owner.identity.getMe();
    const told = async () =>
      (await mails()).flatMap(({ to, subject }) =>
        subject.startsWith('Decisions by one person') ? [to.includes(ann.email)] : [],
      );
    const state = await owner.workspace.getSecondPerson();
    expect(state).to.deep.include({
      secondPerson: 'required',
      coolingOffHours: 24,
      eligible: [{ userId: user.id, displayName: 'Ann', because: 'owner' }],
      uses: [],
    });

    advance(20 * 60);
    const turnOn = () =>
      answerOf((options) => owner.workspace.updateSettings({ secondPerson: 'cooling_off' }, options));
    expect(await refusalOf(turnOn())).to.deep.equal([403, 'auth.reauthentication_required']);
    await owner.identity.reauthenticate({ password });
    const on = await turnOn();
    expect([on.status, on.data.settings.secondPerson]).to.deep.equal([200, 'cooling_off']);
    expect(await owner.workspace.getSecondPerson()).to.include({
      secondPerson: 'cooling_off',
      changedByUserId: user.id,
    });
    expect(await told()).to.deep.equal([true]);

    advance(day);
    owner = await signIn(ann.email);
    const colleague = await joinByInvitation(owner, bea);
    // Within a minute the setting ends by itself (SPR-9).
    advance(60);
    expect(await told()).to.deep.equal([true, true]);
    expect((await owner.workspace.getSettings()).settings.secondPerson).to.equal('required');
    const ended = await colleague.workspace.getSecondPerson();
    expect(ended).to.include({ secondPerson: 'required', changedByUserId: null });
    expect(ended.eligible.map(({ displayName, because }) => [displayName, because])).to.deep.equal([
      ['Ann', 'owner'],
      ['Bea', 'admin'],
    ]);
    await owner.identity.reauthenticate({ password });
    const refused = await turnOn().then(
      () => null,
      (error) => error,
    );
    expect(refused).to.include({ status: 409, code: 'workspace.second_person_available' });
    expect(refused.details.map(({ message }: { message: string }) => message)).to.deep.equal([
      'Ann (owner) can act as second person.',
      'Bea (admin) can act as second person.',
    ]);
    const { actions, holds } = await ledger(workspace?.id ?? '');
    expect(holds).to.equal(true);
    expect(actions.filter((action) => action.startsWith('second_person.'))).to.deep.equal([
      'second_person.cooling_off_enabled',
      'second_person.ended',
    ]);

    await owner.workspace.closeWorkspace({ confirmSlug: workspace?.slug ?? '' });
    expect(await codeOf(owner.workspace.createProject({ name: 'Too late' }))).to.equal(
      'workspace.not_active',
    );
    expect((await owner.workspace.listMembers()).count).to.equal(2);
    advance(31 * day);
    await run('workspace.finalise_closure');
    const later = await signIn(ann.email);
    expect((await later.workspace.listWorkspaces()).workspaces).to.deep.equal([]);
    expect(await codeOf(client().identity.login({ email: bea.email, password }))).to.equal('none');
  });
});
