import { button } from './actions.js';
import { ApiError, call } from './api.js';
import { isDead, showDeadLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { askToEnter } from './meeting-entry.js';
import { calendarLink } from './meeting-invitation.js';
import { meetingTexts } from './meeting-words.js';
import { aboutWebinar, openWebinar } from './webinar.js';
import { inLanguage } from './words.js';

/**
 * @typedef {object} Registration what its link shows
 * @property {{ status: 'approved' | 'pending' | 'waitlisted', displayName: string, waitlistPosition: number | null }} registration
 * @property {import('./webinar.js').Webinar} webinar
 * @property {string | null} joinUrl
 * @property {string | null} calendarUrl
 */

const texts = inLanguage({
  en: {
    yours: 'Your registration',
    states: {
      approved: 'You have a place',
      pending: 'A host has yet to decide',
      waitlisted: 'On the waiting list',
    },
    position: 'Place in the line',
    name: 'Registered as',
    enter: 'Join the webinar',
    cancel: 'Cancel the registration',
    cancelHeading: 'Cancel your registration?',
    cancelLead: 'Your place goes to whoever waits longest, and your link stops working.',
    reason: 'Reason (optional)',
    sure: 'Yes, cancel',
    back: 'Back',
    cancelled: 'Registration cancelled',
    cancelledLead: 'You may register again while registration is open.',
    goneLead: 'Registrations that were cancelled or declined have no link any more.',
    toWebinar: 'Go to the webinar',
  },
  de: {
    yours: 'Ihre Anmeldung',
    states: {
      approved: 'Sie haben einen Platz',
      pending: 'Noch nicht entschieden',
      waitlisted: 'Auf der Warteliste',
    },
    position: 'Platz in der Reihe',
    name: 'Angemeldet als',
    enter: 'Am Webinar teilnehmen',
    cancel: 'Anmeldung stornieren',
    cancelHeading: 'Ihre Anmeldung stornieren?',
    cancelLead: 'Ihr Platz geht an die Person, die am längsten wartet, und Ihr Link gilt nicht mehr.',
    reason: 'Begründung (freiwillig)',
    sure: 'Ja, stornieren',
    back: 'Zurück',
    cancelled: 'Anmeldung storniert',
    cancelledLead: 'Solange die Anmeldung offen ist, können Sie sich wieder anmelden.',
    goneLead: 'Stornierte und abgelehnte Anmeldungen haben keinen Link mehr.',
    toWebinar: 'Zum Webinar',
  },
});

/**
 * What the link of a registration opens: how it stands, the way in, the way out. Opening it changes nothing.
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
export async function openRegistration(token, resolution) {
  try {
    showRegistration(
      await call(`GET /meetings/registrations/${encodeURIComponent(token)}`),
      token,
      resolution,
    );
  } catch (error) {
    if (!isUnknown(error)) return showFailure(error);
    showDeadLink(error, h('p', {}, texts.goneLead), toWebinar(resolution));
  }
}

/** @param {unknown} error */
const isUnknown = (error) =>
  isDead(error) ||
  (error instanceof ApiError &&
    (error.code === 'registration.not_found' || error.code === 'request.invalid'));

/** @param {import('./meeting-entry.js').JoinCodeResolution} resolution */
const toWebinar = (resolution) =>
  h(
    'div',
    { class: 'ways' },
    button(texts.toWebinar, () => openWebinar(resolution)),
  );

/**
 * @param {Registration} opened
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
function showRegistration({ registration, webinar, calendarUrl }, token, resolution) {
  const { status, displayName, waitlistPosition } = registration;
  const enter = () =>
    askToEnter({
      resolution,
      link: { registration: token },
      name: displayName,
      title: webinar.title,
      back: () => openRegistration(token, resolution),
    });
  show(
    webinar.title,
    facts([
      [texts.yours, texts.states[status]],
      ...(waitlistPosition === null
        ? []
        : [/** @type {const} */ ([texts.position, String(waitlistPosition)])]),
      [texts.name, displayName],
    ]),
    h(
      'div',
      { class: 'ways' },
      status === 'approved' && button(texts.enter, enter, 'primary'),
      calendarUrl !== null && calendarLink(calendarUrl, meetingTexts.calendar),
      button(texts.cancel, () => askToCancel(token, resolution), 'quiet'),
    ),
    h('section', {}, ...aboutWebinar(webinar)),
  );
}

/** @param {string} token @param {import('./meeting-entry.js').JoinCodeResolution} resolution */
function askToCancel(token, resolution) {
  show(
    texts.cancelHeading,
    h('p', {}, texts.cancelLead),
    form({
      fields: [
        {
          name: 'reason',
          label: texts.reason,
          type: 'text',
          autocomplete: 'off',
          optional: true,
          longest: 500,
        },
      ],
      submit: texts.sure,
      kind: 'danger',
      run: async ({ reason }) => {
        await call(
          `POST /meetings/registrations/${encodeURIComponent(token)}/cancel`,
          reason === '' ? {} : { reason },
        );
        show(texts.cancelled, h('p', {}, texts.cancelledLead), toWebinar(resolution));
      },
    }),
    h(
      'div',
      { class: 'ways aside' },
      button(texts.back, () => openRegistration(token, resolution), 'quiet'),
    ),
  );
}
