import {
  admissionStatusOf,
  aStranger,
  failureOf,
  inviteTokenOf,
  later,
  liveMeeting,
  noonMeeting,
  webinarWorld,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isFailure } from '../../kernel/errors.ts';

/** The clock stands at 12:00Z on Monday, 23 November 2026; half an hour on Tuesdays, first in a day and a minute. */
const weekly = {
  scheduledStartAt: '2026-11-24T12:01:00.000Z',
  timeZone: 'UTC',
  durationMinutes: 30,
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
};

async function series() {
  const made = await world();
  const { chancery, owner } = made;
  const { meeting } = await noonMeeting(made, weekly);
  const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);
  /** How a stranger stands who asks to enter, or why not and what the answer says of the next session. */
  const asking = async (sessionId?: string) => {
    const named = sessionId === undefined ? {} : { sessionId };
    const answer = await chancery.meetings
      .requestAdmission({ joinCode: meeting.joinCode, displayName: 'Guest', ...named }, aStranger())
      .catch((error: unknown) => error);
    if (isFailure(answer)) return [answer.code, ...answer.details.map(({ message }) => message)].join(': ');
    return admissionStatusOf(answer as Parameters<typeof admissionStatusOf>[0]); // no failure is an answer
  };
  return { ...made, meeting, asking, ids: occurrences.map(({ id }) => id ?? '') };
}

describe('the session that a code leads to', () => {
  it('MTG-25: is open from a day before its start until an hour after its end, and the answer names the next one', async () => {
    const { asking, clock } = await series();
    const first = 'occurrence.none_joinable: The next session starts at 2026-11-24T12:01:00.000Z.';
    const second = 'occurrence.none_joinable: The next session starts at 2026-12-01T12:01:00.000Z.';
    const outcomes: string[] = [];

    for (const step of [{}, { seconds: 59 }, { seconds: 1 }, { hours: 25, minutes: 30 }, { seconds: 1 }]) {
      clock.advance(step);
      outcomes.push(await asking());
    }

    const waits = 'waiting_for_host not_started';
    expect(outcomes).to.deep.equal([first, first, waits, waits, second]);
    clock.advance({ days: 6, hours: -1 });
    expect(await asking()).to.equal(waits);
    clock.advance({ days: 1, hours: 1, seconds: -1 });
    expect(await asking()).to.equal(waits);
    clock.advance({ seconds: 1 });
    expect(await asking()).to.equal('occurrence.none_joinable');
  });

  it('MTG-25: is the one that is named, however far ahead, unless it is cancelled or of another meeting', async () => {
    const made = await series();
    const { asking, ids, chancery, owner, meeting, clock, sql } = made;
    const { meeting: other } = await noonMeeting(made);
    const [session] = await sql<{ id: string }>('select id from meeting_occurrences where meeting_id = $1', [
      other.id,
    ]);

    expect(await asking(ids[1])).to.equal('waiting_for_host not_started');
    expect(await asking(session?.id)).to.match(/^occurrence\.none_joinable/);
    await chancery.meetings.updateOccurrence(
      { meetingId: meeting.id, sessionId: ids[1] ?? '', status: 'cancelled', expectedVersion: 1 },
      owner.session,
    );
    expect(await asking(ids[1])).to.equal(
      'occurrence.none_joinable: The next session starts at 2026-11-24T12:01:00.000Z.',
    );
    clock.advance({ days: 1, hours: 2 });
    expect(await asking()).to.equal('occurrence.none_joinable');
  });

  it('MTG-25: is the live one, although an earlier one was never started and another is named', async () => {
    const made = await series();
    const { asking, ids, chancery, owner, meeting, sql } = made;
    const session = await later(made, owner, { days: 1 });
    await sql('update meeting_occurrences set starts_at = $2, ends_at = $3 where id = $1', [
      ids[1],
      '2026-11-24T12:40:00Z',
      '2026-11-24T13:10:00Z',
    ]);
    await chancery.meetings.startMeeting({ meetingId: meeting.id, sessionId: ids[1] ?? '' }, session);

    expect(await asking()).to.equal('waiting policy');
    expect(await asking(ids[0])).to.equal('waiting policy');
  });
});

describe('a link beside the code', () => {
  it('MTG-39: opens nothing once it was replaced or revoked, and is unknown at another meeting', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, {
      invitees: [{ email: 'cleo@client.example' }, { email: 'dan@client.example' }],
    });
    const other = await liveMeeting(made, { invitees: [{ email: 'eve@client.example' }] });
    const [cleo, dan, eve] = await Promise.all(
      ['cleo', 'dan', 'eve'].map((name) => inviteTokenOf(made, `${name}@client.example`)),
    );
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId: room.meetingId },
      owner.session,
    );
    const ofName = (name: string) => ({
      meetingId: room.meetingId,
      invitationId: invitations.find(({ person }) => person.email?.startsWith(name))?.id ?? '',
    });
    const enter = (invite = '') => failureOf(room.join({ invite, displayName: 'Guest' }));
    expect([await enter(cleo), await enter(dan)]).to.deep.equal(['none', 'none']);

    await chancery.meetings.resendMeetingInvitation(ofName('cleo'), owner.session);
    await chancery.meetings.revokeMeetingInvitation(ofName('dan'), owner.session);

    expect([await enter(cleo), await enter(dan)]).to.deep.equal(['link.gone', 'link.gone']);
    expect(await enter(await inviteTokenOf(made, 'cleo@client.example'))).to.equal('none');
    await chancery.meetings.createMeetingInvitation(
      { meetingId: room.meetingId, email: 'dan@client.example' },
      owner.session,
    );
    expect(await enter(dan)).to.equal('link.gone');
    expect(await enter(await inviteTokenOf(made, 'dan@client.example'))).to.equal('none');
    expect([await enter(eve), await enter('x'.repeat(43))]).to.deep.equal([
      'meeting.not_found',
      'meeting.not_found',
    ]);
    expect(await failureOf(other.join({ invite: eve ?? '' }))).to.equal('none');
  });

  it('MTG-39: of a registration is unknown at another webinar', async () => {
    const { register, tokenOf, chancery, owner, joinCode } = await webinarWorld();
    const { meeting: other } = await chancery.meetings.createMeeting(
      { title: 'Talk', meetingType: 'webinar', scheduledStartAt: '2026-11-24T09:00:00Z' },
      owner.session,
    );
    await register('cleo');
    const registration = await tokenOf('cleo');
    const enter = (code: string, token: string) =>
      failureOf(chancery.meetings.requestAdmission({ joinCode: code, registration: token }, aStranger()));

    expect(await enter(joinCode, registration)).to.equal('occurrence.none_joinable');
    expect(await enter(other.joinCode, registration)).to.equal('meeting.not_found');
    expect(await enter(joinCode, 'x'.repeat(43))).to.equal('meeting.not_found');
  });
});
