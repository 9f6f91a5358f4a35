import {
  aStranger,
  failureOf,
  inviteTokenOf,
  liveMeeting,
  noonMeeting,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('requestAdmission', () => {
  it('admits an invited member once the session is live, with a token for this device', async () => {
    const made = await world();
    const { chancery, person, clock } = made;
    const bo = await person('member', 'Bo');
    const { meeting } = await noonMeeting(made, { invitees: [{ userId: bo.id }] });
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, made.owner.session);

    const entry = await chancery.meetings.requestAdmission({ joinCode: meeting.joinCode }, bo.session);

    expect(entry.admission).to.include({
      status: 'admitted',
      identity: 'member',
      role: 'attendee',
      waitReason: null,
    });
    expect(entry.admission.person).to.deep.equal({
      userId: bo.id,
      displayName: 'Bo',
      email: null,
      avatarUrl: null,
    });
    expect(entry.conference).to.include({ provider: 'embedded', identity: entry.admission.id });
    expect(entry.conference?.roomName).to.match(/^chn-[a-z2-7]{26}$/);
    expect(Date.parse(entry.conference?.expiresAt ?? '') - Date.parse(clock.now())).to.equal(600_000);
  });

  it('says in the ledger by which invitation somebody came, if they came by one', async () => {
    const made = await world();
    const { join } = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ email: 'cleo@client.example', displayName: 'Cleo' }],
    });
    await join({ invite: await inviteTokenOf(made, 'cleo@client.example') });
    await join({ displayName: 'Stranger' });

    const [invitation] = await made.sql<{ id: string }>(
      "select id from meeting_invitations where email = 'cleo@client.example' and workspace_id = $1",
      [made.workspaceId],
    );
    const asked = (await made.happened()).filter(({ type }) => type === 'admission.requested');
    expect(asked.slice(-2).map(({ facts }) => [facts['identity'], facts['invitationId']])).to.deep.equal([
      ['invitation', invitation?.id],
      ['anonymous', null],
    ]);
  });

  it('asks a stranger for a name, and lets them wait', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { meeting } = await noonMeeting(made);
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    expect(
      await failureOf(chancery.meetings.requestAdmission({ joinCode: meeting.joinCode }, aStranger())),
    ).to.equal('request.invalid');
    const { admission, conference } = await chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, displayName: 'Stranger' },
      aStranger(),
    );
    expect(admission).to.include({ status: 'waiting', waitReason: 'policy', identity: 'anonymous' });
    expect(conference).to.equal(null);
  });
});
