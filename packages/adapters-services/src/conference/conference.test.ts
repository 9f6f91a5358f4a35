import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ConferenceSeat } from '@chancery/core';
import { conferenceProviderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { embeddedConference, jitsiConference, liveKitConference } from './index.ts';

const now = '2026-11-23T12:00:00.000Z';
const until = '2026-11-23T12:10:00.000Z';
const atSecond = Date.parse(now) / 1000;
const room = 'chn-abcdefghijklmnopqrstuvwxyz';
const seat: ConferenceSeat = {
  room,
  admissionId: '01900000-0000-7000-8000-00000000000a',
  displayName: 'Grace',
  role: 'attendee',
  grants: { publishAudio: true, publishVideo: false, shareScreen: true, subscribe: true, moderate: false },
};
const asHost: ConferenceSeat = {
  ...seat,
  role: 'host',
  grants: { publishAudio: true, publishVideo: true, shareScreen: true, subscribe: true, moderate: true },
};
const silent: ConferenceSeat = {
  ...seat,
  grants: { publishAudio: false, publishVideo: false, shareScreen: false, subscribe: true, moderate: false },
};

const embeddedKey = randomBytes(32);
const embedded = embeddedConference({ baseUrl: 'https://meet.example', key: () => embeddedKey });
const secret = 'a secret of thirty-two characters';
const liveKit = liveKitConference({ url: 'wss://live.example', apiKey: 'APIabc', apiSecret: secret });
const jitsi = jitsiConference({
  url: 'https://jitsi.example',
  appId: 'chancery',
  appSecret: secret,
  audience: 'jitsi',
  tenant: 'meet.example',
  eventToken: 'event token',
});

conferenceProviderContract('the embedded adapter', async () => ({ provider: embedded, key: embeddedKey }));
conferenceProviderContract('LiveKit', async () => ({ provider: liveKit, key: Buffer.from(secret) }));
conferenceProviderContract('Jitsi', async () => ({ provider: jitsi, key: Buffer.from(secret) }));

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const times = { nbf: atSecond - 10, exp: atSecond + 600 };

describe('claims of join tokens (meetings 8.1)', () => {
  it('are those of an embedded token', async () => {
    expect(claimsOf(await embedded.joinToken(seat, now, until))).to.deep.equal({
      iss: 'https://meet.example',
      aud: 'chancery-conference',
      sub: seat.admissionId,
      room,
      name: 'Grace',
      role: 'attendee',
      can: { audio: true, video: false, screen: true, moderate: false },
      ...times,
    });
  });

  it('MTG-60: are those that LiveKit reads', async () => {
    expect(claimsOf(await liveKit.joinToken(seat, now, until))).to.deep.equal({
      iss: 'APIabc',
      sub: seat.admissionId,
      name: 'Grace',
      metadata: '{"role":"attendee"}',
      video: {
        room,
        roomJoin: true,
        canPublish: true,
        canPublishSources: ['microphone', 'screen_share', 'screen_share_audio'],
        canPublishData: true,
        canSubscribe: true,
      },
      ...times,
    });
    expect(claimsOf(await liveKit.joinToken(asHost, now, until)).video.roomAdmin).to.equal(true);
  });

  it('MTG-60: never leave LiveKit an empty list of sources, which it reads as all of them', async () => {
    expect(claimsOf(await liveKit.joinToken(silent, now, until)).video).to.deep.equal({
      room,
      roomJoin: true,
      canPublish: false,
      canPublishData: true,
      canSubscribe: true,
    });
  });

  it('are those that Jitsi reads', async () => {
    expect(claimsOf(await jitsi.joinToken(asHost, now, until))).to.deep.equal({
      iss: 'chancery',
      aud: 'jitsi',
      sub: 'meet.example',
      room,
      context: {
        user: {
          id: seat.admissionId,
          name: 'Grace',
          moderator: 'true',
          affiliation: 'owner',
          lobby_bypass: true,
        },
        features: { 'screen-sharing': true, recording: false, livestreaming: false },
      },
      ...times,
    });
  });
});

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The token is made without the library that the adapter uses to check it. */
function authorizationOf(
  body: string,
  over: object = {},
  key = secret,
  head: object = { alg: 'HS256' },
): string {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const signed = `${base64url(head)}.${base64url({ iss: 'APIabc', exp: atSecond + 60, sha256, ...over })}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

describe('events of LiveKit (meetings 8.2)', () => {
  const event = (fields: object) =>
    JSON.stringify({ id: 'EV_1', createdAt: String(atSecond), room: { sid: 'RM_1', name: room }, ...fields });
  const participant = { sid: 'PA_1', identity: seat.admissionId, joinedAt: String(atSecond - 90) };
  const read = (body: string, authorization: string | null = authorizationOf(body)) =>
    liveKit.readEvents(authorization, Buffer.from(body), now);

  it('say who joined and left, by connection', async () => {
    const who = { kind: 'presence', room, identity: seat.admissionId, connection: 'PA_1' };
    const joinedAt = '2026-11-23T11:58:30.000Z';

    expect(await read(event({ event: 'participant_joined', participant }))).to.deep.equal([
      { ...who, joinedAt, leftAt: null },
    ]);
    for (const name of ['participant_left', 'participant_connection_aborted'])
      expect(await read(event({ event: name, participant }))).to.deep.equal([
        { ...who, joinedAt, leftAt: now },
      ]);
  });

  it('say that a room is empty once it is finished, and ignore events of no interest', async () => {
    expect(await read(event({ event: 'room_finished' }))).to.deep.equal([
      { kind: 'snapshot', room, at: now, connections: [], finished: true },
    ]);
    expect(await read(event({ event: 'track_published', participant }))).to.deep.equal([]);
    expect(await read('{}')).to.deep.equal([]);
  });

  it('MTG-66: are refused with a bad signature, an old exp, another issuer or a digest of another body', async () => {
    const body = event({ event: 'room_finished' });
    const refused = [
      authorizationOf(body, {}, 'another secret'),
      authorizationOf(body, { exp: atSecond - 61 }),
      authorizationOf(body, { exp: undefined }),
      authorizationOf(body, { iss: 'APIother' }),
      authorizationOf(body, { sha256: undefined }),
      authorizationOf(`${body} `),
      authorizationOf(body, {}, secret, { alg: 'none' }),
    ];

    for (const authorization of refused) expect(await read(body, authorization)).to.equal(null);
    expect(await read(body, authorizationOf(body, { exp: atSecond - 59 }))).to.have.length(1);
    expect(await read(body, `Bearer ${authorizationOf(body)}`)).to.have.length(1);
  });
});

describe('events of Jitsi (meetings 8.2)', () => {
  const occupant = {
    id: seat.admissionId,
    occupant_jid: 'a@b/c',
    joined_at: atSecond - 90,
    left_at: atSecond,
  };
  const read = (fields: object, authorization = 'Bearer event token') =>
    jitsi.readEvents(authorization, Buffer.from(JSON.stringify({ room_name: room, ...fields })), now);
  const who = { kind: 'presence', room, identity: seat.admissionId, connection: 'a@b/c' };
  const joinedAt = '2026-11-23T11:58:30.000Z';

  it('say who joined and left, and at the end who was there', async () => {
    expect(await read({ event_name: 'muc-occupant-joined', occupant })).to.deep.equal([
      { ...who, joinedAt, leftAt: null },
    ]);
    expect(await read({ event_name: 'muc-occupant-left', occupant })).to.deep.equal([
      { ...who, joinedAt, leftAt: now },
    ]);
    expect(
      await read({
        event_name: 'muc-room-destroyed',
        destroyed_at: atSecond,
        all_occupants: [occupant, 'x'],
      }),
    ).to.deep.equal([
      { ...who, joinedAt, leftAt: now },
      { kind: 'snapshot', room, at: now, connections: [], finished: true },
    ]);
  });

  it('MTG-66: are refused with another token, and if no token is configured', async () => {
    const event = { event_name: 'muc-room-destroyed', destroyed_at: atSecond };
    const closed = jitsiConference({
      url: 'https://jitsi.example',
      appId: 'chancery',
      appSecret: secret,
      audience: 'jitsi',
      tenant: 'meet.example',
      eventToken: null,
    });

    expect(await read(event, 'Bearer event tokem')).to.equal(null);
    expect(await closed.readEvents('Bearer null', Buffer.from('{}'), now)).to.equal(null);
  });
});
