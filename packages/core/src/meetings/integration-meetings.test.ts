import {
  aStranger,
  failureOf,
  faultsOf,
  repeating,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const start = '2026-11-30T09:00:00.000Z';
const wanted = { title: 'Consultation', scheduledStartAt: start, timeZone: 'UTC' };
const bo = { email: 'bo@client.example', displayName: 'Bo' };

async function opened() {
  const here: World = await world({ settings: { accessTokenSeconds: 3600 * 24 * 30 } });
  const [application, other] = [await here.apiKey(), await here.apiKey()];
  const { meetings } = here.chancery;
  return {
    ...here,
    meetings,
    application,
    caller: application.caller,
    other: other.caller,
    /** The person of the meeting's only invitation answers by the link in the mail. */
    async answer(meetingId: string, response: 'accepted' | 'declined') {
      const { invitations } = await meetings.getIntegrationMeeting({ meetingId }, application.caller);
      const invitationId = invitations[0]?.id ?? '';
      const { session } = here.owner;
      const { inviteUrl } = await meetings.resendMeetingInvitation({ meetingId, invitationId }, session);
      const token = /invite=([\w-]{43})/.exec(inviteUrl)?.[1] ?? '';
      await meetings.respondToMeetingInvitation({ token, response }, aStranger());
    },
    make: (over: object = {}) =>
      meetings.createIntegrationMeeting({ ...wanted, ...over }, application.caller),
  };
}

describe('getIntegrationMeeting', () => {
  it('INT-6: shows what the creation answered, the answers of those who are invited, and who was there', async () => {
    const { meetings, caller, owner, make, clock } = await opened();
    const made = await make({ invitees: [bo], externalReference: 'deal-7', description: 'Bring it.' });
    clock.advance({ days: 6, hours: 21 });
    await meetings.startMeeting({ meetingId: made.id }, owner.session);

    const shown = await meetings.getIntegrationMeeting({ meetingId: made.id }, caller);

    const { invitations, attendance, createdAt, updatedAt, version, ...rest } = shown;
    expect(rest).to.deep.equal({
      ...made,
      status: 'live',
      description: 'Bring it.',
      meetingType: 'scheduled',
      cancelReason: null,
    });
    expect(invitations.map(({ id: _, ...invitation }) => invitation)).to.deep.equal([
      { ...bo, status: 'pending', respondedAt: null, proposedStartAt: null },
    ]);
    expect(attendance).to.include({ startedAt: clock.now(), endedAt: null });
    expect([createdAt < updatedAt, version > 1]).to.deep.equal([true, true]);
  });

  it('INT-6: shows the answer as soon as it is given', async () => {
    const { meetings, caller, answer, make } = await opened();
    const made = await make({ invitees: [bo] });
    await answer(made.id, 'declined');

    const { invitations } = await meetings.getIntegrationMeeting({ meetingId: made.id }, caller);

    expect(invitations.map(({ email, status }) => [email, status])).to.deep.equal([[bo.email, 'declined']]);
  });

  it('INT-6: shows another key what the workspace sees, without addresses, and no private meeting or room', async () => {
    const { meetings, other, owner, make } = await opened();
    const made = await make();
    const ofOwner = async (visibility: 'private' | 'workspace') =>
      (
        await meetings.createMeeting(
          { title: visibility, scheduledStartAt: start, visibility, invitees: [bo] },
          owner.session,
        )
      ).meeting.id;
    const room = await meetings.openPersonalRoom({}, owner.session);
    const read = (meetingId: string) => failureOf(meetings.getIntegrationMeeting({ meetingId }, other));

    expect(await read(made.id)).to.equal('meeting.not_found');
    expect(await read(await ofOwner('private'))).to.equal('meeting.not_found');
    expect(await read(room.meeting.id)).to.equal('meeting.not_found');
    const meetingId = await ofOwner('workspace');
    const { invitations } = await meetings.getIntegrationMeeting({ meetingId }, other);
    expect(invitations.map(({ email, displayName }) => [email, displayName])).to.deep.equal([[null, 'Bo']]);
  });

  it('KEY-7: needs meetings.read, and changing needs meetings.write', async () => {
    const { meetings, apiKey, make } = await opened();
    const { id: meetingId } = await make();
    const [reads, writes] = [await apiKey('meetings.read'), await apiKey('meetings.write')];

    expect([
      await failureOf(meetings.getIntegrationMeeting({ meetingId }, writes.caller)),
      await failureOf(meetings.updateIntegrationMeeting({ meetingId, title: 'A' }, reads.caller)),
      await failureOf(meetings.cancelIntegrationMeeting({ meetingId }, reads.caller)),
    ]).to.deep.equal(['scope.missing', 'scope.missing', 'scope.missing']);
  });
});

describe('updateIntegrationMeeting', () => {
  it('INT-6: moves the meeting by the rules for people: answers are asked for anew and the ledger names the key', async () => {
    const { meetings, caller, answer, make, application, sql } = await opened();
    const { id: meetingId } = await make({ invitees: [bo] });
    await answer(meetingId, 'accepted');

    const changed = await meetings.updateIntegrationMeeting(
      { meetingId, scheduledStartAt: '2026-12-01T10:00:00Z', externalReference: 'deal-8' },
      caller,
    );

    expect(changed).to.include({
      title: 'Consultation',
      scheduledStartAt: '2026-12-01T10:00:00.000Z',
      externalReference: 'deal-8',
      version: 2,
    });
    expect(changed.invitations.map(({ status }) => status)).to.deep.equal(['pending']);
    const [line] = await sql<{ kind: string; id: string }>(
      "select actor_kind kind, actor_id id from audit_event where action = 'meeting.updated' and target_id = $1",
      [meetingId],
    );
    expect(line).to.deep.equal({ kind: 'api_key', id: application.id });
  });

  it('INT-6: a version is optional, and one that has passed is refused', async () => {
    const { meetings, caller, make } = await opened();
    const { id: meetingId } = await make();
    const change = (title: string, expectedVersion?: number) =>
      failureOf(meetings.updateIntegrationMeeting({ meetingId, title, expectedVersion }, caller));

    expect([await change('A'), await change('B', 1), await change('C', 2)]).to.deep.equal([
      'none',
      'version_conflict',
      'none',
    ]);
  });

  it('INT-6: no change, a start in the past and an unknown field are refused by name', async () => {
    const { meetings, caller, make } = await opened();
    const { id: meetingId } = await make();
    const faults = (input: object) =>
      faultsOf(meetings.updateIntegrationMeeting({ meetingId, ...input } as { meetingId: string }, caller));

    expect(await faults({ notify: false })).to.deep.equal([' update.empty']);
    expect(await faults({ scheduledStartAt: '2026-01-01T09:00:00Z' })).to.deep.equal([
      '/scheduledStartAt schedule.in_past',
    ]);
    expect(await faults({ passcode: 'x' })).to.have.length(1);
  });
});

describe('cancelIntegrationMeeting', () => {
  it('INT-6: cancels once, with one reason, and a repeated request is answered alike', async () => {
    const { meetings, caller, make, happened } = await opened();
    const { id: meetingId } = await make({ invitees: [bo] });
    const once = repeating(caller, 'cancel');

    const cancelled = await meetings.cancelIntegrationMeeting({ meetingId, reason: 'Ill' }, once);

    expect(cancelled).to.include({ status: 'cancelled', cancelReason: 'Ill', version: 2 });
    expect(await meetings.cancelIntegrationMeeting({ meetingId, reason: 'Ill' }, once)).to.deep.equal(
      cancelled,
    );
    expect(await failureOf(meetings.cancelIntegrationMeeting({ meetingId }, caller))).to.equal(
      'meeting.invalid_state',
    );
    expect((await happened()).filter(({ type }) => type === 'meeting.cancelled')).to.have.length(1);
  });

  it('INT-6: what another key, a person or another workspace made does not exist for a key', async () => {
    const { meetings, caller, other, owner, make, chancery, stranger, application } = await opened();
    const { id: ofKey } = await make();
    const { meeting } = await meetings.createMeeting({ ...wanted, visibility: 'workspace' }, owner.session);
    const theirs = await stranger();
    const { secret } = await chancery.integrations.createApiKey(
      { name: 'Theirs', scopes: ['meetings.read', 'meetings.write'] },
      theirs.session,
    );
    const elsewhere = { ...application.caller, credential: secret };
    const tried = (meetingId: string, by: typeof caller) =>
      Promise.all([
        failureOf(meetings.updateIntegrationMeeting({ meetingId, title: 'Mine' }, by)),
        failureOf(meetings.cancelIntegrationMeeting({ meetingId }, by)),
      ]);

    const refused = ['meeting.not_found', 'meeting.not_found'];
    expect(await tried(ofKey, other)).to.deep.equal(refused);
    expect(await tried(meeting.id, caller)).to.deep.equal(refused);
    expect(await tried(ofKey, elsewhere)).to.deep.equal(refused);
    expect(await failureOf(meetings.getIntegrationMeeting({ meetingId: meeting.id }, elsewhere))).to.equal(
      'meeting.not_found',
    );
    expect((await meetings.getIntegrationMeeting({ meetingId: ofKey }, caller)).status).to.equal('scheduled');
  });
});

describe('listIntegrationMeetings', () => {
  it('INT-7: finds by the own reference, one or none, with the three members of the list', async () => {
    const { meetings, caller, make, workspaceId, clock } = await opened();
    await make({ externalReference: 'deal-7' });
    clock.advance({ minutes: 1 });
    const newest = await make({ externalReference: 'deal-7' });
    await make({ externalReference: 'deal-70' });
    const found = (externalReference: string) =>
      meetings.listIntegrationMeetings({ externalReference }, caller);

    const { meetings: list, ...rest } = await found(' deal-7 ');
    expect([list.map(({ id }) => id), rest]).to.deep.equal([[newest.id], { count: 1, workspaceId }]);
    expect(await found('deal')).to.deep.equal({ meetings: [], count: 0, workspaceId });
    expect((await meetings.listIntegrationMeetings({}, caller)).count).to.equal(3);
  });
});
