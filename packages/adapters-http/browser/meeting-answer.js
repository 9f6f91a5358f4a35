import { ApiError, call } from './api.js';
import { isDead } from './dead-link.js';
import { h } from './dom.js';
import { question } from './form.js';
import { span } from './meeting-words.js';
import { inLanguage } from './words.js';

/**
 * @typedef {'accepted' | 'tentative' | 'declined'} Answer
 * @typedef {import('./meeting-invitation.js').Invitation} Invitation
 * @typedef {import('./meeting-invitation.js').Session} Session
 * @typedef {{ title: string, startsAt: string | null, endsAt: string | null, timeZone: string, organizerName: string }} AnsweredMeeting
 * @typedef {object} After what to do next
 * @property {(answer: Answer, meeting: AnsweredMeeting) => void} answered
 * @property {() => Promise<unknown>} over nobody can answer any more
 * @typedef {{ readonly answer: string | null, readonly sessionId: string | null }} Chosen what a link in a mail has chosen, and for which session
 */

/** @type {readonly Answer[]} */
const answers = ['accepted', 'tentative', 'declined'];

const texts = inLanguage({
  en: {
    answers: { accepted: 'Yes', tentative: 'Maybe', declined: 'No' },
    question: 'Will you come?',
    press: (/** @type {string} */ answer) =>
      `You chose “${answer}” in the mail. Press it here to send it; until then nothing is recorded.`,
    forDate: (/** @type {string} */ date) => `The mail asks about this date: ${date}`,
    further: 'Add a comment or propose another time',
    furtherOfSeries: 'Answer for one date, add a comment or propose another time',
    whatFor: 'For which date',
    all: 'For every date',
    comment: 'Comment (optional)',
    proposal: 'Another time that would suit (optional)',
    proposalHint: 'In your time zone; not with Yes.',
  },
  de: {
    answers: { accepted: 'Ja', tentative: 'Vielleicht', declined: 'Nein' },
    question: 'Kommen Sie?',
    press: (/** @type {string} */ answer) =>
      `In der Mail haben Sie „${answer}“ gewählt. Drücken Sie hier darauf, um es zu senden; vorher wird nichts festgehalten.`,
    forDate: (/** @type {string} */ date) => `Die Mail fragt nach diesem Termin: ${date}`,
    further: 'Kommentar schreiben oder andere Zeit vorschlagen',
    furtherOfSeries: 'Für einen Termin antworten, Kommentar schreiben oder andere Zeit vorschlagen',
    whatFor: 'Für welchen Termin',
    all: 'Für alle Termine',
    comment: 'Kommentar (freiwillig)',
    proposal: 'Ein anderer Zeitpunkt, der passen würde (freiwillig)',
    proposalHint: 'In Ihrer Zeitzone; nicht bei „Ja“.',
  },
});

/** An answer as people read it; nothing where there is none. @param {string | null} status */
export const answerInWords = (status) => texts.answers[/** @type {Answer} */ (status)];

/**
 * The question whether somebody comes, which one press answers.
 * @param {Invitation} opened
 * @param {string} token
 * @param {Chosen} chosen
 * @param {After} after
 */
export function answerPart(opened, token, chosen, after) {
  const { invitation, meeting, occurrences } = opened;
  const isSeries = meeting.recurrenceText !== null;
  const dates = isSeries
    ? occurrences.filter(({ status }) => status === 'scheduled' || status === 'live')
    : [];
  const date = dates.find(({ sessionId }) => sessionId === chosen.sessionId);
  const offered = answers.filter((answer) => answer !== 'tentative' || meeting.allowTentative);
  const picked = offered.find((answer) => answer === chosen.answer);
  return h(
    'section',
    {},
    h('h2', {}, texts.question),
    date !== undefined && h('p', {}, texts.forDate(span(date.startsAt, date.endsAt))),
    date === undefined && chosen.answer !== null && h('p', {}, span(meeting.startsAt, meeting.endsAt)),
    picked !== undefined && h('p', {}, texts.press(texts.answers[picked])),
    question({
      label: texts.question,
      answers: offered.map((value) => ({
        value,
        label: texts.answers[value],
        kind: value === picked ? 'primary' : '',
      })),
      further: {
        label: isSeries ? texts.furtherOfSeries : texts.further,
        isOpen: date !== undefined,
        fields: furtherFields(dates, date, invitation),
      },
      run: async (answer, { sessionId: which, ...given }) => {
        const session = dates[spansOf(dates, invitation).indexOf(which)];
        await send({ token, answer, session }, given, after);
      },
    }),
  );
}

/** @param {readonly Session[]} dates @param {Invitation['invitation']} invitation */
const spansOf = (dates, { occurrenceResponses }) =>
  dates.map((session) => answered(session, occurrenceResponses));

/**
 * @param {readonly Session[]} dates to choose from
 * @param {Session | undefined} date that is chosen already
 * @param {Invitation['invitation']} invitation
 * @returns {readonly import('./form.js').AnyField[]}
 */
function furtherFields(dates, date, invitation) {
  const spans = spansOf(dates, invitation);
  const forDates = {
    name: 'sessionId',
    label: texts.whatFor,
    type: /** @type {const} */ ('one'),
    options: [texts.all, ...spans],
    value: date === undefined ? texts.all : (spans[dates.indexOf(date)] ?? texts.all),
  };
  return [
    ...(dates.length === 0 ? [] : [forDates]),
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
  ];
}

/**
 * @param {{ token: string, answer: Answer, session: Session | undefined }} of
 * @param {Record<string, any>} given
 * @param {After} after
 */
async function send({ token, answer, session }, { comment, proposedStartAt }, after) {
  try {
    const { meeting } = await call(`POST /meetings/invitations/${encodeURIComponent(token)}/respond`, {
      response: answer,
      ...(session === undefined ? {} : { sessionId: session.sessionId }),
      ...(comment === '' ? {} : { comment }),
      ...(proposedStartAt === '' ? {} : { proposedStartAt: new Date(proposedStartAt).toISOString() }),
    });
    after.answered(answer, meeting);
  } catch (error) {
    // It was cancelled, withdrawn or over meanwhile: the page then says which.
    const isOver = isDead(error) || (error instanceof ApiError && error.code === 'meeting.invalid_state');
    if (!isOver) throw error;
    await after.over();
  }
}

/** A date, and what was answered for it alone. @param {Session} session @param {Invitation['invitation']['occurrenceResponses']} responses */
function answered({ sessionId, startsAt, endsAt }, responses) {
  const own = responses.find((response) => response.sessionId === sessionId);
  const time = span(startsAt, endsAt);
  return own === undefined ? time : `${time} (${answerInWords(own.status) ?? ''})`;
}
