import {
  anAddress,
  aStranger,
  cleo,
  failureOf,
  faultsOf,
  meetingWorld,
  onBothDatabases,
  type Person,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function invited() {
  const made = await meetingWorld();
  const { invitation, inviteUrl } = await made.invite();
  const ids = { meetingId: made.meetingId, invitationId: invitation.id };
  return { ...made, ids, invitation, inviteUrl };
}
const own = async ({ sql, meetingId }: Awaited<ReturnType<typeof meetingWorld>>) =>
  (
    await sql<{ id: string }>("select id from meeting_invitations where meeting_id = $1 and role = 'host'", [
      meetingId,
    ])
  )[0]?.id ?? '';

describe('updateMeetingInvitation', () => {
  it('MTG-97, MTG-105: changes the role, the admission policy and whether the person is required, and records it in the ledger', async () => {
    const { chancery, owner, ids, happened } = await invited();

    const { invitation, warnings } = await chancery.meetings.updateMeetingInvitation(
      { ...ids, role: 'presenter', admissionPolicy: 'trusted_bypass', required: false, expectedVersion: 1 },
      owner.session,
    );

    expect(invitation).to.include({
      role: 'presenter',
      admissionPolicy: 'trusted_bypass',
      required: false,
      version: 2,
    });
    expect(warnings).to.deep.equal([]);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'meeting_invitation.updated',
      facts: {
        meetingId: ids.meetingId,
        role: 'presenter',
        admissionPolicy: 'trusted_bypass',
        required: false,
      },
      target: { kind: 'meeting_invitation', id: ids.invitationId },
    });
  });

  it('MTG-43: makes no guest of the workspace host, and a member', async () => {
    const { chancery, owner, meetingId, invite, person } = await meetingWorld();
    const [gus, bo] = [await person('guest', 'Gus'), await person('member', 'Bo')];
    const asHost = async (userId: string) => {
      const { id: invitationId } = (await invite({ userId })).invitation;
      return chancery.meetings.updateMeetingInvitation(
        { meetingId, invitationId, role: 'host' },
        owner.session,
      );
    };

    expect(await faultsOf(asHost(gus.id))).to.deep.equal(['/role invitee.host_must_be_member']);
    expect((await asHost(bo.id)).invitation.role).to.equal('host');
  });

  it('refuses an empty change, a stale version, and an invitation that is revoked or is the organizer’s own', async () => {
    const made = await invited();
    const { chancery, owner, ids } = made;
    const change = (input: object) =>
      chancery.meetings.updateMeetingInvitation({ ...ids, ...input }, owner.session);

    expect(await faultsOf(change({}))).to.deep.equal([' update.empty']);
    expect(await faultsOf(change({ role: 'host' }))).to.deep.equal(['/role invitee.host_must_be_member']);
    expect(await failureOf(change({ required: false, expectedVersion: 7 }))).to.equal('version_conflict');
    expect(await failureOf(change({ required: false, invitationId: await own(made) }))).to.equal(
      'meeting_invitation.invalid_state',
    );
    await chancery.meetings.revokeMeetingInvitation(ids, owner.session);
    expect(await failureOf(change({ required: false }))).to.equal('meeting_invitation.invalid_state');
  });
});

describe('revokeMeetingInvitation', () => {
  it('MTG-47: revokes the link, and removes whoever came by it from the line and the room', async () => {
    const made = await meetingWorld({ scheduledStartAt: '2026-11-23T12:10:00Z' });
    const { chancery, owner, meetingId, meeting, tokenOf, happened } = made;
    const { invitation, inviteUrl } = await made.invite();
    const invite = tokenOf(inviteUrl);
    const { admission, admissionToken } = await chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, invite },
      aStranger(),
    );
    expect(admission.status).to.equal('waiting_for_host');

    const revoked = await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: invitation.id },
      owner.session,
    );

    expect(revoked.invitation).to.include({ status: 'revoked', version: 2 });
    const after = await chancery.meetings.getAdmission({ token: admissionToken }, aStranger());
    expect(after.admission.status).to.equal('removed');
    expect(
      await failureOf(chancery.meetings.previewMeetingInvitation({ token: invite }, aStranger())),
    ).to.equal('link.gone');
    expect((await happened()).map(({ type }) => type)).to.include.members([
      'meeting_invitation.revoked',
      'admission.removed',
    ]);
  });

  it('MTG-47: mails nobody if notify is false', async () => {
    const { chancery, owner, ids, mails } = await invited();
    await mails();

    await chancery.meetings.revokeMeetingInvitation({ ...ids, notify: false }, owner.session);

    expect(await mails(120)).to.deep.equal([]);
  });

  it('MTG-47: refuses the organizer’s own invitation, and to revoke one twice', async () => {
    const made = await invited();
    const { chancery, owner, ids } = made;
    const revoke = (invitationId = ids.invitationId) =>
      failureOf(chancery.meetings.revokeMeetingInvitation({ ...ids, invitationId }, owner.session));

    expect([await revoke(await own(made)), await revoke(), await revoke()]).to.deep.equal([
      'meeting_invitation.invalid_state',
      'none',
      'meeting_invitation.invalid_state',
    ]);
  });
});

describe('resendMeetingInvitation', () => {
  it('MTG-39: gives the link of the next generation at most once in ten minutes, and the earlier link is gone', async () => {
    const { chancery, owner, ids, inviteUrl, clock, ports } = await invited();
    const resend = () => chancery.meetings.resendMeetingInvitation(ids, owner.session);

    const first = await resend();

    const ofGeneration = ports.linkTokens.derive('meeting_invitation', ids.invitationId, 2).token;
    expect(first.inviteUrl?.split('invite=')[1]).to.equal(ofGeneration);

    expect(first.inviteUrl).to.not.equal(inviteUrl);
    expect(
      await failureOf(
        chancery.meetings.previewMeetingInvitation(
          { token: inviteUrl.split('invite=')[1] ?? '' },
          aStranger(),
        ),
      ),
    ).to.equal('link.gone');
    expect(first.invitation).to.include({ deliveryStatus: 'queued', version: 2 });
    clock.advance({ seconds: 599 });
    const refused = await resend().catch((error: { code: string; retryAfterSeconds: number }) => error);
    expect(refused).to.include({ code: 'rate_limited', retryAfterSeconds: 1 });
    clock.advance({ seconds: 1 });
    expect((await resend()).inviteUrl).to.not.equal(first.inviteUrl);
  });

  it('mails again to an address from which mail came back', async () => {
    const { chancery, owner, ids, sql } = await invited();
    await sql("update meeting_invitations set delivery_status = 'bounced' where id = $1", [ids.invitationId]);

    const { invitation, warnings } = await chancery.meetings.resendMeetingInvitation(ids, owner.session);

    expect(invitation.deliveryStatus).to.equal('queued');
    expect(warnings.map(({ code }) => code)).to.deep.equal(['invitee.bounced_before']);
  });

  it('MTG-47: refuses an invitation that is revoked, and a meeting that is over', async () => {
    const { chancery, owner, ids, sql } = await invited();
    const resend = () => failureOf(chancery.meetings.resendMeetingInvitation(ids, owner.session));
    await sql("update meetings set status = 'ended' where id = $1", [ids.meetingId]);
    expect(await resend()).to.equal('meeting.invalid_state');
    await sql("update meetings set status = 'scheduled' where id = $1", [ids.meetingId]);
    await chancery.meetings.revokeMeetingInvitation(ids, owner.session);
    expect(await resend()).to.equal('meeting_invitation.invalid_state');
  });
});

describe('listMeetingInvitations', () => {
  it('PLT-25: lists by role, then by name, at most 500 at once, and continues after the cursor', async () => {
    const { chancery, owner, invite, person, meetingId } = await invited();
    const bo = await person('member', 'Bo');
    await invite({ userId: bo.id, role: 'co_host' });
    await invite({ email: 'abe@client.example', displayName: 'Abe' });
    const list = (input: object) =>
      chancery.meetings.listMeetingInvitations({ meetingId, ...input }, owner.session);

    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
      names.push(...page.invitations.map(({ person: who }) => who.displayName));
      cursor = page.nextCursor;
    } while (cursor !== null);

    expect(names).to.deep.equal(['Ada', 'Bo', 'Abe', 'Cleo']);
    expect((await list({})).invitations.map(({ person: who }) => who.displayName)).to.deep.equal(names);
    expect((await list({ status: 'accepted' })).count).to.equal(1);
    expect((await list({ limit: 500 })).count).to.equal(4);
    expect(await faultsOf(list({ limit: 501 }))).to.deep.equal(['/limit field.out_of_range']);
  });

  it('MTG-49: shows attendees names and roles as the guest list allows, without answers and addresses', async () => {
    const made = await invited();
    const { chancery, owner, invite, person, sql, meetingId } = made;
    const people: Record<string, Person> = {
      member: await person('member', 'Bo'),
      guest: await person('guest', 'Gus'),
    };
    for (const { id: userId } of Object.values(people)) await invite({ userId });
    const show = (visibility: string) =>
      sql('update meetings set settings = settings || jsonb_build_object($2::text, $3::text) where id = $1', [
        meetingId,
        'guestListVisibility',
        visibility,
      ]);
    const seenBy = (who: string) =>
      failureOf(
        chancery.meetings.listMeetingInvitations({ meetingId }, people[who]?.session ?? owner.session),
      );

    const outcomes: string[] = [];
    for (const visibility of ['hidden', 'members', 'everyone']) {
      await show(visibility);
      outcomes.push(`${visibility}: ${await seenBy('member')}, ${await seenBy('guest')}`);
    }

    expect(outcomes).to.deep.equal([
      'hidden: permission.denied, permission.denied',
      'members: none, permission.denied',
      'everyone: none, none',
    ]);
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId },
      people.member?.session ?? owner.session,
    );
    const others = invitations.filter(({ person: who }) => who.displayName !== 'Bo');
    expect(others.map(({ status, person: who }) => [status, who.email])).to.deep.equal([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(invitations.find(({ person: who }) => who.displayName === 'Bo')).to.include({ status: 'pending' });
    const byAnswer = (session = owner.session) =>
      faultsOf(chancery.meetings.listMeetingInvitations({ meetingId, status: 'pending' }, session));
    expect(await byAnswer(people.member?.session)).to.deep.equal(['/status field.not_an_option']);
    expect(await byAnswer()).to.deep.equal([]);
  });

  it('MTG-49: gives the addresses of others to hosts, not to co-hosts', async () => {
    const { chancery, owner, invite, person, meetingId } = await invited();
    const bo = await person('member', 'Bo');
    await invite({ userId: bo.id, role: 'co_host' });
    const addressSeenBy = async (who: Person) =>
      (await chancery.meetings.listMeetingInvitations({ meetingId }, who.session)).invitations.find(
        ({ person: one }) => one.displayName === 'Cleo',
      )?.person.email;

    expect([await addressSeenBy(owner), await addressSeenBy(bo)]).to.deep.equal([cleo.email, null]);
  });
});

describe('permissions on invitations', () => {
  it('MTG-97: hosts and co-hosts invite, resend, revoke and list in full; only hosts change roles', async () => {
    const made = await invited();
    const { chancery, invite, person, meetingId, ids, owner } = made;
    const of = async (
      role: 'admin' | 'member' | 'guest',
      meetingRole: 'host' | 'co_host' | 'presenter' | null,
    ) => {
      const who = await person(role);
      if (meetingRole !== null) await invite({ userId: who.id, role: meetingRole });
      return who;
    };
    const people: Record<string, Person> = {
      organizer: owner,
      host: await of('member', 'host'),
      'co-host': await of('member', 'co_host'),
      presenter: await of('member', 'presenter'),
      'workspace guest': await of('guest', 'presenter'),
      admin: await of('admin', null),
      other: await of('member', null),
    };
    const rows: Record<string, (who: Person) => Promise<unknown>> = {
      invite: ({ session }) =>
        chancery.meetings.createMeetingInvitation({ meetingId, email: anAddress() }, session),
      change: ({ session }) => chancery.meetings.updateMeetingInvitation({ ...ids, required: true }, session),
      remind: ({ session }) => chancery.meetings.remindInvitees({ meetingId }, session),
      resend: ({ session }) => chancery.meetings.resendMeetingInvitation(ids, session),
    };

    const table: Record<string, string> = {};
    for (const [name, who] of Object.entries(people)) {
      const codes: string[] = [];
      for (const row of Object.values(rows)) codes.push(await failureOf(row(who)));
      table[name] = codes.map((code) => (code === 'rate_limited' ? 'none' : code)).join(' ');
    }

    const denied = Array(4).fill('permission.denied').join(' ');
    expect(table).to.deep.equal({
      organizer: 'none none none none',
      host: 'none none none none',
      'co-host': 'none permission.denied none none',
      presenter: denied,
      'workspace guest': denied,
      admin: denied,
      other: Array(4).fill('meeting.not_found').join(' '),
    });
  });

  it('MTG-96: an invitation of another workspace, or of another meeting, is not found', async () => {
    const { chancery, stranger, ids, schedule, owner } = await invited();
    const eve = await stranger();
    const other = await schedule();

    expect(
      await failureOf(chancery.meetings.updateMeetingInvitation({ ...ids, required: true }, eve.session)),
    ).to.equal('meeting.not_found');
    expect(
      await failureOf(
        chancery.meetings.updateMeetingInvitation(
          { ...ids, meetingId: other.id, required: true },
          owner.session,
        ),
      ),
    ).to.equal('meeting_invitation.not_found');
  });
});

describe('listInviteOptions', () => {
  it('lists active members except the caller by name, then guests of the caller’s meetings, each address once', async () => {
    const { chancery, owner, person, sql, invite, schedule } = await invited();
    const [zoe, bo, gone] = [
      await person('guest', 'Zoe'),
      await person('member', 'Bo'),
      await person('member', 'Gone'),
    ];
    await chancery.workspace.suspendMember({ userId: gone.id }, owner.session);
    await invite({ email: 'abe@client.example', displayName: 'Abe' });
    const theirs = await schedule({}, bo);
    await chancery.meetings.createMeetingInvitation(
      { meetingId: theirs.id, email: 'unknown@client.example' },
      bo.session,
    );
    const again = await schedule();
    await chancery.meetings.createMeetingInvitation({ meetingId: again.id, ...cleo }, owner.session);

    const { options, count, nextCursor } = await chancery.meetings.listInviteOptions({}, owner.session);

    expect(options).to.deep.equal([
      { kind: 'member', userId: bo.id, email: bo.email, displayName: 'Bo', avatarUrl: null, role: 'member' },
      {
        kind: 'member',
        userId: zoe.id,
        email: zoe.email,
        displayName: 'Zoe',
        avatarUrl: null,
        role: 'guest',
      },
      {
        kind: 'guest',
        userId: null,
        email: 'abe@client.example',
        displayName: 'Abe',
        avatarUrl: null,
        role: null,
      },
      { kind: 'guest', userId: null, email: cleo.email, displayName: 'Cleo', avatarUrl: null, role: null },
    ]);
    expect([count, nextCursor]).to.deep.equal([4, null]);
    await sql("update meeting_invitations set created_at = '2020-01-01' where workspace_id = $1", [
      owner.workspaceId,
    ]);
    expect((await chancery.meetings.listInviteOptions({}, owner.session)).count).to.equal(2);
  });

  it('finds the beginning of any word of a name or an address, and reads no character as a pattern', async () => {
    const { chancery, owner, invite } = await invited();
    await invite({ email: 'jo.meyer@clinic.example', displayName: 'Dr. Johanna (Jo) Meyer-Ölz' });
    const found = async (search: string) =>
      (await chancery.meetings.listInviteOptions({ search }, owner.session)).options.map(
        ({ displayName }) => displayName,
      );

    for (const search of ['johan', 'MEY', 'ölz', 'jo.mey', 'clinic', '(jo', 'johanna (jo'])
      expect(await found(search), search).to.deep.equal(['Dr. Johanna (Jo) Meyer-Ölz']);
    for (const search of ['ohanna', '.*', '%', 'eyer', '[a-z]', '\\'])
      expect(await found(search), search).to.deep.equal([]);
  });

  it('lists only the people of a meeting if the caller is in it', async () => {
    const { chancery, owner, person, invite, meetingId, schedule } = await invited();
    const [bo, dan] = [await person('member', 'Bo'), await person('member', 'Dan')];
    await invite({ userId: bo.id });
    const theirs = await schedule({}, dan);

    const { options } = await chancery.meetings.listInviteOptions(
      { conversationId: meetingId },
      owner.session,
    );

    expect(options.map(({ displayName }) => displayName)).to.deep.equal(['Bo', 'Cleo']);
    expect(
      await failureOf(chancery.meetings.listInviteOptions({ conversationId: theirs.id }, owner.session)),
    ).to.equal('conversation.not_found');
  });
});

onBothDatabases('revoking invitations to meetings', (database) => {
  it('lets exactly one of several simultaneous calls win', async () => {
    const made = await meetingWorld({}, { database: database() });
    const { invitation } = await made.invite();
    const { chancery, owner, meetingId } = made;

    const codes = await Promise.all(
      Array.from({ length: 4 }, () =>
        failureOf(
          chancery.meetings.revokeMeetingInvitation(
            { meetingId, invitationId: invitation.id },
            owner.session,
          ),
        ),
      ),
    );

    expect(codes.filter((code) => code === 'none')).to.have.lengthOf(1);
    expect(codes.filter((code) => code === 'meeting_invitation.invalid_state')).to.have.lengthOf(3);
  });
});
