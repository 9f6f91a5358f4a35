import './livekit-client.js';
import { button } from './actions.js';
import { announce, h, say } from './dom.js';
import { liveKitTiles } from './livekit-tiles.js';
import { inLanguage } from './words.js';

const { Room, RoomEvent, Track, DisconnectReason, setLogLevel } = globalThis.LivekitClient;
setLogLevel('warn');

const texts = inLanguage({
  en: {
    connecting: 'Connecting sound and picture…',
    reconnecting: 'Sound and picture are interrupted. They come back by themselves.',
    people: (/** @type {number} */ count) =>
      count === 1 ? 'Nobody else is connected yet.' : `${count} people are connected.`,
    unreachable: 'Sound and picture could not be connected. Your place in the meeting is kept.',
    lost: 'Sound and picture were disconnected. Your place in the meeting is kept.',
    elsewhere: 'Sound and picture run on another page of yours.',
    again: 'Connect again',
    here: 'Use them here',
    hear: 'Turn sound on',
    microphone: ['Turn microphone on', 'Turn microphone off'],
    camera: ['Turn camera on', 'Turn camera off'],
    screen: ['Share screen', 'Stop sharing'],
    refused: 'The browser did not allow that. Allow it in its settings for this page, then try again.',
    missing: 'No such device was found. Connect one, then try again.',
  },
  de: {
    connecting: 'Ton und Bild werden verbunden …',
    reconnecting: 'Ton und Bild sind unterbrochen. Sie kommen von selbst wieder.',
    people: (/** @type {number} */ count) =>
      count === 1 ? 'Noch ist niemand sonst verbunden.' : `${count} Personen sind verbunden.`,
    unreachable: 'Ton und Bild ließen sich nicht verbinden. Ihr Platz im Termin bleibt.',
    lost: 'Ton und Bild wurden getrennt. Ihr Platz im Termin bleibt.',
    elsewhere: 'Ton und Bild laufen auf einer anderen Seite von Ihnen.',
    again: 'Erneut verbinden',
    here: 'Hier verwenden',
    hear: 'Ton einschalten',
    microphone: ['Mikrofon einschalten', 'Mikrofon ausschalten'],
    camera: ['Kamera einschalten', 'Kamera ausschalten'],
    screen: ['Bildschirm teilen', 'Nicht mehr teilen'],
    refused:
      'Der Browser hat das nicht zugelassen. Erlauben Sie es in seinen Einstellungen für diese Seite und versuchen Sie es erneut.',
    missing: 'Es wurde kein solches Gerät gefunden. Schließen Sie eines an und versuchen Sie es erneut.',
  },
});

/**
 * A room of a LiveKit server: who is there, and what one may send. Nothing is sent before it is asked for.
 * @param {() => { serverUrl: string, token: string }} conference with the newest token
 */
export function liveKitRoom(conference) {
  const room = new Room({ adaptiveStream: true, dynacast: true });
  const tiles = liveKitTiles(room);
  const line = h('p', { role: 'status' });
  const ways = h('div', { class: 'ways controls' });
  const element = h('div', { class: 'conference' }, line, tiles.element, ways);
  let isClosed = false;

  /** @param {string} text @param {...HTMLElement} buttons */
  const told = (text, ...buttons) => {
    announce(line, text);
    ways.replaceChildren(...buttons);
  };
  const connect = async () => {
    told(texts.connecting);
    const { serverUrl, token } = conference();
    try {
      await room.connect(serverUrl, token);
    } catch {
      if (!isClosed) told(texts.unreachable, button(texts.again, connect, 'primary'));
    }
  };
  const controls = {
    hear: button(texts.hear, () => room.startAudio(), 'primary'),
    microphone: toggle(texts.microphone, (on) => room.localParticipant.setMicrophoneEnabled(on)),
    camera: toggle(texts.camera, (on) => room.localParticipant.setCameraEnabled(on)),
    screen: toggle(texts.screen, (on) => room.localParticipant.setScreenShareEnabled(on, { audio: true })),
  };

  const draw = () => {
    if (room.state === 'disconnected' || room.state === 'connecting') return;
    tiles.draw();
    const me = room.localParticipant;
    const { microphone, camera, screen, hear } = controls;
    microphone.turned(me.isMicrophoneEnabled);
    camera.turned(me.isCameraEnabled);
    screen.turned(me.isScreenShareEnabled);
    const wanted = [
      ...(room.canPlaybackAudio ? [] : [hear]),
      ...(canSend && maySend(me, Track.Source.Microphone) ? [microphone.element] : []),
      ...(canSend && maySend(me, Track.Source.Camera) ? [camera.element] : []),
      ...(canShare && maySend(me, Track.Source.ScreenShare) ? [screen.element] : []),
    ];
    // What stands stays where it is, so that nobody's finger or focus loses it.
    if (wanted.length !== ways.children.length || wanted.some((each, at) => ways.children[at] !== each))
      ways.replaceChildren(...wanted);
    announce(
      line,
      room.state === 'connected' ? texts.people(room.remoteParticipants.size + 1) : texts.reconnecting,
    );
  };
  for (const event of changes) room.on(event, draw);
  room.on(RoomEvent.Disconnected, (reason) => {
    tiles.clear();
    if (isClosed) return;
    const isElsewhere = reason === DisconnectReason.DUPLICATE_IDENTITY;
    told(
      isElsewhere ? texts.elsewhere : texts.lost,
      button(isElsewhere ? texts.here : texts.again, connect, 'primary'),
    );
  });
  void connect();

  return {
    element,
    close() {
      isClosed = true;
      void room.disconnect();
    },
  };
}

/** Without https a browser has no devices, and on a phone most have no screen to share. */
const canSend = 'mediaDevices' in navigator;
const canShare = canSend && 'getDisplayMedia' in navigator.mediaDevices;

const changes = [
  RoomEvent.Connected,
  RoomEvent.ConnectionStateChanged,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.AudioPlaybackStatusChanged,
];

/** By the token: without a list of sources, all. @param {import('livekit-client').LocalParticipant} me @param {import('livekit-client').Track.Source} source */
function maySend({ permissions }, source) {
  const { canPublish = true, canPublishSources = [] } = permissions ?? {};
  return (
    canPublish && (canPublishSources.length === 0 || canPublishSources.includes(Track.sourceToProto(source)))
  );
}

/**
 * A button that turns something on and off again, and says what it would do.
 * @param {readonly string[]} labels to turn it on, to turn it off
 * @param {(on: boolean) => Promise<unknown>} turn
 */
function toggle([on = '', off = ''], turn) {
  let isOn = false;
  const element = button(on, async () => {
    try {
      await turn(!isOn);
    } catch (error) {
      // Whoever closes the browser's own question has decided, so nothing is shown.
      if (!(error instanceof DOMException)) throw error;
      say(error.name === 'NotFoundError' ? texts.missing : texts.refused);
    }
  });
  return {
    element,
    /** @param {boolean} now */
    turned(now) {
      isOn = now;
      element.textContent = now ? off : on;
    },
  };
}
