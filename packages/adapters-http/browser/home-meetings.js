import { button, copyButton } from './actions.js';
import { chancery } from './api.js';
import { h } from './dom.js';
import { inLanguage, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').Meeting} Meeting */

const texts = inLanguage({
  en: {
    heading: 'Your next meetings',
    none: 'None is planned.',
    live: 'Live now',
    open: 'Open at any time',
    byYou: 'you host it',
    by: (/** @type {string} */ name) => `with ${name}`,
    start: 'Start as host',
    host: 'Enter as host',
    join: 'Join',
    of: (/** @type {string} */ label, /** @type {string} */ title) => `${label}: ${title}`,
    copy: 'Copy join link',
    copied: 'The join link is copied.',
    now: 'Meet now',
  },
  de: {
    heading: 'Ihre nächsten Termine',
    none: 'Es ist keiner geplant.',
    live: 'Läuft gerade',
    open: 'Jederzeit offen',
    byYou: 'Sie leiten ihn',
    by: (/** @type {string} */ name) => `mit ${name}`,
    start: 'Als Leitung starten',
    host: 'Als Leitung eintreten',
    join: 'Teilnehmen',
    of: (/** @type {string} */ label, /** @type {string} */ title) => `${label}: ${title}`,
    copy: 'Link kopieren',
    copied: 'Der Teilnahmelink ist kopiert.',
    now: 'Jetzt treffen',
  },
});

/** @param {readonly Meeting[]} meetings */
export const meetingsSection = (meetings) =>
  h(
    'section',
    {},
    h('h2', {}, texts.heading),
    meetings.length === 0 ? h('p', {}, texts.none) : h('ul', { class: 'rows stacked' }, meetings.map(rowOf)),
    h('div', { class: 'ways' }, button(texts.now, meetNow)),
  );

/** @param {Meeting} meeting */
function rowOf(meeting) {
  const { title, nextOccurrence, organizer, joinUrl, permissions } = meeting;
  const isLive = nextOccurrence?.status === 'live' || meeting.status === 'live';
  const isHost = permissions.includes('start') || permissions.includes('admit');
  const time = nextOccurrence === null ? texts.open : when(nextOccurrence.startsAt);
  const label = isHost ? (isLive ? texts.host : texts.start) : texts.join;
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, nextOccurrence?.title ?? title),
      isLive && h('span', { class: 'badge' }, texts.live),
      h('div', { class: 'soft' }, `${time} · ${isHost ? texts.byYou : texts.by(organizer.displayName)}`),
    ),
    h(
      'div',
      { class: 'ways pair' },
      // Whoever is signed in comes in as themselves there, and a host as a host.
      h(
        'a',
        {
          class: isLive ? 'button' : 'button plain',
          href: here(joinUrl),
          'aria-label': texts.of(label, title),
        },
        label,
      ),
      copyLink(joinUrl, title),
    ),
  );
}

/** @param {string} joinUrl @param {string} title */
function copyLink(joinUrl, title) {
  const copy = copyButton(texts.copy, joinUrl, texts.copied, 'quiet');
  if (copy) copy.setAttribute('aria-label', texts.of(texts.copy, title));
  return copy;
}

/** The page of the room, at the address where this page is. @param {string} joinUrl */
const here = (joinUrl) => `/${new URL(joinUrl).search}`;

async function meetNow() {
  const { meeting } = await chancery.meetings.createInstantMeeting({});
  location.assign(here(meeting.joinUrl));
}
