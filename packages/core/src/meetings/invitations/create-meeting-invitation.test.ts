import {
  cleo,
  failureOf,
  faultsOf,
  meetingWorld,
  onBothDatabases,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('createMeetingInvitation', () => {
  it('invites a guest by address, with a link of their own, and records it in the ledger', async () => {
    const { invite, meetingId, happened, meeting } = await meetingWorld();

    const { invitation, inviteUrl, warnings } = await invite({ ...cleo, message: 'Bring the figures' });

    expect(invitation).to.deep.include({
      meetingId,
      kind: 'guest',
      person: { userId: null, displayName: 'Cleo', email: cleo.email, avatarUrl: null },
      role: 'attendee',
      admissionPolicy: 'inherit',
      required: true,
      status: 'pending',
      deliveryStatus: 'queued',
      occurrenceResponses: [],
    });
    expect(inviteUrl).to.match(new RegExp(`\\?room=${meeting.joinCode}&prejoin=1&invite=[\\w-]{43}$`));
    expect(warnings).to.deep.equal([]);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'meeting_invitation.created',
      facts: { meetingId, kind: 'guest', role: 'attendee', userId: null },
      target: { kind: 'meeting_invitation', id: invitation.id },
    });
  });

  it('MTG-38: stores only the digest of the token, and shows the token to nobody else', async () => {
    const { invite, tokenOf, ports, sql, meetingId, chancery, owner, workspaceId } = await meetingWorld();

    const { inviteUrl, invitation } = await invite();

    const token = tokenOf(inviteUrl);
    expect(Buffer.from(token, 'base64url')).to.have.lengthOf(32);
    const [row] = await sql<{ token_hash: string }>(
      'select token_hash from meeting_invitations where id = $1',
      [invitation.id],
    );
    expect(row?.token_hash).to.equal(ports.linkTokens.hash(token));
    const kept = await sql<{ text: string }>(
      `select row_to_json(i)::text text from meeting_invitations i where i.meeting_id = $1
       union all select row_to_json(j)::text from jobs j where j.workspace_id = $2
       union all select convert_from(payload, 'UTF8') from audit_event where ledger_id = $2
       union all select row_to_json(m)::text from meeting_mails m where m.workspace_id = $2`,
      [meetingId, workspaceId],
    );
    const listed = await chancery.meetings.listMeetingInvitations({ meetingId }, owner.session);
    expect(kept.length).to.be.greaterThan(4);
    expect(JSON.stringify([kept, listed])).to.not.include(token);
  });

  it('MTG-40: refuses to invite an address twice, however it is written, until the first invitation is revoked', async () => {
    const { invite, meetingId, chancery, owner } = await meetingWorld();
    const { invitation } = await invite();
    const again = () => failureOf(invite({ ...cleo, email: 'CLEO@client.example' }));

    expect(await again()).to.equal('meeting_invitation.duplicate');
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: invitation.id },
      owner.session,
    );
    expect([await again(), await again()]).to.deep.equal(['none', 'meeting_invitation.duplicate']);
  });

  it('MTG-40: refuses to invite a member twice, by id or by address, and to invite the organizer', async () => {
    const { invite, person, owner } = await meetingWorld();
    const bo = await person('member', 'Bo');
    await invite({ userId: bo.id });

    expect(await failureOf(invite({ userId: bo.id }))).to.equal('meeting_invitation.duplicate');
    expect(await failureOf(invite({ email: bo.email }))).to.equal('meeting_invitation.duplicate');
    expect(await failureOf(invite({ userId: owner.id }))).to.equal('meeting_invitation.duplicate');
  });

  it('MTG-41: the address of an active member invites that member, any other address a guest', async () => {
    const { invite, person, stranger, chancery, owner } = await meetingWorld();
    const bo = await person('member', 'Bo');
    const [eve, gone] = [await stranger(), await person('member', 'Gone')];
    await chancery.workspace.suspendMember({ userId: gone.id }, owner.session);

    const kinds = [];
    for (const email of [bo.email.toUpperCase(), eve.email, gone.email]) {
      const { invitation } = await invite({ email, displayName: 'Called otherwise' });
      kinds.push([invitation.kind, invitation.person.userId, invitation.person.displayName]);
    }

    expect(kinds).to.deep.equal([
      ['member', bo.id, 'Bo'],
      ['guest', null, 'Called otherwise'],
      ['guest', null, 'Called otherwise'],
    ]);
  });

  it('MTG-43: lets a member be host, but not a guest', async () => {
    const { invite, person } = await meetingWorld();
    const bo = await person('member', 'Bo');

    expect(await faultsOf(invite({ ...cleo, role: 'host' }))).to.deep.equal([
      '/role invitee.host_must_be_member',
    ]);
    expect((await invite({ userId: bo.id, role: 'host' })).invitation.role).to.equal('host');
    expect((await invite({ ...cleo, role: 'co_host' })).invitation.role).to.equal('co_host');
  });

  it('MTG-43: lets a guest of the workspace be no host, whether named by id or by address', async () => {
    const { invite, person } = await meetingWorld();
    const gus = await person('guest', 'Gus');

    for (const named of [{ userId: gus.id }, { email: gus.email }]) {
      expect(await faultsOf(invite({ ...named, role: 'host' }))).to.deep.equal([
        '/role invitee.host_must_be_member',
      ]);
    }
    expect((await invite({ userId: gus.id, role: 'co_host' })).invitation.role).to.equal('co_host');
  });

  it('requires exactly one of id and address, and accepts only ids of members', async () => {
    const { invite, person, stranger } = await meetingWorld();
    const [bo, eve] = [await person('member', 'Bo'), await stranger()];

    expect(await faultsOf(invite({}))).to.deep.equal(['/email invitee.ambiguous']);
    expect(await faultsOf(invite({ userId: bo.id, email: bo.email }))).to.deep.equal([
      '/userId invitee.ambiguous',
    ]);
    expect(await faultsOf(invite({ userId: eve.id }))).to.deep.equal(['/userId invitee.unknown_member']);
  });

  it('MTG-103: counts the invitees against the plan, except revoked ones', async () => {
    const { invite, sql, workspaceId, meetingId, chancery, owner } = await meetingWorld();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const codes: string[] = [];
    for (let number = 0; number < 51; number += 1)
      codes.push(await failureOf(invite({ email: `guest${number}@client.example` })));
    expect(codes.indexOf('plan.limit_reached')).to.equal(50);

    const [first] = (
      await chancery.meetings.listMeetingInvitations({ meetingId }, owner.session)
    ).invitations.slice(1);
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: first?.id ?? '' },
      owner.session,
    );

    expect(await failureOf(invite({ email: 'last@client.example' }))).to.equal('none');
    expect(await failureOf(invite({ email: 'too.many@client.example' }))).to.equal('plan.limit_reached');
  });

  it('refuses a meeting that is over or cancelled', async () => {
    const { invite, sql, meetingId } = await meetingWorld();
    for (const status of ['ended', 'cancelled']) {
      await sql('update meetings set status = $2 where id = $1', [meetingId, status]);
      expect(await failureOf(invite())).to.equal('meeting.invalid_state');
    }
  });

  it('PLT-13: requires a verified address if verification is required', async () => {
    const { invite, sql, owner } = await meetingWorld({}, { settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(await failureOf(invite())).to.equal('auth.email_unverified');
  });

  it('warns of an address from which mail came back before', async () => {
    const { invite, sql, schedule, chancery, owner } = await meetingWorld();
    const { invitation } = await invite();
    await sql("update meeting_invitations set delivery_status = 'bounced' where id = $1", [invitation.id]);
    const other = await schedule();

    const { warnings } = await chancery.meetings.createMeetingInvitation(
      { meetingId: other.id, ...cleo },
      owner.session,
    );

    expect(warnings.map(({ code }) => code)).to.deep.equal(['invitee.bounced_before']);
  });

  it('counts the invited member as busy at that time', async () => {
    const { invite, person, sql, meetingId } = await meetingWorld();
    const bo = await person('member', 'Bo');

    await invite({ userId: bo.id });

    const rows = await sql('select user_id from occurrence_people where meeting_id = $1 and user_id = $2', [
      meetingId,
      bo.id,
    ]);
    expect(rows).to.have.lengthOf(1);
  });
});

onBothDatabases('invitations to meetings', (database) => {
  it('MTG-40: of several invitations of one address at once one is made', async () => {
    const { invite } = await meetingWorld({}, { database: database() });

    const codes = await Promise.all(Array.from({ length: 5 }, () => failureOf(invite())));

    expect(codes.sort()).to.deep.equal([...Array(4).fill('meeting_invitation.duplicate'), 'none'].sort());
  });
});
