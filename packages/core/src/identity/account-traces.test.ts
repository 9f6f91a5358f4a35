import {
  aStranger,
  invited,
  liveMeeting,
  placesWith,
  sessionOf,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';
const address = '198.51.100.78';
const traces = ['zzada', address];

describe('what remains of a person', () => {
  it('ACC-3: of a deactivated account is nothing in any column of any table a month later but the reserved slug of their own workspace, and nothing once that is free', async () => {
    const made = await world({ settings: { accessTokenSeconds: 40 * 86_400 } });
    const { chancery, owner, stranger, person, sql, worker, clock } = made;
    await person('owner', 'Heir');
    const caller = aStranger({ address, userAgent: 'Zzada Browser' });
    const ada = await chancery.identity.registerAccount(
      {
        email: 'zzada@client.example',
        password,
        displayName: 'Zzada Lovelace',
        deviceName: 'Zzada phone',
      } as never,
      caller,
    );
    await sql('update accounts set email_verified_at = created_at where id = $1', [ada.user.id]);
    const { token } = await invited(made, { email: 'zzada@client.example', role: 'member' });
    const here = sessionOf(
      await chancery.identity.login(
        { email: 'zzada@client.example', password, deviceName: 'Zzada tablet' },
        caller,
      ),
    );
    const session = { ...caller, credential: here.accessToken };
    await chancery.workspace.acceptInvitation({ token }, session);
    await chancery.identity.updateMe(
      { avatarUrl: 'https://pictures.example.com/zzada.png', jobTitle: 'Zzada analyst' },
      session,
    );
    await chancery.identity
      .requestEmailChange(
        { newEmail: 'zzada-new@client.example', currentPassword: password } as never,
        session,
      )
      .catch(() => undefined);
    const elsewhere = await stranger();
    await chancery.workspace.createInvitation(
      { email: 'zzada@client.example', role: 'guest', displayName: 'Zzada', message: 'Dear zzada' },
      elsewhere.session,
    );
    const room = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ userId: ada.user.id }],
    });
    await room.join({} as never, session).catch(() => undefined);
    await worker.drain();
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    clock.advance({ minutes: 3 });
    await worker.drain();
    expect(await placesWith(traces, made)).to.include.members(['accounts.email', 'memberships.display_name']);

    await chancery.identity.deactivateAccount(
      {
        confirm: 'DELETE',
        password,
        reason: 'Zzada leaves',
        closeWorkspaceIds: [ada.workspace?.id ?? ''],
      } as never,
      session,
    );
    await worker.drain();
    clock.advance({ days: 31 });
    await worker.drain();
    for (const topic of ['identity.sweep', 'workspace.finalise_closure', 'jobs.prune', 'idempotency.prune'])
      await worker.run(topic);

    // The slug of the workspace that was closed stays reserved for 90 days (WSP-9).
    expect(await placesWith(traces, made)).to.deep.equal(['workspace_slugs.slug']);
    clock.advance({ days: 90 });
    await worker.run('workspace.prune_slugs');
    expect(await placesWith(traces, made)).to.deep.equal([]);
  });
});
