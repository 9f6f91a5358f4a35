import { type Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';

const password = 'a long walk by the river';
const day = 86_400;

describe('story: a practice of one (platform 10, walk-through 12)', function () {
  this.timeout(120_000);
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  /** Signs in again, as people do after a day. */
  async function signIn(email: string, workspaceId?: string): Promise<Chancery> {
    const { client } = installation;
    const answer = await client().identity.login({
      email,
      password,
      ...(workspaceId ? { workspaceId } : {}),
    });
    if (!isSession(answer)) throw new Error('The sign-in asks for a second factor');
    const session = memorySession();
    await session.save(answer);
    return client({ session });
  }
  const linkIn = async (pattern: RegExp) =>
    pattern.exec((await installation.mails()).map(({ text }) => text).join('\n'))?.[1] ?? '';

  it('switches to deciding alone, gets a colleague, and has to decide by two again', async () => {
    const { register, advance, run, mails, client } = installation;
    let ann = await register('ann@practice.example', 'Ann');
    await ann.identity.verifyEmail({ token: await linkIn(/verify-email#token=([\w-]{43})/) });
    expect(await ann.workspace.getSecondPerson()).to.deep.include({ secondPerson: 'required', uses: [] });

    advance(20 * 60);
    const turnOn = () => ann.workspace.updateSettings({ secondPerson: 'cooling_off' });
    expect(await codeOf(turnOn())).to.equal('auth.reauthentication_required');
    await ann.identity.reauthenticate({ password });
    expect((await turnOn()).settings.secondPerson).to.equal('cooling_off');

    advance(day);
    ann = await signIn('ann@practice.example');
    await ann.workspace.createInvitation({ email: 'bea@practice.example', role: 'admin' });
    const bea = await register('bea@practice.example', 'Bea');
    const text = (await mails()).map((mail) => mail.text).join('\n');
    const verification = [...text.matchAll(/verify-email#token=([\w-]{43})/g)].at(-1)?.[1] ?? '';
    const invitation = /\/invitation#token=([\w-]{43})/.exec(text)?.[1] ?? '';
    await bea.identity.verifyEmail({ token: verification });
    await bea.workspace.acceptInvitation({ token: invitation });
    const told = (await mails()).map(({ subject }) => subject);

    const state = await ann.workspace.getSecondPerson();
    expect(state).to.include({ secondPerson: 'required', changedByUserId: null });
    expect(state.eligible.map(({ displayName, because }) => [displayName, because])).to.deep.equal([
      ['Ann', 'owner'],
      ['Bea', 'admin'],
    ]);
    expect(told.filter((subject) => subject.startsWith('Decisions by one person')).length).to.equal(2);
    await ann.identity.reauthenticate({ password });
    expect(await codeOf(turnOn())).to.equal('workspace.second_person_available');

    const { workspace } = await ann.workspace.getWorkspace();
    await ann.workspace.closeWorkspace({ confirmSlug: workspace.slug });
    expect(await codeOf(ann.workspace.createProject({ name: 'Too late' }))).to.equal('workspace.not_active');
    expect((await ann.workspace.listMembers()).count).to.equal(2);
    advance(31 * day);
    await run('workspace.finalise_closure');
    const later = await signIn('ann@practice.example');
    expect((await later.workspace.listWorkspaces()).workspaces).to.deep.equal([]);
    expect(await codeOf(client().identity.login({ email: 'bea@practice.example', password }))).to.equal(
      'none',
    );
  });
});
