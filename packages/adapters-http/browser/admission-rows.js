import { h } from './dom.js';
import { inLanguage, language } from './words.js';

/**
 * @typedef {object} Admission as hosts see it
 * @property {string} id
 * @property {'member' | 'invitation' | 'registration' | 'anonymous'} identity
 * @property {{ displayName: string, email: string | null }} person
 * @property {'host' | 'co_host' | 'presenter' | 'attendee'} role
 * @property {string} status
 * @property {string | null} waitReason
 * @property {string} requestedAt
 * @property {string} lastSeenAt
 * @property {boolean} [isGone] has closed the page, so that nothing can be decided about them any more
 */

const texts = inLanguage({
  en: {
    you: 'You',
    identities: /** @type {Record<string, string>} */ ({
      member: 'Member',
      invitation: 'Invited',
      registration: 'Registered',
      anonymous: 'Not invited; has typed this name',
    }),
    roles: /** @type {Record<string, string>} */ ({
      host: 'Host',
      co_host: 'Co-host',
      presenter: 'Presenter',
    }),
    reasons: /** @type {Record<string, string>} */ ({
      removed_before: 'was turned away or removed before',
      full: 'came when every place was taken',
      locked: 'came to the locked room',
    }),
    since: (/** @type {string} */ time) => `waits since ${time}`,
    removed: 'removed',
    denied: 'turned away',
    gone: 'has closed the page',
  },
  de: {
    you: 'Sie',
    identities: /** @type {Record<string, string>} */ ({
      member: 'Mitglied',
      invitation: 'Eingeladen',
      registration: 'Angemeldet',
      anonymous: 'Nicht eingeladen; hat diesen Namen eingegeben',
    }),
    roles: /** @type {Record<string, string>} */ ({
      host: 'Leitung',
      co_host: 'Mitleitung',
      presenter: 'Vortrag',
    }),
    reasons: /** @type {Record<string, string>} */ ({
      removed_before: 'wurde schon abgewiesen oder entfernt',
      full: 'kam, als alle Plätze besetzt waren',
      locked: 'kam, als der Raum gesperrt war',
    }),
    since: (/** @type {string} */ time) => `wartet seit ${time}`,
    removed: 'entfernt',
    denied: 'abgewiesen',
    gone: 'hat die Seite geschlossen',
  },
});

const clock = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { timeStyle: 'short' });

/** Who somebody is and how they stand: whoever came without a link may have typed any name. @param {Admission} admission */
function about({ identity, person, status, waitReason, requestedAt, isGone }) {
  return [
    texts.identities[identity],
    person.email,
    waitReason !== null && texts.reasons[waitReason],
    status === 'waiting' && texts.since(clock.format(new Date(requestedAt))),
    (status === 'removed' || status === 'denied') && texts[status],
    isGone && texts.gone,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {Admission} admission @param {string} ownId */
const badgesOf = ({ id, role }, ownId) =>
  [texts.roles[role], id === ownId && texts.you]
    .filter(Boolean)
    .map((text) => h('span', { class: 'badge' }, text));

/**
 * A list of people. Whoever stays keeps their row as it stands, so that nobody's finger or focus loses it when it is drawn
 * again; if the row in focus goes, the focus goes to the heading.
 * @param {HTMLElement} heading
 * @param {string} ownId the admission of this page
 * @param {(admission: Admission, place: HTMLElement) => void} offer puts what can be done about a person in its place
 */
export function admissionRows(heading, ownId, offer) {
  const element = h('ul', { class: 'rows people', 'aria-labelledby': heading.id });
  /** @type {Map<string, { row: HTMLElement, line: HTMLElement }>} */
  const rows = new Map();

  /** @param {Admission} admission */
  const made = (admission) => {
    const line = h('div', { class: 'soft', dir: 'auto' });
    const place = h('div', { class: 'acts' });
    const name = h('strong', { dir: 'auto' }, admission.person.displayName);
    const row = h('li', {}, h('div', {}, name, badgesOf(admission, ownId), line), place);
    offer(admission, place);
    return { row, line };
  };

  return {
    element,
    /** @param {readonly Admission[]} admissions */
    draw(admissions) {
      // What can be done about somebody depends on these, so a change of them makes a new row.
      const wanted = new Map(
        admissions.map((admission) => {
          const { id, role, isGone = false } = admission;
          return [`${id} ${role} ${isGone}`, admission];
        }),
      );
      let losesFocus = false;
      for (const [key, { row }] of rows)
        if (!wanted.has(key)) {
          losesFocus ||= row.contains(document.activeElement);
          row.remove();
          rows.delete(key);
        }
      /** @type {HTMLElement | null} */
      let before = null;
      for (const [key, admission] of wanted) {
        const known = rows.get(key) ?? made(admission);
        rows.set(key, known);
        const text = about(admission);
        if (known.line.textContent !== text) known.line.textContent = text;
        /** @type {Element | null} */
        const next = before === null ? element.firstElementChild : before.nextElementSibling;
        if (next !== known.row) element.insertBefore(known.row, next);
        before = known.row;
      }
      if (losesFocus) heading.focus();
    },
  };
}
