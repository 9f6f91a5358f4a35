import {
  anAddress,
  invitationTokenOf,
  invited,
  setSettings,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('mailInvitation', () => {
  it('AUT-15: puts the token after the #; the database keeps its hash alone once the mail has left', async () => {
    const made = await world();
    const { email, token, invitation } = await invited(made);

    const [row] = await made.sql<{ token_hash: string; sealed_token: unknown }>(
      'select token_hash, sealed_token from workspace_invitations where id = $1',
      [invitation.id],
    );
    expect(row).to.deep.equal({ token_hash: made.ports.linkTokens.hash(token), sealed_token: null });
    const mail = made.ports.mail.sent.find(({ to }) => to.address === email);
    expect(mail?.html).to.include(`/invitation#token=${token}`);
  });

  it('JOB-9: no job carries the token', async () => {
    const made = await world();
    const { token, invitation } = await invited(made);

    const jobs = await made.sql<{ payload: object }>('select payload from jobs where workspace_id = $1', [
      made.workspaceId,
    ]);

    expect(JSON.stringify(jobs)).to.include(invitation.id).and.not.include(token);
  });

  it('JOB-9: a job that runs again after its mail has left sends nothing, since the token is erased', async () => {
    const made = await world();
    await invited(made);
    const { sent } = made.ports.mail;
    const mails = sent.length;
    const job = "workspace_id = $1 and topic = 'workspace.mail_invitation'";
    await made.sql(`update jobs set status = 'pending', available_at = $2, finished_at = null where ${job}`, [
      made.workspaceId,
      made.clock.now(),
    ]);

    await made.worker.drain();

    expect(await made.sql(`select status from jobs where ${job}`, [made.workspaceId])).to.deep.equal([
      { status: 'succeeded' },
    ]);
    expect(sent.length).to.equal(mails);
  });

  it('JOB-9: leaves also if the person who invited is a member no more', async () => {
    const made = await world();
    const { chancery, owner, person, worker, ports } = made;
    const admin = await person('admin', 'Bo');
    const email = anAddress();
    await chancery.workspace.createInvitation({ email, role: 'member' }, admin.session);
    await chancery.workspace.removeMember({ userId: admin.id }, owner.session);

    await worker.drain();

    expect(ports.mail.sent.filter(({ to }) => to.address === email)).to.have.lengthOf(1);
  });

  it('is in the language of the workspace, and quotes the inviter', async () => {
    const made = await world();
    const { chancery, owner, worker, ports } = made;
    await setSettings({ defaultLocale: 'de-CH' }, made);
    const email = anAddress();
    await chancery.workspace.createInvitation(
      { email, role: 'guest', message: 'Bis bald\nAda' },
      owner.session,
    );

    await worker.drain();

    const mail = ports.mail.sent.find(({ to }) => to.address === email);
    expect(mail?.subject).to.equal("Ada lädt Sie zu Ada's workspace ein");
    expect(mail?.text).to.include('Rolle: Gast').and.include('> Bis bald\n> Ada');
  });

  it('a mail that fails is tried again with the same link; if the invitation was sent again meanwhile, only the new link is mailed', async () => {
    const made = await world({ settings: { accessTokenSeconds: 36_000 } });
    const { chancery, owner, worker, ports, clock } = made;
    const email = anAddress();
    const { invitation } = await chancery.workspace.createInvitation(
      { email, role: 'member' },
      owner.session,
    );
    ports.mail.failure = new Error('the mailer is away');
    await worker.drain();
    clock.advance({ minutes: 1 });
    await chancery.workspace.resendInvitation({ invitationId: invitation.id }, owner.session);
    ports.mail.failure = null;
    await worker.drain();

    expect(ports.mail.sent.filter(({ to }) => to.address === email).length).to.equal(1);
    const preview = await chancery.workspace.previewInvitation(
      { token: invitationTokenOf(made, email) },
      owner.session,
    );
    expect(preview.status).to.equal('pending');
  });

  it('mails nobody whose invitation was revoked before the mail left', async () => {
    const made = await world();
    const { chancery, owner, worker, ports } = made;
    const email = anAddress();
    const { invitation } = await chancery.workspace.createInvitation(
      { email, role: 'member' },
      owner.session,
    );
    await chancery.workspace.revokeInvitation({ invitationId: invitation.id }, owner.session);

    await worker.drain();

    expect(ports.mail.sent.filter(({ to }) => to.address === email)).to.deep.equal([]);
  });
});
