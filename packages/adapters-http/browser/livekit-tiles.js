import { h } from './dom.js';
import { inLanguage } from './words.js';

/** @typedef {import('livekit-client').Participant} Participant */
const { RoomEvent, Track } = globalThis.LivekitClient;

const texts = inLanguage({
  en: {
    people: 'Who is here',
    own: (/** @type {string} */ name) => `${name} (you)`,
    screenOf: (/** @type {string} */ name) => `Screen of ${name}`,
    muted: 'muted',
    more: (/** @type {number} */ count) => `and ${count} more`,
  },
  de: {
    people: 'Wer hier ist',
    own: (/** @type {string} */ name) => `${name} (Sie)`,
    screenOf: (/** @type {string} */ name) => `Bildschirm von ${name}`,
    muted: 'stumm',
    more: (/** @type {number} */ count) => `und ${count} weitere`,
  },
});

/** So many pictures are of use at a time; who sends or speaks comes before who does not. */
const most = 12;

/**
 * The people of a room, and the sound that they send.
 * @param {import('livekit-client').Room} room
 */
export function liveKitTiles(room) {
  const list = h('ul', { class: 'tiles', 'aria-label': texts.people });
  const sound = h('div', { hidden: true });
  const more = h('p', { class: 'soft' });
  /** @type {Map<string, ReturnType<typeof tile>>} */
  const shown = new Map();

  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === Track.Kind.Audio) sound.append(track.attach());
  });
  room.on(RoomEvent.TrackUnsubscribed, (track) => {
    for (const element of track.detach()) element.remove();
  });

  /** @param {readonly { key: string, person: Participant, source: import('livekit-client').Track.Source }[]} wanted */
  const show = (wanted) => {
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { element, close }] of shown)
      if (!keys.has(key)) {
        close();
        element.remove();
        shown.delete(key);
      }
    for (const { key, person, source } of wanted) {
      const known = shown.get(key) ?? tile(person, source);
      if (!shown.has(key)) {
        shown.set(key, known);
        list.append(known.element);
      }
      known.draw();
    }
  };

  return {
    element: h('div', {}, list, more, sound),
    draw() {
      const people = [room.localParticipant, ...room.remoteParticipants.values()];
      // A person's own screen would show itself in itself.
      const screens = people.filter(({ isLocal, isScreenShareEnabled }) => isScreenShareEnabled && !isLocal);
      const faces = [...people].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, most);
      show([
        ...screens.map((person) => ({
          key: `${person.identity} screen`,
          person,
          source: Track.Source.ScreenShare,
        })),
        ...faces.map((person) => ({ key: person.identity, person, source: Track.Source.Camera })),
      ]);
      more.textContent = people.length > faces.length ? texts.more(people.length - faces.length) : '';
    },
    clear() {
      show([]);
      more.textContent = '';
      sound.replaceChildren();
    },
  };
}

/** @param {Participant} person */
const weightOf = ({ isLocal, isCameraEnabled, isSpeaking, isMicrophoneEnabled }) =>
  Number(isLocal) * 8 + Number(isCameraEnabled) * 4 + Number(isSpeaking) * 2 + Number(isMicrophoneEnabled);

/**
 * @param {Participant} person
 * @param {import('livekit-client').Track.Source} source the camera, or the screen
 */
function tile(person, source) {
  const isScreen = source === Track.Source.ScreenShare;
  const video = h('video', { playsinline: true, autoplay: true, hidden: true });
  video.muted = true;
  const initial = h('span', { class: 'initial', 'aria-hidden': 'true' });
  const name = h('bdi');
  const muted = h('span', { class: 'muted' });
  const caption = h('span', { class: 'caption' }, name, ' ', muted);
  const element = h('li', { class: isScreen ? 'screen' : '' }, video, initial, caption);
  /** @type {import('livekit-client').Track | undefined} */
  let attached;

  return {
    element,
    draw() {
      const told = person.name || '?';
      const full = person.isLocal ? texts.own(told) : told;
      name.textContent = isScreen ? texts.screenOf(told) : full;
      muted.textContent = isScreen || person.isMicrophoneEnabled ? '' : texts.muted;
      initial.textContent = [...told][0]?.toUpperCase() ?? '';
      element.classList.toggle('speaking', person.isSpeaking && !isScreen);
      element.classList.toggle('own', person.isLocal && !isScreen);

      const publication = person.getTrackPublication(source);
      const track = publication?.isMuted ? undefined : publication?.videoTrack;
      if (track !== attached) {
        attached?.detach(video);
        track?.attach(video);
        attached = track;
      }
      video.hidden = track === undefined;
      initial.hidden = track !== undefined;
    },
    close() {
      attached?.detach(video);
    },
  };
}
