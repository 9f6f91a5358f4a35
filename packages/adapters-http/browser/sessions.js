import { button } from './actions.js';
import { call, signOut } from './api.js';
import { h, note } from './dom.js';
import { inLanguage, when } from './words.js';

/** @typedef {{ id: string, deviceName: string | null, ipAddress: string | null, lastSeenAt: string, createdAt: string, current: boolean }} Session */

const texts = inLanguage({
  en: {
    heading: 'Where you are signed in',
    current: 'This browser',
    unknown: 'Unknown device',
    seen: (/** @type {string} */ at) => `last active ${at}`,
    end: 'End',
    endOf: (/** @type {string} */ device) => `End the session on ${device}`,
    ended: 'The session is ended.',
    all: 'End every session and sign out here',
    hint: 'Do you not know one of them? End it, then change your password.',
  },
  de: {
    heading: 'Wo Sie angemeldet sind',
    current: 'Dieser Browser',
    unknown: 'Unbekanntes Gerät',
    seen: (/** @type {string} */ at) => `zuletzt aktiv ${at}`,
    end: 'Beenden',
    endOf: (/** @type {string} */ device) => `Die Sitzung auf ${device} beenden`,
    ended: 'Die Sitzung ist beendet.',
    all: 'Alle Sitzungen beenden und hier abmelden',
    hint: 'Kennen Sie eine davon nicht? Beenden Sie sie und ändern Sie dann Ihr Passwort.',
  },
});

/**
 * @param {readonly Session[]} sessions
 * @param {() => Promise<void>} redraw
 * @param {() => void} signedOut
 */
export function sessionsSection(sessions, redraw, signedOut) {
  return h(
    'section',
    {},
    h('h2', {}, texts.heading),
    h('p', {}, texts.hint),
    h(
      'ul',
      { class: 'rows' },
      sessions.map((session) => rowOf(session, redraw)),
    ),
    h(
      'div',
      { class: 'ways' },
      button(
        texts.all,
        async () => {
          await signOut('logout-all');
          signedOut();
        },
        'danger',
      ),
    ),
  );
}

/** @param {Session} session @param {() => Promise<void>} redraw */
function rowOf({ id, deviceName, ipAddress, lastSeenAt, current }, redraw) {
  const device = deviceName ?? texts.unknown;
  const end = button(
    texts.end,
    async () => {
      await call(`DELETE /auth/sessions/${id}`);
      await redraw();
      note(texts.ended);
    },
    'small',
  );
  end.setAttribute('aria-label', texts.endOf(device));
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, device),
      current && h('span', { class: 'badge' }, texts.current),
      h('div', { class: 'soft' }, [ipAddress, texts.seen(when(lastSeenAt))].filter(Boolean).join(' · ')),
    ),
    !current && end,
  );
}
