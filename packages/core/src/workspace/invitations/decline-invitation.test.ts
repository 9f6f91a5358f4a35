import { aStranger, failureOf, invited, seatsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('declineInvitation', () => {
  it('is for anyone who holds the link; it frees the seat, notifies the inviter, and is final', async () => {
    const made = await world();
    const { chancery, owner, worker, ports, happened } = made;
    const { email, token } = await invited(made);
    const decline = () => chancery.workspace.declineInvitation({ token }, aStranger());

    expect(await decline()).to.deep.equal({ status: 'declined' });
    await worker.drain();

    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 0 });
    expect((await happened()).at(-1)).to.deep.include({
      type: 'workspace_invitation.declined',
      facts: { role: 'member' },
    });
    const mails = ports.mail.sent.filter(({ text }) => text.includes(`${email} declined`));
    expect(mails.map(({ to }) => to.address)).to.deep.equal([owner.email]);
    expect(await failureOf(decline())).to.equal('link.gone');
  });

  it('refuses an unknown link, and writes nothing to a workspace that is closing', async () => {
    const made = await world();
    const { chancery, sql, workspaceId } = made;
    const { token } = await invited(made);
    const decline = (link: string) =>
      failureOf(chancery.workspace.declineInvitation({ token: link }, aStranger()));
    await sql("update workspaces set status = 'closing' where id = $1", [workspaceId]);

    expect([await decline('A'.repeat(43)), await decline(token)]).to.deep.equal([
      'link.not_found',
      'workspace.not_active',
    ]);
  });
});
