import { button } from './actions.js';
import { ApiError, call } from './api.js';
import { isDead, showDeadLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { askToEnter } from './meeting-entry.js';
import { here, meetingTexts, span, timeRows } from './meeting-words.js';
import { inLanguage } from './words.js';

/**
 * @typedef {'accepted' | 'tentative' | 'declined'} Answer
 * @typedef {{ sessionId: string, startsAt: string, endsAt: string, status: string }} Session
 * @typedef {object} Invitation what its link shows
 * @property {{ role: string, status: string, displayName: string, occurrenceResponses: readonly { sessionId: string, status: string }[] }} invitation
 * @property {{ title: string, description: string, startsAt: string | null, endsAt: string | null, timeZone: string, recurrenceText: string | null, organizerName: string, status: string }} meeting
 * @property {readonly Session[]} occurrences
 * @property {string} calendarUrl
 */

const texts = inLanguage({
  en: {
    repeats: 'Repeats',
    answer: 'Your answer',
    question: 'Will you come?',
    none: 'Not answered yet',
    answers: { accepted: 'Accept', tentative: 'Tentative', declined: 'Decline' },
    given: /** @type {Record<string, string>} */ ({
      accepted: 'Accepted',
      tentative: 'Tentative',
      declined: 'Declined',
    }),
    whatFor: 'For which date',
    all: 'For every date',
    comment: 'Comment (optional)',
    proposal: 'Another time that would suit (optional)',
    proposalHint: 'In your time zone; not with an acceptance.',
    send: 'Send the answer',
    enter: 'Enter the meeting',
    thanks: {
      accepted: 'You have accepted',
      tentative: 'You have answered: tentative',
      declined: 'You have declined',
    },
    told: (/** @type {string} */ name) => `${name} is notified. The last answer stands; you can change it.`,
    change: 'Change the answer',
    cancelled: 'This meeting is cancelled',
    cancelledLead: (/** @type {string} */ title) => `“${title}” does not take place.`,
    takeOut: 'Take it out of the calendar',
  },
  de: {
    repeats: 'Wiederholung',
    answer: 'Ihre Antwort',
    question: 'Nehmen Sie teil?',
    none: 'Noch nicht beantwortet',
    answers: { accepted: 'Zusagen', tentative: 'Mit Vorbehalt', declined: 'Absagen' },
    given: /** @type {Record<string, string>} */ ({
      accepted: 'Zugesagt',
      tentative: 'Mit Vorbehalt',
      declined: 'Abgesagt',
    }),
    whatFor: 'Für welchen Termin',
    all: 'Für alle Termine',
    comment: 'Kommentar (freiwillig)',
    proposal: 'Ein anderer Zeitpunkt, der passen würde (freiwillig)',
    proposalHint: 'In Ihrer Zeitzone; nicht bei einer Zusage.',
    send: 'Antwort senden',
    enter: 'Am Termin teilnehmen',
    thanks: {
      accepted: 'Sie haben zugesagt',
      tentative: 'Sie haben mit Vorbehalt geantwortet',
      declined: 'Sie haben abgesagt',
    },
    told: (/** @type {string} */ name) =>
      `${name} erfährt davon. Die letzte Antwort gilt; Sie können sie ändern.`,
    change: 'Antwort ändern',
    cancelled: 'Dieser Termin ist abgesagt',
    cancelledLead: (/** @type {string} */ title) => `„${title}“ findet nicht statt.`,
    takeOut: 'Aus dem Kalender nehmen',
  },
});

/**
 * What the link of an invitation opens: the meeting, an answer, the way in. Opening it answers nothing.
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
export async function openInvitation(token, resolution) {
  try {
    showInvitation(await call(`GET /meetings/invitations/${encodeURIComponent(token)}`), token, resolution);
  } catch (error) {
    if (!isUnknown(error)) return showFailure(error);
    showDeadLink(error, h('p', {}, meetingTexts.again));
  }
}

/** @param {unknown} error */
const isUnknown = (error) =>
  isDead(error) ||
  (error instanceof ApiError &&
    (error.code === 'meeting_invitation.not_found' || error.code === 'request.invalid'));

/**
 * @param {Invitation} opened
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
function showInvitation(opened, token, resolution) {
  const { invitation, meeting, occurrences, calendarUrl } = opened;
  if (meeting.status === 'cancelled')
    return show(
      texts.cancelled,
      h('p', {}, texts.cancelledLead(meeting.title)),
      h('div', { class: 'ways' }, calendarLink(calendarUrl, texts.takeOut)),
    );
  const isSeries = meeting.recurrenceText !== null;
  show(
    meeting.title,
    facts([
      ...timeRows(meeting),
      ...(meeting.recurrenceText === null
        ? []
        : [/** @type {const} */ ([texts.repeats, meeting.recurrenceText])]),
      [meetingTexts.organizer, meeting.organizerName],
      [meetingTexts.workspace, resolution.workspaceName],
      [texts.answer, texts.given[invitation.status] ?? texts.none],
    ]),
    meeting.description !== '' && h('p', { class: 'words', dir: 'auto' }, meeting.description),
    h(
      'div',
      { class: 'ways' },
      button(
        texts.enter,
        () => enterFrom(opened, token, resolution),
        meeting.status === 'live' ? 'primary' : '',
      ),
      calendarLink(calendarUrl, meetingTexts.calendar),
    ),
    h(
      'section',
      {},
      h('h2', {}, texts.answer),
      answerForm(opened, token, resolution, isSeries ? occurrences : []),
    ),
  );
}

/**
 * @param {Invitation} opened
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 * @param {readonly Session[]} dates to choose from
 */
function answerForm(opened, token, resolution, dates) {
  const { invitation } = opened;
  const labels = Object.values(texts.answers);
  const answers = /** @type {readonly Answer[]} */ (Object.keys(texts.answers));
  const isGiven = answers.find((answer) => answer === invitation.status);
  const open = dates.filter(({ status }) => status === 'scheduled' || status === 'live');
  const spans = open.map((session) => answered(session, invitation.occurrenceResponses));
  return form({
    fields: [
      {
        name: 'response',
        label: texts.question,
        type: 'one',
        options: labels,
        ...(isGiven === undefined ? {} : { value: texts.answers[isGiven] }),
      },
      ...(open.length === 0
        ? []
        : [
            /** @type {const} */ ({
              name: 'sessionId',
              label: texts.whatFor,
              type: 'one',
              options: [texts.all, ...spans],
              value: texts.all,
            }),
          ]),
      {
        name: 'comment',
        label: texts.comment,
        type: 'text area',
        autocomplete: 'off',
        optional: true,
        longest: 500,
      },
      {
        name: 'proposedStartAt',
        label: texts.proposal,
        hint: texts.proposalHint,
        type: 'datetime-local',
        autocomplete: 'off',
        optional: true,
      },
    ],
    submit: texts.send,
    run: async ({ response, sessionId, comment, proposedStartAt }) => {
      const answer = answers[labels.indexOf(response)] ?? 'accepted';
      const session = open[spans.indexOf(sessionId)];
      const told = await call(`POST /meetings/invitations/${encodeURIComponent(token)}/respond`, {
        response: answer,
        ...(session === undefined ? {} : { sessionId: session.sessionId }),
        ...(comment === '' ? {} : { comment }),
        ...(proposedStartAt === '' ? {} : { proposedStartAt: new Date(proposedStartAt).toISOString() }),
      });
      showThanks(answer, told.meeting, token, resolution, opened);
    },
  });
}

/** A date, and what was answered for it alone. @param {Session} session @param {Invitation['invitation']['occurrenceResponses']} responses */
function answered({ sessionId, startsAt, endsAt }, responses) {
  const own = responses.find((response) => response.sessionId === sessionId);
  const time = span(startsAt, endsAt);
  return own === undefined ? time : `${time} (${texts.given[own.status] ?? ''})`;
}

/**
 * @param {Answer} answer
 * @param {{ title: string, startsAt: string | null, endsAt: string | null, timeZone: string, organizerName: string }} meeting
 * @param {string} token
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 * @param {Invitation} opened
 */
function showThanks(answer, meeting, token, resolution, opened) {
  show(
    texts.thanks[answer],
    h('p', {}, meeting.title),
    facts(timeRows(meeting)),
    h('p', {}, texts.told(meeting.organizerName)),
    h(
      'div',
      { class: 'ways' },
      answer !== 'declined' && calendarLink(opened.calendarUrl, meetingTexts.calendar),
      answer !== 'declined' && button(texts.enter, () => enterFrom(opened, token, resolution)),
      button(texts.change, () => openInvitation(token, resolution), 'quiet'),
    ),
  );
}

/** @param {Invitation} opened @param {string} token @param {import('./meeting-entry.js').JoinCodeResolution} resolution */
const enterFrom = ({ invitation, meeting }, token, resolution) =>
  askToEnter({
    resolution,
    link: { invite: token },
    name: invitation.displayName,
    title: meeting.title,
    back: () => openInvitation(token, resolution),
  });

/** @param {string} url @param {string} label */
export const calendarLink = (url, label) =>
  h('a', { class: 'button plain', href: here(url), download: 'invite.ics' }, label);
