import {
  failureOf,
  invitationTokenOf,
  invited,
  longSessions,
  seatsOf,
  setSettings,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('resendInvitation', () => {
  it('mails a new link with a new expiry; the old link no longer works', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock, worker, happened } = made;
    const { email, invitation, token } = await invited(made);
    clock.advance({ days: 2 });

    const { invitation: again } = await chancery.workspace.resendInvitation(
      { invitationId: invitation.id },
      owner.session,
    );
    await worker.drain();

    expect(again).to.deep.include({
      status: 'pending',
      sendCount: 2,
      sentAt: '2026-11-25T12:00:00.000Z',
      expiresAt: '2026-12-02T12:00:00.000Z',
    });
    const fresh = invitationTokenOf(made, email);
    expect(fresh).to.not.equal(token);
    const preview = (link: string) =>
      failureOf(chancery.workspace.previewInvitation({ token: link }, owner.session));
    expect([await preview(token), await preview(fresh)]).to.deep.equal(['link.gone', 'none']);
    expect((await happened()).at(-1)).to.deep.include({
      type: 'workspace_invitation.resent',
      facts: { role: 'member', sendCount: 2 },
    });
  });

  it('SES-14: an owner is invited again only with a recent proof of the password, a member without', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock } = made;
    const ids: string[] = [];
    for (const role of ['owner', 'member'] as const) ids.push((await invited(made, { role })).invitation.id);
    const resend = () =>
      Promise.all(
        ids.map((invitationId) =>
          failureOf(chancery.workspace.resendInvitation({ invitationId }, owner.session)),
        ),
      );

    clock.advance({ minutes: 15, seconds: 1 });

    expect(await resend()).to.deep.equal(['auth.reauthentication_required', 'none']);
  });

  it('revives an expired invitation, which takes a seat again', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock, worker } = made;
    const { invitation } = await invited(made, { expiresInDays: 1 });
    clock.advance({ days: 1 });
    await worker.run('workspace.expire_invitations');
    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 0 });

    const { invitation: again } = await chancery.workspace.resendInvitation(
      { invitationId: invitation.id },
      owner.session,
    );

    expect(again).to.include({ status: 'pending', expiresAt: '2026-11-25T12:00:00.000Z' });
    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 1 });
  });

  it('waits a minute between sendings, and sends ten times at most', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock } = made;
    const { invitation } = await invited(made);
    const resend = () =>
      failureOf(chancery.workspace.resendInvitation({ invitationId: invitation.id }, owner.session));
    clock.advance({ seconds: 59 });
    expect(await resend()).to.equal('rate_limited');

    const outcomes: string[] = [];
    for (let sending = 2; sending <= 11; sending += 1) {
      clock.advance({ minutes: 1 });
      outcomes.push(await resend());
    }

    expect(outcomes).to.deep.equal([...Array(9).fill('none'), 'workspace_invitation.invalid_state']);
  });

  it('refuses an invitation that was accepted, declined or revoked', async () => {
    const made = await world(longSessions);
    const { chancery, owner, stranger, clock } = made;
    const grace = await stranger();
    const [accepted, declined, revoked] = [
      await invited(made, { email: grace.email }),
      await invited(made),
      await invited(made),
    ];
    await chancery.workspace.acceptInvitation({ token: accepted.token }, grace.session);
    await chancery.workspace.declineInvitation({ token: declined.token }, grace.session);
    await chancery.workspace.revokeInvitation({ invitationId: revoked.invitation.id }, owner.session);
    clock.advance({ minutes: 1 });

    for (const { invitation } of [accepted, declined, revoked])
      expect(
        await failureOf(chancery.workspace.resendInvitation({ invitationId: invitation.id }, owner.session)),
      ).to.equal('workspace_invitation.invalid_state');
  });

  it('WSP-2: is for people who may invite in that role, and shows others nothing', async () => {
    const made = await world(longSessions);
    const { chancery, person, clock } = made;
    const [admin, member] = [await person('admin'), await person('member')];
    const [toMember, toAdmin] = [await invited(made), await invited(made, { role: 'admin' })];
    clock.advance({ minutes: 1 });
    const resend = (invitationId: string, who: typeof admin) =>
      failureOf(chancery.workspace.resendInvitation({ invitationId }, who.session));

    expect(await resend(toAdmin.invitation.id, admin)).to.equal('workspace_invitation.not_found');
    expect(await resend(toMember.invitation.id, member)).to.equal('workspace_invitation.not_found');
    await setSettings({ invitePolicy: 'owners' }, made);
    expect(await resend(toMember.invitation.id, admin)).to.equal('permission.denied');
    await setSettings({ invitePolicy: 'admins' }, made);
    expect(await resend(toMember.invitation.id, admin)).to.equal('none');
  });

  it('applies the current settings', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock } = made;
    const [guest, member] = [await invited(made, { role: 'guest' }), await invited(made)];
    clock.advance({ minutes: 1 });
    await setSettings({ guestsEnabled: false, allowedEmailDomains: ['clinic.example'] }, made);
    const resend = (invitationId: string) =>
      failureOf(chancery.workspace.resendInvitation({ invitationId }, owner.session));

    expect([await resend(guest.invitation.id), await resend(member.invitation.id)]).to.deep.equal([
      'workspace.guests_disabled',
      'workspace.domain_not_allowed',
    ]);
  });
});
