import { failureOf } from '@chancery/adapters-persistence/testing';
import { type Asking, operate } from '@chancery/core';
import { answers, workspace } from '@chancery/core/internal';
import { expect } from 'chai';
import { type HostedWorld, hostedWorld, lastLine } from './testing/host-command.ts';
import { workspaceCommand } from './workspace-command.ts';

describe('workspaceCommand', () => {
  let here: HostedWorld;
  before(async () => {
    here = await hostedWorld();
  });
  after(() => here.end());

  const command = (word: string, workspaceId: string, more: object = {}) =>
    here.run(() => workspaceCommand(here.environment, `workspace ${word}`, { workspaceId, ...more }));

  it('suspends a workspace, in which reading continues and writes and keys are refused; and reinstates it', async () => {
    const { chancery, workspaceId } = here;
    const { caller } = await here.apiKey();
    const asOwner = async () => [
      await failureOf(chancery.workspace.getWorkspace({}, here.owner.session)),
      await failureOf(chancery.workspace.createProject({ name: 'New' }, here.owner.session)),
      await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller)),
    ];

    const suspended = await command('suspend', workspaceId, { reason: 'Unpaid' });

    expect(suspended).to.deep.include({ code: 0, answer: { workspaceId, status: 'suspended' } });
    expect(await asOwner()).to.deep.equal(['none', 'workspace.not_active', 'workspace.not_active']);
    expect(await lastLine(here, workspaceId)).to.deep.equal({
      action: 'workspace.suspended',
      actor: 'operator',
      target: workspaceId,
    });
    expect((await command('suspend', workspaceId)).code).to.equal(5);

    expect((await command('reinstate', workspaceId)).answer).to.deep.equal({ workspaceId, status: 'active' });
    expect(await asOwner()).to.deep.equal(['none', 'none', 'none']);
    expect((await lastLine(here, workspaceId)).action).to.be.oneOf([
      'workspace.reinstated',
      'project.created',
    ]);
    expect((await command('reinstate', workspaceId)).code).to.equal(5);
  });

  it('takes custody only of a workspace that cannot close and has no other members', async () => {
    const carol = await here.stranger();

    const free = await command('take-custody', carol.workspaceId);
    const shared = await command('take-custody', here.workspaceId);
    await here.person('member');
    const withMembers = await command('take-custody', here.workspaceId);

    expect([free.code, shared.code, withMembers.code]).to.deep.equal([5, 5, 5]);
    expect(free.said).to.include('Nothing keeps this workspace from closing');
    expect(withMembers.said).to.include('other members');
  });

  it('keeps a blocked workspace ownerless and suspended until an owner is appointed', async () => {
    const dora = await here.stranger();
    const heir = await here.stranger();
    const { workspaceId } = dora;
    const hold: workspace.ClosureParticipant = {
      context: 'holds',
      blockers: async (id) => (id === workspaceId ? [{ kind: 'record_hold', count: 1 }] : []),
    };

    const closureParticipants = (asking: Asking) => [...answers.closureParticipants(asking), hold];
    const after = await operate(
      { ...here.ports, answers: { closureParticipants } },
      workspace.ports,
      workspaceId,
      (work) => workspace.operator.takeCustody(work, 'The owner retires'),
      'identity',
    );

    expect(after).to.include({ status: 'suspended', closesAt: null });
    expect(await failureOf(here.chancery.workspace.getWorkspace({}, dora.session))).to.equal(
      'workspace.none_active',
    );
    expect((await command('reinstate', workspaceId)).said).to.include('appoint one first');
    const appointed = await command('appoint-owner', workspaceId, { user: heir.email });
    expect(appointed.answer).to.deep.equal({
      workspaceId,
      member: { userId: heir.id, role: 'owner', status: 'active' },
    });
    const switched = await here.chancery.identity.switchWorkspace({ workspaceId }, heir.session).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
    expect(switched).to.equal('workspace.not_active');
    expect((await command('reinstate', workspaceId)).code).to.equal(0);
    expect(await failureOf(here.chancery.identity.switchWorkspace({ workspaceId }, heir.session))).to.equal(
      'none',
    );
  });

  it('makes a member owner, and reactivates a suspended member for that', async () => {
    const { workspaceId, chancery, owner } = here;
    const bob = await here.person('guest', 'Bob');
    await chancery.workspace.suspendMember({ userId: bob.id }, owner.session);

    const done = await command('appoint-owner', workspaceId, { user: bob.id });
    const again = await command('appoint-owner', workspaceId, { user: bob.id });

    const member = { userId: bob.id, role: 'owner', status: 'active' };
    expect([done.answer, again.answer]).to.deep.equal([
      { workspaceId, member },
      { workspaceId, member },
    ]);
    expect(await lastLine(here, workspaceId)).to.include({
      action: 'member.role_changed',
      actor: 'operator',
    });
  });

  it('explains what is wrong with a command that makes no sense', async () => {
    const unknown = `workspace_${'a'.repeat(26)}`;

    expect((await command('suspend', 'mine')).code).to.equal(2);
    expect((await command('suspend', unknown)).code).to.equal(4);
    expect((await command('appoint-owner', here.workspaceId, { user: 'me' })).code).to.equal(2);
  });
});
