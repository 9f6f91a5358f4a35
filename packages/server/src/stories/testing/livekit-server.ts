import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import {
  type AddTrackRequest,
  type DisconnectReason,
  JoinRequest,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_State,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackInfo,
  TrackPublishedResponse,
  TrackSource,
  TrackType,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { jwtVerify } from 'jose';
import type { Browser } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { openMediaPeer } from './media-peer.ts';

export interface LiveKitServer {
  readonly url: string;
  /** Who has connected, as their tokens say, and what they have published since. */
  readonly guests: readonly Guest[];
  /** While this is true, nobody can join. */
  isDown: boolean;
  /** The source of the other person's picture. */
  picture: TrackSource;
  /** Disconnects everybody. */
  dismiss(reason: DisconnectReason): void;
  /** The number of frames received from the newest guest's camera. */
  picturesReceived(): Promise<number>;
  /** Waits until nobody is connected any more. */
  emptied(): Promise<void>;
  close(): Promise<void>;
}

export interface Guest {
  readonly identity: string;
  readonly name: string;
  readonly room: string;
  /** The fields as in the token. */
  readonly mayPublish: readonly TrackSource[];
  readonly published: { readonly source: TrackSource; muted: boolean }[];
}

/** Somebody who is in every room, with picture and sound. */
export const ana = {
  sid: 'PA_ana',
  name: 'Ana Other',
  picture: 'TR_anapicture',
  microphone: 'TR_anamicrophone',
};

/**
 * A LiveKit server as its client meets it: tokens are checked, signals are LiveKit's own, and sound and picture run over
 * WebRTC to a page of a second browser profile. It forwards nothing between guests.
 */
export async function openLiveKitServer(
  browser: Browser,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): Promise<LiveKitServer> {
  const http = createServer((_, response) => response.end('<!doctype html><title>Media</title>'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const media = await openMediaPeer(browser, `http://127.0.0.1:${port}/`);
  const sockets = new WebSocketServer({ noServer: true });
  const guests: Guest[] = [];
  const server: LiveKitServer = {
    url: `ws://127.0.0.1:${port}`,
    guests,
    isDown: false,
    picture: TrackSource.CAMERA,
    dismiss(reason) {
      for (const socket of sockets.clients)
        send(socket, {
          case: 'leave',
          value: new LeaveRequest({ reason, action: LeaveRequest_Action.DISCONNECT }),
        });
    },
    picturesReceived: () => media.picturesReceived(),
    async emptied() {
      await Promise.all([...sockets.clients].map((socket) => once(socket, 'close')));
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await media.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };

  http.on('upgrade', async (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', server.url);
    const guest =
      server.isDown || pathname !== '/rtc/v1' ? null : await guestOf(searchParams.get('access_token'));
    if (guest === null) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    guests.push(guest);
    sockets.handleUpgrade(request, socket, head, (client) => {
      void serve(client, guest, joinRequestOf(searchParams.get('join_request') ?? ''));
    });
  });

  async function guestOf(token: string | null): Promise<Guest | null> {
    try {
      const { payload } = await jwtVerify(token ?? '', new TextEncoder().encode(apiSecret), {
        algorithms: ['HS256'],
        issuer: apiKey,
      });
      const { room, canPublishSources } = payload.video as {
        readonly room: string;
        readonly canPublishSources: readonly (keyof typeof sources)[];
      };
      const mayPublish = canPublishSources.map((name) => sources[name]);
      return { identity: payload.sub ?? '', name: String(payload.name), room, mayPublish, published: [] };
    } catch {
      return null;
    }
  }

  async function serve(socket: WebSocket, guest: Guest, join: JoinRequest): Promise<void> {
    const sid = `PA_guest${guests.length}`;
    const tracks: TrackInfo[] = [];
    // Signals are processed one after the other, in the order in which they came.
    let work = Promise.resolve();
    socket.on('message', (data: Buffer) => {
      work = work.then(() => answer(SignalRequest.fromBinary(data)));
    });
    send(socket, { case: 'join', value: welcome(sid, guest, server.picture) });
    await negotiate(join.publisherOffer);

    async function negotiate(
      offer: { readonly sdp: string; readonly id: number } | undefined,
    ): Promise<void> {
      if (offer === undefined) return;
      const { sdp, midToTrackId } = await media.answer(sid, offer.sdp, ana);
      send(socket, { case: 'answer', value: { type: 'answer', sdp, id: offer.id, midToTrackId } });
    }
    async function answer({ message }: SignalRequest): Promise<void> {
      if (message.case === 'offer') await negotiate(message.value);
      if (message.case === 'trickle' && message.value.target === SignalTarget.PUBLISHER)
        await media.candidate(sid, message.value.candidateInit);
      if (message.case === 'addTrack') publish(message.value);
      if (message.case === 'mute') {
        const { sid: trackSid, muted } = message.value;
        const at = tracks.findIndex((track) => track.sid === trackSid);
        const published = guest.published[at];
        if (published !== undefined) published.muted = muted;
      }
      if (message.case === 'ping') send(socket, { case: 'pong', value: message.value });
      if (message.case === 'pingReq')
        send(socket, { case: 'pongResp', value: { lastPingTimestamp: message.value.timestamp } });
      if (message.case === 'leave') socket.close();
    }
    function publish({ cid, type, source, name }: AddTrackRequest): void {
      const track = new TrackInfo({ sid: `TR_guest${tracks.length}`, type, source, name });
      tracks.push(track);
      guest.published.push({ source, muted: false });
      send(socket, { case: 'trackPublished', value: new TrackPublishedResponse({ cid, track }) });
    }
  }
  return server;
}

type Signal = NonNullable<NonNullable<ConstructorParameters<typeof SignalResponse>[0]>['message']>;

const send = (socket: WebSocket, message: Signal): void =>
  socket.send(new SignalResponse({ message }).toBinary());

function joinRequestOf(parameter: string): JoinRequest {
  const { joinRequest, compression } = WrappedJoinRequest.fromBinary(Buffer.from(parameter, 'base64url'));
  const bytes = compression === WrappedJoinRequest_Compression.GZIP ? gunzipSync(joinRequest) : joinRequest;
  return JoinRequest.fromBinary(bytes);
}

const welcome = (
  sid: string,
  { identity, name, room, mayPublish }: Guest,
  picture: TrackSource,
): JoinResponse =>
  new JoinResponse({
    room: { sid: 'RM_room', name: room },
    participant: {
      sid,
      identity,
      name,
      state: ParticipantInfo_State.ACTIVE,
      permission: permissionOf(mayPublish),
    },
    otherParticipants: [
      new ParticipantInfo({
        sid: ana.sid,
        identity: 'ana',
        name: ana.name,
        state: ParticipantInfo_State.ACTIVE,
        tracks: [
          { sid: ana.picture, type: TrackType.VIDEO, source: picture, width: 640, height: 480 },
          { sid: ana.microphone, type: TrackType.AUDIO, source: TrackSource.MICROPHONE },
        ],
      }),
    ],
    serverVersion: '1.9.0',
    serverInfo: { version: '1.9.0', protocol: 16 },
    pingTimeout: 30,
    pingInterval: 10,
    enabledPublishCodecs: [{ mime: 'video/vp8' }, { mime: 'audio/opus' }],
    fastPublish: true,
  });

const permissionOf = (canPublishSources: readonly TrackSource[]) => ({
  canSubscribe: true,
  canPublish: canPublishSources.length > 0,
  canPublishSources: [...canPublishSources],
  canPublishData: true,
});

const sources = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
};
