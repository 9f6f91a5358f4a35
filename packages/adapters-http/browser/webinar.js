import { button } from './actions.js';
import { ApiError, call, refusal } from './api.js';
import { facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { enterAsMember } from './meeting-entry.js';
import { meetingTexts, ownTimeZone, span, zoneRow } from './meeting-words.js';
import { inLanguage, when } from './words.js';

/**
 * @typedef {{ id: string, label: string, type: 'short_text' | 'long_text' | 'single_choice' | 'multiple_choice' | 'checkbox', required: boolean, options: readonly string[] }} Question
 * @typedef {object} Webinar
 * @property {string} title
 * @property {string} description
 * @property {string} timeZone
 * @property {string} status
 * @property {readonly string[]} hosts
 * @property {string} workspaceName
 * @property {readonly { startsAt: string, endsAt: string, status: string }[]} occurrences
 * @property {{ mode: string, isOpen: boolean, opensAt: string | null, closesAt: string | null, remaining: number | null, waitlistEnabled: boolean, questions: readonly Question[] }} registration
 */

const texts = inLanguage({
  en: {
    hosts: 'Hosts',
    places: 'Free places',
    until: 'Register until',
    cancelledDate: 'cancelled',
    noDates: 'No date is set',
    register: 'Register',
    lead: 'Your own link comes by mail. One registration is for every date.',
    approval: 'A host looks at each registration.',
    full: 'Every place is taken; you can join the waiting list.',
    name: 'Your name',
    nameHint: 'The name that others see.',
    email: 'E-mail address',
    optional: (/** @type {string} */ label) => `${label} (optional)`,
    member: 'I am a member: sign in',
    closed: 'Registration is closed.',
    opens: (/** @type {string} */ time) => `Registration opens on ${time}.`,
    cancelled: 'This webinar is cancelled.',
    haveLink: 'If you are registered already, open the link in your mail.',
    done: 'Look into your mail',
    doneLead: 'The mail says how your registration stands, and carries your own link.',
    pending: 'A host decides about your registration; you will have a mail then as well.',
    waitlisted: 'Every place is taken at the moment. You are on the waiting list.',
  },
  de: {
    hosts: 'Es sprechen',
    places: 'Freie Plätze',
    until: 'Anmeldung bis',
    cancelledDate: 'abgesagt',
    noDates: 'Kein Termin angesetzt',
    register: 'Anmelden',
    lead: 'Ihr eigener Link kommt per Mail. Die Anmeldung gilt für alle Termine.',
    approval: 'Über jede Anmeldung wird entschieden.',
    full: 'Alle Plätze sind vergeben; Sie können auf die Warteliste.',
    name: 'Ihr Name',
    nameHint: 'Der Name, den andere sehen.',
    email: 'E-Mail-Adresse',
    optional: (/** @type {string} */ label) => `${label} (freiwillig)`,
    member: 'Ich bin Mitglied: anmelden',
    closed: 'Die Anmeldung ist geschlossen.',
    opens: (/** @type {string} */ time) => `Die Anmeldung beginnt am ${time}.`,
    cancelled: 'Dieses Webinar ist abgesagt.',
    haveLink: 'Sind Sie schon angemeldet, öffnen Sie den Link in Ihrer Mail.',
    done: 'Sehen Sie in Ihre Mail',
    doneLead: 'Die Mail sagt, wie Ihre Anmeldung steht, und enthält Ihren eigenen Link.',
    pending: 'Über Ihre Anmeldung wird entschieden; auch dann erhalten Sie eine Mail.',
    waitlisted: 'Zurzeit sind alle Plätze vergeben. Sie stehen auf der Warteliste.',
  },
});

/**
 * The public page of a webinar, with registration.
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
export async function openWebinar(resolution) {
  try {
    showWebinar(await call(`GET /meetings/webinars/${encodeURIComponent(resolution.joinCode)}`), resolution);
  } catch (error) {
    showFailure(error);
  }
}

/** Its dates, hosts and words, for the page of a registration too. @param {Webinar} webinar */
export const aboutWebinar = (webinar) => {
  const { occurrences, timeZone, hosts, workspaceName, description, registration } = webinar;
  const dates = occurrences.map(
    ({ startsAt, endsAt, status }) =>
      `${span(startsAt, endsAt)}${status === 'cancelled' ? ` (${texts.cancelledDate})` : ''}`,
  );
  return [
    facts([
      [meetingTexts.when, dates.length === 0 ? texts.noDates : dates.join('\n')],
      [meetingTexts.timeZone, zoneRow(timeZone)],
      [texts.hosts, hosts.join(', ')],
      [meetingTexts.workspace, workspaceName],
      ...(registration.remaining === null
        ? []
        : [/** @type {const} */ ([texts.places, String(registration.remaining)])]),
      ...(registration.isOpen && registration.closesAt !== null
        ? [/** @type {const} */ ([texts.until, when(registration.closesAt)])]
        : []),
    ]),
    description !== '' && h('p', { class: 'words', dir: 'auto' }, description),
  ];
};

/** @param {Webinar} webinar @param {import('./meeting-entry.js').JoinCodeResolution} resolution */
function showWebinar(webinar, resolution) {
  const { registration, title } = webinar;
  show(
    title,
    ...aboutWebinar(webinar),
    registration.isOpen ? registerPart(webinar, resolution) : h('p', {}, whyClosed(webinar)),
    !registration.isOpen && h('p', { class: 'soft' }, texts.haveLink),
    h(
      'div',
      { class: 'ways aside' },
      button(
        texts.member,
        () => enterAsMember({ resolution, link: {}, name: null, title, back: () => openWebinar(resolution) }),
        'quiet',
      ),
    ),
  );
}

/** @param {Webinar} webinar */
function whyClosed({ status, registration: { opensAt } }) {
  if (status === 'cancelled') return texts.cancelled;
  return opensAt !== null && Date.parse(opensAt) > Date.now() ? texts.opens(when(opensAt)) : texts.closed;
}

/** @param {Webinar} webinar @param {import('./meeting-entry.js').JoinCodeResolution} resolution */
function registerPart({ registration }, resolution) {
  const { mode, remaining, waitlistEnabled, questions } = registration;
  return h(
    'section',
    {},
    h('h2', {}, texts.register),
    h('p', {}, texts.lead, mode === 'approval' && ` ${texts.approval}`),
    remaining === 0 && waitlistEnabled && h('p', {}, texts.full),
    form({
      fields: [
        { name: 'displayName', label: texts.name, hint: texts.nameHint, autocomplete: 'name', longest: 120 },
        { name: 'email', label: texts.email, type: 'email', autocomplete: 'email' },
        ...questions.map(fieldOf),
      ],
      submit: texts.register,
      run: (values) => register(values, questions, resolution),
    }),
  );
}

const kinds = /** @type {const} */ ({ single_choice: 'one', multiple_choice: 'some', checkbox: 'box' });
const longest = { short_text: 200, long_text: 2000 };
/** @param {Question} question */
function fieldOf({ id: name, label, type, required, options }) {
  const optional = !required;
  const shown = optional ? texts.optional(label) : label;
  return type === 'short_text' || type === 'long_text'
    ? {
        name,
        label: shown,
        optional,
        autocomplete: 'off',
        longest: longest[type],
        type: type === 'long_text' ? 'text area' : 'text',
      }
    : { name, label: shown, optional, options, type: kinds[type] };
}

/**
 * @param {Record<string, any>} values
 * @param {readonly Question[]} questions
 * @param {import('./meeting-entry.js').JoinCodeResolution} resolution
 */
async function register({ displayName, email, ...given }, questions, resolution) {
  const answers = questions
    .map(({ id: questionId }) => ({ questionId, value: given[questionId] }))
    .filter(({ value }) => typeof value === 'boolean' || value.length > 0);
  const path = /** @type {const} */ (
    `/meetings/webinars/${encodeURIComponent(resolution.joinCode)}/registrations`
  );
  try {
    const { registration } = await call(`POST ${path}`, {
      displayName,
      email,
      answers,
      timeZone: ownTimeZone,
    });
    show(
      texts.done,
      h('p', {}, texts.doneLead),
      registration.status === 'pending' && h('p', {}, texts.pending),
      registration.status === 'waitlisted' && h('p', {}, texts.waitlisted),
    );
  } catch (error) {
    throw error instanceof ApiError ? byQuestion(error, answers) : error;
  }
}

/** Shows the faults of answers at their questions. @param {ApiError} error @param {readonly { questionId: string }[]} answers */
function byQuestion({ code, message, details, retryAfterSeconds }, answers) {
  const placed = details.map((detail) => {
    const [, index] = /\/answers\/(\d+)\//.exec(detail.path) ?? [];
    const question = index === undefined ? undefined : answers[Number(index)];
    return question === undefined ? detail : { ...detail, path: `/body/${question.questionId}` };
  });
  return refusal(code, { message, details: placed, retryAfterSeconds });
}
