import { button } from './actions.js';
import { ApiError, call } from './api.js';
import { isDead, showDeadLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { answerInWords, answerPart } from './meeting-answer.js';
import { askToEnter } from './meeting-entry.js';
import { here, meetingTexts, timeRows } from './meeting-words.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./meeting-entry.js').JoinCodeResolution} Resolution
 * @typedef {import('./meeting-answer.js').Answer} Answer
 * @typedef {import('./meeting-answer.js').Chosen} Chosen
 * @typedef {{ sessionId: string, startsAt: string, endsAt: string, status: string }} Session
 * @typedef {object} Invitation what its link shows
 * @property {{ role: string, status: string, displayName: string, occurrenceResponses: readonly { sessionId: string, status: string }[] }} invitation
 * @property {{ title: string, description: string, startsAt: string | null, endsAt: string | null, timeZone: string, recurrenceText: string | null, organizerName: string, status: string, allowTentative: boolean }} meeting
 * @property {readonly Session[]} occurrences
 * @property {string} calendarUrl
 */

/** @type {Chosen} */
const nothing = { answer: null, sessionId: null };

const texts = inLanguage({
  en: {
    repeats: 'Repeats',
    answer: 'Your answer',
    none: 'Not answered yet',
    enter: 'Enter the meeting',
    thanks: (/** @type {string} */ answer) => `You answered: ${answer}`,
    told: (/** @type {string} */ name) => `${name} is notified. The last answer stands; you can change it.`,
    change: 'Change the answer',
    cancelled: 'This meeting is cancelled',
    cancelledLead: (/** @type {string} */ title) => `“${title}” does not take place.`,
    takeOut: 'Take it out of the calendar',
  },
  de: {
    repeats: 'Wiederholung',
    answer: 'Ihre Antwort',
    none: 'Noch nicht beantwortet',
    enter: 'Am Termin teilnehmen',
    thanks: (/** @type {string} */ answer) => `Ihre Antwort: ${answer}`,
    told: (/** @type {string} */ name) =>
      `${name} erfährt davon. Die letzte Antwort gilt; Sie können sie ändern.`,
    change: 'Antwort ändern',
    cancelled: 'Dieser Termin ist abgesagt',
    cancelledLead: (/** @type {string} */ title) => `„${title}“ findet nicht statt.`,
    takeOut: 'Aus dem Kalender nehmen',
  },
});

/**
 * What the link of an invitation opens: the meeting, an answer, the way in. Opening it answers nothing, also where the link is
 * one of the answers in a mail: programs that check mail open every link (MTG-108).
 * @param {string} token
 * @param {Resolution} resolution
 * @param {Chosen} [chosen]
 */
export async function openInvitation(token, resolution, chosen = nothing) {
  try {
    const opened = await call(`GET /meetings/invitations/${encodeURIComponent(token)}`);
    showInvitation(opened, token, resolution, chosen);
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
 * @param {Resolution} resolution
 * @param {Chosen} chosen
 */
function showInvitation(opened, token, resolution, chosen) {
  const { meeting, calendarUrl } = opened;
  if (meeting.status === 'cancelled')
    return show(
      texts.cancelled,
      h('p', {}, texts.cancelledLead(meeting.title)),
      h('div', { class: 'ways' }, calendarLink(calendarUrl, texts.takeOut)),
    );
  const answer = answerPart(opened, token, chosen, {
    answered: (given, told) => showThanks(given, told, token, resolution, opened),
    over: () => openInvitation(token, resolution),
  });
  const about = [
    invitationFacts(opened),
    meeting.description !== '' && h('p', { class: 'words', dir: 'auto' }, meeting.description),
  ];
  show(
    meeting.title,
    // Whoever comes from an answer in the mail finds it first, also on a small screen.
    ...(chosen.answer === null ? [about, answer] : [answer, about]).flat(),
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
  );
}

/** The workspace stands at the head of the page. @param {Invitation} opened */
const invitationFacts = ({ invitation, meeting }) =>
  facts([
    ...timeRows(meeting),
    ...(meeting.recurrenceText === null
      ? []
      : [/** @type {const} */ ([texts.repeats, meeting.recurrenceText])]),
    [meetingTexts.organizer, meeting.organizerName],
    [texts.answer, answerInWords(invitation.status) ?? texts.none],
  ]);

/**
 * @param {Answer} answer
 * @param {import('./meeting-answer.js').AnsweredMeeting} meeting
 * @param {string} token
 * @param {Resolution} resolution
 * @param {Invitation} opened
 */
function showThanks(answer, meeting, token, resolution, opened) {
  show(
    texts.thanks(answerInWords(answer)),
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

/** @param {Invitation} opened @param {string} token @param {Resolution} resolution */
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
