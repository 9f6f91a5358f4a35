import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { SignJWT } from 'jose';
import { refusalOf } from './testing/installation.ts';
import { inviteTokenIn, type MeetingStory, oneMailTo, openMeetingStory } from './testing/meeting-story.ts';

const cleo = 'cleo@client.example';
const apiKey = 'APIstory';
const apiSecret = 'a secret of the media server, long enough';

interface LiveKitEvent {
  readonly event: string;
  readonly room: string;
  readonly identity: string;
  readonly sid: string;
  readonly joinedAt: number;
  readonly at: number;
}

describe('story: LiveKit misbehaves (meetings 17, walk-through 9)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory(
      {
        CHANCERY_CONFERENCE_PROVIDER: 'livekit',
        CHANCERY_LIVEKIT_URL: 'wss://live.example.com',
        CHANCERY_LIVEKIT_API_KEY: apiKey,
        CHANCERY_LIVEKIT_API_SECRET: apiSecret,
      },
      { startsAt: '2027-06-07T06:00:00.000Z' },
    );
  });
  after(() => story?.close());

  const secondsNow = () => Math.floor(Date.parse(story.now()) / 1000);

  /** Posts an event as LiveKit does, signed with this secret. */
  async function post({ event, room, identity, sid, joinedAt, at }: LiveKitEvent, secret = apiSecret) {
    const body = JSON.stringify({
      event,
      id: `EV_${randomUUID()}`,
      createdAt: String(at),
      room: { sid: 'RM_1', name: room },
      participant: { sid, identity, joinedAt: String(joinedAt) },
    });
    const authorization = await new SignJWT({ sha256: createHash('sha256').update(body).digest('base64') })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(apiKey)
      .setExpirationTime(secondsNow() + 300)
      .sign(new TextEncoder().encode(secret));
    const answer = await fetch(`${story.baseUrl}/api/v1/meetings/conference-events/livekit`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/webhook+json' },
      body,
    });
    return answer.status;
  }

  /** Makes a live meeting with Ann, Cleo and a stranger whom Ann admitted. */
  async function liveMeeting() {
    const { ann, client, newMails } = story;
    const start = new Date(Math.ceil(Date.parse(story.now()) / 60_000 + 10) * 60_000).toISOString();
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Hearing',
      scheduledStartAt: start,
      invitees: [{ email: cleo, displayName: 'Cleo' }],
    });
    const { id: meetingId, joinCode } = meeting;
    const invite = inviteTokenIn(oneMailTo(await newMails(), cleo));
    const host = await ann.meetings.startMeeting({ meetingId });
    const guest = await client().meetings.requestAdmission({ joinCode, invite });
    const stranger = await client().meetings.requestAdmission({ joinCode, displayName: 'Stranger' });
    const { sessionId } = stranger.admission;
    await ann.meetings.decideOnAdmission({
      sessionId,
      admissionId: stranger.admission.id,
      decision: 'admit',
    });
    const { conference } = await client().meetings.getAdmission({ token: stranger.admissionToken });
    expect(conference).to.include({ provider: 'livekit', serverUrl: 'wss://live.example.com' });
    return { meetingId, sessionId, joinCode, room: host.conference?.roomName ?? '', host, guest, stranger };
  }

  /** Ann stays; Cleo joins, drops and comes back; the event that the stranger left never arrives. */
  function eventsOf({ room, host, guest, stranger }: Awaited<ReturnType<typeof liveMeeting>>, from: number) {
    const people = {
      ann: host.conference?.identity ?? '',
      cleo: guest.admission.id,
      stranger: stranger.admission.id,
    };
    const event = (
      who: keyof typeof people,
      sid: string,
      joined: number,
      left: number | null,
    ): LiveKitEvent => ({
      event: left === null ? 'participant_joined' : 'participant_left',
      room,
      identity: people[who],
      sid,
      joinedAt: from + joined,
      at: from + (left ?? joined),
    });
    return [
      event('ann', 'PA_a', 5, null),
      event('cleo', 'PA_b', 10, null),
      event('stranger', 'PA_c', 30, null),
      event('cleo', 'PA_b', 10, 100),
      event('cleo', 'PA_d', 160, null),
      event('cleo', 'PA_d', 160, 300),
      event('ann', 'PA_a', 5, 310),
    ];
  }

  /** Who was there and when; an interval that the end of the session closed says `end`. */
  async function attendanceOf(meetingId: string, sessionId: string) {
    const { attendance, summary } = await story.ann.meetings.listAttendance({ meetingId, sessionId });
    return attendance
      .map(({ person, intervals, present }) => ({
        name: person.displayName,
        present,
        intervals: intervals.map(({ joinedAt, leftAt, leftReason, source }) => ({
          source,
          joinedAt,
          leftAt: leftAt === summary.endedAt ? 'end' : leftAt,
          leftReason,
        })),
      }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  it('shows the same attendance as in the right order, and ignores removed people and forged events', async () => {
    const { ann, client, advance } = story;
    const clean = await liveMeeting();
    const messy = await liveMeeting();
    const from = secondsNow();
    advance(320);

    for (const event of eventsOf(clean, from)) expect(await post(event)).to.equal(201);
    const inOrder = eventsOf(messy, from);
    // The events come twice and reordered, with the second half first and backwards.
    const shuffled = [...inOrder.slice(3).reverse(), ...inOrder, ...inOrder.slice(0, 3).reverse()];
    expect(shuffled).to.have.length(2 * inOrder.length);
    for (const event of shuffled) expect(await post(event)).to.equal(201);

    // A forged event names somebody who was never there.
    const forged = {
      ...eventsOf(messy, from)[0],
      event: 'participant_joined',
      sid: 'PA_forged',
      at: from + 200,
    };
    const answer = await post(
      { ...forged, joinedAt: from + 200 } as LiveKitEvent,
      'another secret of the same length',
    );
    expect(answer).to.equal(401);

    for (const { sessionId } of [clean, messy]) await ann.meetings.endSession({ sessionId });
    advance(121);
    await story.mails();
    const expected = await attendanceOf(clean.meetingId, clean.sessionId);
    const instant = (seconds: number) => new Date((from + seconds) * 1000).toISOString();
    const livekit = { source: 'livekit' };
    expect(expected).to.deep.equal([
      {
        name: 'Ann',
        present: false,
        intervals: [{ ...livekit, joinedAt: instant(5), leftAt: instant(310), leftReason: 'left' }],
      },
      {
        name: 'Cleo',
        present: false,
        intervals: [
          { ...livekit, joinedAt: instant(10), leftAt: instant(100), leftReason: 'left' },
          { ...livekit, joinedAt: instant(160), leftAt: instant(300), leftReason: 'left' },
        ],
      },
      {
        name: 'Stranger',
        present: false,
        intervals: [{ ...livekit, joinedAt: instant(30), leftAt: 'end', leftReason: 'ended' }],
      },
    ]);
    expect(await attendanceOf(messy.meetingId, messy.sessionId)).to.deep.equal(expected);
    advance(31 * 60);
    await story.mails();
    expect(await attendanceOf(messy.meetingId, messy.sessionId)).to.deep.equal(expected);

    // A token that was issued before the removal is the last one.
    const third = await liveMeeting();
    const before = await client().meetings.getAdmission({ token: third.stranger.admissionToken });
    expect(before.conference?.token).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const removal = await ann.meetings.decideOnAdmission({
      sessionId: third.sessionId,
      admissionId: third.stranger.admission.id,
      decision: 'remove',
    });
    expect(removal.warnings.map(({ code }) => code)).to.deep.equal(['conference.cannot_remove']);
    const polled = await client().meetings.getAdmission({ token: third.stranger.admissionToken });
    expect([polled.admission.status, polled.conference]).to.deep.equal(['removed', null]);
    const again = await client().meetings.requestAdmission({
      joinCode: third.joinCode,
      displayName: 'Stranger',
    });
    expect([again.admission.status, again.admission.waitReason, again.conference]).to.deep.equal([
      'waiting',
      'removed_before',
      null,
    ]);
    expect(
      await refusalOf(client().meetings.getAdmission({ token: clean.stranger.admissionToken })),
    ).to.deep.equal([410, 'link.gone']);
  });
});
