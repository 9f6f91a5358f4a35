import {
  admissionStatusOf,
  aStranger,
  failureOf,
  inviteTokenOf,
  liveMeeting,
  noonMeeting,
  sessionOfMeeting,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Room = Awaited<ReturnType<typeof liveMeeting>>;

const setLock = ({ chancery, owner }: World, { sessionId }: Room, locked: boolean) =>
  chancery.meetings.lockSession({ sessionId, locked }, owner.session);
const statusOf = async ({ chancery }: World, token: string) =>
  admissionStatusOf(await chancery.meetings.getAdmission({ token }, aStranger()));

describe('lockSession', () => {
  it('MTG-107: in a locked room everybody but hosts waits, whatever would let them in', async () => {
    const made = await world();
    const { chancery, owner, happened } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ email: 'cleo@client.example', admissionPolicy: 'trusted_bypass' }],
    });
    const before = await room.join({ displayName: 'Early' });
    const earlier = (await happened()).length;

    expect(await setLock(made, room, true)).to.deep.equal({
      locked: true,
      admittedCount: 0,
      stillWaitingCount: 0,
    });

    const invite = await inviteTokenOf(made, 'cleo@client.example');
    expect(admissionStatusOf(await room.join({ invite }))).to.equal('waiting locked');
    expect(admissionStatusOf(await room.join({ displayName: 'Late' }))).to.equal('waiting locked');
    expect(admissionStatusOf(await room.join({}, owner.session))).to.equal('admitted');
    expect(await statusOf(made, before.admissionToken)).to.equal('admitted');
    const { session } = await chancery.meetings.listAdmissions({ sessionId: room.sessionId }, owner.session);
    expect(session).to.deep.equal({ status: 'live', locked: true, presentCount: 2, waitingCount: 2 });
    expect((await happened())[earlier]).to.deep.include({
      type: 'occurrence.locked',
      facts: { sessionId: room.sessionId, meetingId: room.meetingId, decidedByUserId: owner.id },
    });
  });

  it('MTG-107: a host admits people into a locked room one by one, and everybody who waits at once', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { settings: { admission: 'open' } });
    await setLock(made, room, true);
    const first = await room.join({ displayName: 'First' });
    const second = await room.join({ displayName: 'Second' });

    await chancery.meetings.decideOnAdmission(
      { sessionId: room.sessionId, admissionId: first.admission.id, decision: 'admit' },
      owner.session,
    );
    expect(await statusOf(made, first.admissionToken)).to.equal('admitted');
    expect(await statusOf(made, second.admissionToken)).to.equal('waiting locked');
    await chancery.meetings.admitAll({ sessionId: room.sessionId }, owner.session);

    expect(await statusOf(made, second.admissionToken)).to.equal('admitted');
  });

  it('MTG-107: when the room is unlocked, whom the rules admit come in, in order of arrival, and the others keep waiting', async () => {
    const made = await world();
    const { clock } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'invited', maxParticipants: 2 },
      invitees: [{ email: 'cleo@client.example' }, { email: 'dora@client.example' }],
    });
    await setLock(made, room, true);
    const tokens: string[] = [];
    for (const email of [null, 'cleo@client.example', 'dora@client.example']) {
      const way = email === null ? { displayName: 'Stranger' } : { invite: await inviteTokenOf(made, email) };
      tokens.push((await room.join(way)).admissionToken);
      clock.advance({ seconds: 1 });
    }

    const answer = await setLock(made, room, false);

    expect(answer).to.deep.equal({ locked: false, admittedCount: 1, stillWaitingCount: 2 });
    const statuses = await Promise.all(tokens.map((token) => statusOf(made, token)));
    expect(statuses).to.deep.equal(['waiting policy', 'admitted', 'waiting full']);
    expect(admissionStatusOf(await room.join({ displayName: 'Later' }))).to.equal('waiting full');
  });

  it('MTG-107: unlocking lets nobody in who was removed, denied or has gone silent', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ email: 'rolf@client.example' }, { email: 'sina@client.example' }],
    });
    const [rolf, sina] = await Promise.all(
      ['rolf@client.example', 'sina@client.example'].map((email) => inviteTokenOf(made, email)),
    );
    const removed = await room.join({ invite: rolf });
    await chancery.meetings.decideOnAdmission(
      { sessionId: room.sessionId, admissionId: removed.admission.id, decision: 'remove' },
      owner.session,
    );
    await setLock(made, room, true);
    expect(admissionStatusOf(await room.join({ invite: rolf }))).to.equal('waiting removed_before');
    await room.join({ invite: sina });
    clock.advance({ seconds: 121 });

    const answer = await setLock(made, room, false);

    expect(answer.admittedCount).to.equal(0);
  });

  it('MTG-107: locking twice is one change, a lock ends with its session, and only a live one can be locked', async () => {
    const made = await world();
    const { chancery, owner, happened } = made;
    const personal = (await chancery.meetings.openPersonalRoom({}, owner.session)).meeting;
    const join = () =>
      chancery.meetings.requestAdmission({ joinCode: personal.joinCode, displayName: 'Guest' }, aStranger());
    const live = async () => {
      await chancery.meetings.startMeeting({ meetingId: personal.id }, owner.session);
      const { meeting } = await chancery.meetings.getMeeting({ meetingId: personal.id }, owner.session);
      return meeting.nextOccurrence?.id ?? '';
    };
    const sessionId = await live();
    await chancery.meetings.lockSession({ sessionId }, owner.session);
    await chancery.meetings.lockSession({ sessionId }, owner.session);
    expect((await happened()).filter(({ type }) => type === 'occurrence.locked')).to.have.length(1);
    expect(admissionStatusOf(await join())).to.equal('waiting locked');

    await chancery.meetings.endSession({ sessionId }, owner.session);
    expect(await failureOf(chancery.meetings.lockSession({ sessionId }, owner.session))).to.equal(
      'occurrence.invalid_state',
    );
    await live();
    expect(admissionStatusOf(await join())).to.equal('waiting policy');
  });

  it('MTG-107: whoever does not run the meeting can neither lock it nor learn that it exists', async () => {
    const made = await world();
    const { chancery, happened } = made;
    const room = await liveMeeting(made);
    const admin = await made.person('admin', 'Dan');
    const other = await made.person('member', 'Mona');
    const before = (await happened()).filter(({ type }) => type.startsWith('occurrence.'));
    const attempt = ({ session }: typeof other) =>
      failureOf(chancery.meetings.lockSession({ sessionId: room.sessionId }, session));

    expect([await attempt(admin), await attempt(other)]).to.deep.equal([
      'permission.denied',
      'occurrence.not_found',
    ]);
    expect((await happened()).filter(({ type }) => type.startsWith('occurrence.'))).to.deep.equal(before);
  });

  it('names the meeting that a host has to start, so that the join link is enough for them', async () => {
    const made = await world();
    const { chancery, owner, workspaceId } = made;
    const { meeting } = await noonMeeting(made);
    const refusal = await chancery.meetings
      .requestAdmission({ joinCode: meeting.joinCode }, owner.session)
      .catch((error) => error);

    expect(refusal.code).to.equal('occurrence.not_started');
    expect(refusal.details).to.deep.equal([
      {
        path: '',
        code: 'meeting_to_start',
        message: `Start the meeting ${meeting.id} in the workspace ${workspaceId}.`,
      },
    ]);
    expect(await sessionOfMeeting(made, meeting.id)).to.not.equal('');
  });
});
