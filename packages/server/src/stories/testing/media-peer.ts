import type { Browser } from 'playwright-core';

interface Sender {
  readonly sid: string;
  readonly picture: string;
  readonly microphone: string;
}

/** The other end of WebRTC: a page that sends the browser's own test picture and sound, and receives what comes. */
export interface MediaPeer {
  /** Answers an offer of a guest; with the first one, the other person begins to send. */
  answer(
    guest: string,
    offer: string,
    sender: Sender,
  ): Promise<{ readonly sdp: string; readonly midToTrackId: Record<string, string> }>;
  candidate(guest: string, candidate: string): Promise<void>;
  picturesReceived(): Promise<number>;
  close(): Promise<void>;
}

/** The page is at `address`, because only a page of a secure origin has a camera. */
export async function openMediaPeer(browser: Browser, address: string): Promise<MediaPeer> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(peerScript);
  return {
    answer: (...given) => page.evaluate(`peer.answer(...${JSON.stringify(given)})`),
    candidate: (...given) => page.evaluate(`peer.candidate(...${JSON.stringify(given)})`),
    picturesReceived: () => page.evaluate('peer.picturesReceived()'),
    close: () => context.close(),
  };
}

const peerScript = `globalThis.peer = (() => {
  const connections = new Map();
  const outgoing = new Map();

  return {
    async answer(guest, offer, sender) {
      const isFirst = !connections.has(guest);
      if (isFirst) connections.set(guest, new RTCPeerConnection());
      const connection = connections.get(guest);
      await connection.setRemoteDescription({ type: 'offer', sdp: offer });
      if (isFirst) {
        const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
        const sids = {};
        for (const track of stream.getTracks()) {
          const section = connection.getTransceivers().find(({ receiver, direction, sender }) => receiver.track.kind === track.kind && sender.track === null);
          section.direction = 'sendonly';
          await section.sender.replaceTrack(track);
          section.sender.setStreams(stream);
          sids[section.mid] = track.kind === 'video' ? sender.picture : sender.microphone;
        }
        outgoing.set(guest, { streamId: stream.id, sids });
      }
      await connection.setLocalDescription(await connection.createAnswer());
      while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 20));
      const { streamId, sids } = outgoing.get(guest);
      // The client recognizes the person by the name of the stream.
      const sdp = connection.localDescription.sdp.replaceAll(streamId, sender.sid + '|stream');
      return { sdp, midToTrackId: sids };
    },
    candidate: (guest, candidate) => connections.get(guest)?.addIceCandidate(JSON.parse(candidate)),
    async picturesReceived() {
      let count = 0;
      for (const report of (await [...connections.values()].at(-1).getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'video') count += report.framesDecoded;
      return count;
    },
  };
})()`;
