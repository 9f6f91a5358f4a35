import {
  failureOf,
  invited,
  postgresDatabase,
  seatsOf,
  setSettings,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('revokeInvitation', () => {
  it('WSP-5: disables the link, frees the seat, and is final', async () => {
    const made = await world();
    const { chancery, owner, happened } = made;
    const { invitation, token } = await invited(made);
    const revoke = (expectedVersion?: number) =>
      chancery.workspace.revokeInvitation(
        { invitationId: invitation.id, ...(expectedVersion === undefined ? {} : { expectedVersion }) },
        owner.session,
      );
    expect(await failureOf(revoke(9))).to.equal('version_conflict');

    const { invitation: after } = await revoke();

    expect(after).to.include({ status: 'revoked', version: 2 });
    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 0 });
    expect(await failureOf(chancery.workspace.previewInvitation({ token }, owner.session))).to.equal(
      'link.gone',
    );
    expect(await failureOf(revoke())).to.equal('workspace_invitation.invalid_state');
    expect((await happened()).at(-1)?.type).to.equal('workspace_invitation.revoked');
  });

  it('WSP-2: members revoke their own invitations if they may invite, and see no others', async () => {
    const made = await world();
    const { chancery, person } = made;
    await setSettings({ invitePolicy: 'members' }, made);
    const member = await person('member');
    const own = await invited({ ...made, owner: member });
    const other = await invited(made);
    const revoke = (invitationId: string) =>
      failureOf(chancery.workspace.revokeInvitation({ invitationId }, member.session));

    expect(await revoke(other.invitation.id)).to.equal('workspace_invitation.not_found');
    expect(await revoke(own.invitation.id)).to.equal('none');
  });

  it('WSP-5: of a revocation and an acceptance at the same moment one succeeds, and the seat is counted once, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const made = await world({ database });
    const { chancery, owner, stranger } = made;
    const grace = await stranger();
    const { invitation, token } = await invited(made, { email: grace.email });

    const [revoked, accepted] = await Promise.all([
      failureOf(chancery.workspace.revokeInvitation({ invitationId: invitation.id }, owner.session)),
      failureOf(chancery.workspace.acceptInvitation({ token }, grace.session)),
    ]);

    const won = accepted === 'none' ? 2 : 1;
    expect([revoked, accepted]).to.deep.equal(
      won === 2 ? ['workspace_invitation.invalid_state', 'none'] : ['none', 'link.gone'],
    );
    expect((await seatsOf(made)).members).to.deep.equal({ used: won, reserved: 0 });
    await database.close();
  });
});
