import type { workspace } from '@chancery/core';
import { expect } from 'chai';
import { failureOf, onBothDatabases, world } from '../testing/index.ts';

onBothDatabases('workspace invitations', (database) => {
  it('ACC-3: erases an address in every workspace, with the seats that were reserved for it', async () => {
    const [one, other] = [await world({ database: database() }), await world({ database: database() })];
    const email = `gone.${one.owner.id}@example.com`;
    const invite = ({ chancery, owner }: typeof one, role: 'member' | 'guest', address = email) =>
      chancery.workspace.createInvitation({ email: address, role, displayName: 'Gone' }, owner.session);
    await invite(one, 'member');
    await invite(one, 'member', `stays.${one.owner.id}@example.com`);
    await invite(other, 'guest');
    const { invitation } = await invite(other, 'guest', `x${email}`);
    await other.chancery.workspace.revokeInvitation({ invitationId: invitation.id }, other.owner.session);
    await other.sql('update workspace_invitations set email = $2, email_fold = $2 where id = $1', [
      invitation.id,
      email,
    ]);

    const [row] = await one.sql<{ forgotten: number }>(
      'select chancery_forget_invitations_to($1) forgotten',
      [email],
    );

    expect(row?.forgotten).to.equal(2);
    const left = await one.sql<{ email: string; name: string | null }>(
      'select email, display_name name from workspace_invitations where workspace_id = any($1) order by email',
      [[one.workspaceId, other.workspaceId]],
    );
    expect(left).to.deep.equal([
      { email: 'former-member@invalid', name: null },
      { email: `stays.${one.owner.id}@example.com`, name: 'Gone' },
    ]);
    const reserved = await one.sql(
      "select code, reserved::integer reserved from usage_counters where workspace_id = any($1) and code in ('members', 'guests') order by reserved, code",
      [[one.workspaceId, other.workspaceId]],
    );
    expect(reserved).to.deep.equal([
      { code: 'guests', reserved: 0 },
      { code: 'members', reserved: 0 },
      { code: 'members', reserved: 1 },
    ]);
  });

  it('WSP-5: of two writers of the same version of an invitation exactly one wins, so that its seat is not freed twice', async () => {
    const { chancery, owner, ports, workspaceId } = await world({ database: database() });
    const { invitation } = await chancery.workspace.createInvitation(
      { email: `twice.${owner.id}@example.com`, role: 'member' },
      owner.session,
    );
    const inWorkspace = <T>(work: (invitations: workspace.InvitationRepository) => Promise<T>) =>
      ports.unitOfWork.run('write', 'app', (transaction) => {
        transaction.enter(workspaceId);
        return work(transaction.repositories.workspace.invitations);
      });
    const read = await inWorkspace((invitations) => invitations.get(invitation.id));
    const save = () => failureOf(inWorkspace((invitations) => invitations.save(read)));

    expect(await Promise.all([save(), save()])).to.have.members(['none', 'version_conflict']);
    expect((await inWorkspace((invitations) => invitations.get(invitation.id))).version).to.equal(2);
  });

  it('PLT-11: invitations and slugs of another workspace are not visible', async () => {
    const [one, other] = [await world({ database: database() }), await world({ database: database() })];
    const { invitation } = await one.chancery.workspace.createInvitation(
      { email: `seen.${one.owner.id}@example.com`, role: 'guest' },
      one.owner.session,
    );
    const { unitOfWork } = other.ports;

    const seen = await unitOfWork.run('read', 'app', async (transaction) => {
      transaction.enter(other.workspaceId);
      return transaction.repositories.workspace.invitations.get(invitation.id).catch(({ code }) => code);
    });

    expect(seen).to.equal('workspace_invitation.not_found');
  });
});
