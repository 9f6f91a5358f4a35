import { h } from './dom.js';
import { showFailure } from './failures.js';
import { inLanguage } from './words.js';

/**
 * @typedef {{ provider: 'embedded' | 'livekit' | 'jitsi', serverUrl: string | null, roomName: string, token: string }} Conference
 * @typedef {Conference & { serverUrl: string }} Reachable on a media server
 */

const texts = inLanguage({
  en: {
    none: 'This room has no sound or picture. It keeps who is here; talk by telephone or face to face.',
    open: 'Open sound and picture',
    newTab: 'It opens in a new tab; this page stays open beside it.',
  },
  de: {
    none: 'Dieser Raum hat weder Ton noch Bild. Er hält fest, wer da ist; sprechen Sie am Telefon oder an einem Ort miteinander.',
    open: 'Ton und Bild öffnen',
    newTab: 'Das öffnet einen neuen Tab; diese Seite bleibt daneben offen.',
  },
});

/** The place of sound and picture on the page of a room: the client of its media server, if it has one. */
export function conferencePlace() {
  const element = h('div', { class: 'ways' });
  /** @type {Conference | null} */
  let latest = null;
  /** @type {(() => void) | null} */
  let end = null;

  /** What there is to be shown for this one, kept until it is closed. @param {Reachable} conference */
  const open = (conference) => {
    if (conference.provider === 'jitsi') {
      const link = linkTo(conference);
      element.replaceChildren(link, h('p', { class: 'soft' }, texts.newTab));
      end = () => element.replaceChildren();
    } else if (conference.provider === 'livekit') {
      let isWanted = true;
      end = () => {
        isWanted = false;
      };
      // Loaded only here: the client is larger than all our pages together, and no other room needs it.
      import('./livekit-room.js').then(
        ({ liveKitRoom }) => {
          if (!isWanted) return;
          const room = liveKitRoom(() => /** @type {Reachable} */ (latest));
          element.replaceChildren(room.element);
          end = () => {
            room.close();
            element.replaceChildren();
          };
        },
        (error) => {
          // The next token asks for the client once more.
          end = null;
          showFailure(error);
        },
      );
    }
  };

  return {
    element,
    /** Takes the newest token as it comes; without one there is nothing to see or hear. @param {Conference | null} conference */
    take(conference) {
      latest = conference;
      if (conference?.provider === 'embedded') {
        if (end === null) element.replaceChildren(h('p', { class: 'hint' }, texts.none));
        end = () => element.replaceChildren();
      } else if (!isReachable(conference)) {
        end?.();
        end = null;
      } else if (end === null) open(conference);
      // The link gets each fresh token where it stands, so that nobody loses their place on the page.
      else if (element.firstElementChild instanceof HTMLAnchorElement)
        element.firstElementChild.href = linkTo(conference).href;
    },
  };
}

/** @param {Conference | null} conference @returns {conference is Reachable} */
const isReachable = (conference) => conference !== null && conference.serverUrl !== null;

/** Jitsi has pages of its own. @param {Reachable} conference */
function linkTo({ serverUrl, roomName, token }) {
  const client = new URL(`${serverUrl.replace(/(?<!\/)\/+$/, '')}/${roomName}`);
  client.searchParams.set('jwt', token);
  return h(
    'a',
    { class: 'button', href: client.href, target: '_blank', rel: 'noopener noreferrer' },
    texts.open,
  );
}
