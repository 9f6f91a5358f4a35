import { button } from './actions.js';
import { ApiError, actIn, call, refusal, signedIn } from './api.js';
import { showDeadLink } from './dead-link.js';
import { facts, h, say, show } from './dom.js';
import { form } from './form.js';
import { showRoom } from './meeting-room.js';
import { meetingTexts, span, timeRows } from './meeting-words.js';
import { signInOrFinish } from './sign-in.js';
import { inLanguage } from './words.js';

/**
 * @typedef {{ joinCode: string, title: string | null, status: string, startsAt: string | null, endsAt: string | null, timeZone: string, passcodeRequired: boolean, waitingRoom: boolean, registrationRequired: boolean, joinOpensAt: string | null, workspaceName: string, workspaceLogoUrl: string | null }} JoinCodeResolution
 * @typedef {object} Visit what is known of whoever wants to enter
 * @property {JoinCodeResolution} resolution
 * @property {{ invite?: string, registration?: string }} link the token of their own link
 * @property {string | null} name that goes with the link
 * @property {string} [title]
 * @property {boolean} [needsPasscode] whoever is invited needs none; the server says so if one is needed all the same
 * @property {(() => Promise<unknown> | void) | undefined} [back] to what the link opened first
 */

const texts = inLanguage({
  en: {
    meeting: 'Meeting',
    state: 'State',
    states: /** @type {Record<string, string>} */ ({
      scheduled: 'Not started yet',
      live: 'Live now',
      idle: 'Open',
      ended: 'Over',
      cancelled: 'Cancelled',
    }),
    waitingRoom: 'Somebody in the meeting may have to let you in.',
    name: 'Your name',
    nameHint: 'The name that others see.',
    passcode: 'Passcode',
    enter: 'Enter',
    asName: (/** @type {string} */ name) => `You enter as ${name}.`,
    member: 'I am a member: sign in',
    signInHeading: 'Sign in to enter',
    again: 'Try again',
    back: 'Back',
    early: 'It is too early',
    earlyLead: 'You can enter on the day of the meeting. Open this link again then.',
    next: 'Next date',
    over: 'This meeting is over',
    overLead: 'It has ended or was cancelled, so nobody can enter any more.',
    hostFirst: 'You are the host',
    hostLead: 'The meeting begins when you start it.',
    start: 'Start the meeting',
    startsFrom: (/** @type {string} */ moment) => `You can start it from ${moment} on.`,
  },
  de: {
    meeting: 'Termin',
    state: 'Stand',
    states: /** @type {Record<string, string>} */ ({
      scheduled: 'Noch nicht begonnen',
      live: 'Läuft gerade',
      idle: 'Offen',
      ended: 'Vorbei',
      cancelled: 'Abgesagt',
    }),
    waitingRoom: 'Vielleicht muss Sie jemand im Termin einlassen.',
    name: 'Ihr Name',
    nameHint: 'Der Name, den andere sehen.',
    passcode: 'Kenncode',
    enter: 'Eintreten',
    asName: (/** @type {string} */ name) => `Sie treten als ${name} ein.`,
    member: 'Ich bin Mitglied: anmelden',
    signInHeading: 'Anmelden, um einzutreten',
    again: 'Erneut versuchen',
    back: 'Zurück',
    early: 'Es ist noch zu früh',
    earlyLead: 'Eintreten können Sie am Tag des Termins. Öffnen Sie diesen Link dann noch einmal.',
    next: 'Nächster Termin',
    over: 'Dieser Termin ist vorbei',
    overLead: 'Er ist zu Ende oder wurde abgesagt; niemand kann mehr eintreten.',
    hostFirst: 'Sie leiten den Termin',
    hostLead: 'Er beginnt, wenn Sie ihn starten.',
    start: 'Termin starten',
    startsFrom: (/** @type {string} */ moment) => `Sie können ihn ab ${moment} starten.`,
  },
});

/** @param {Visit} visit */
const titleOf = ({ resolution, title }) => title ?? resolution.title ?? texts.meeting;

/**
 * The step before entering: when and whose, the name, the passcode.
 * @param {Visit} visit
 */
export function askToEnter(visit) {
  const { resolution, link, name, back } = visit;
  const isAnonymous = signedIn() === null && link.invite === undefined && link.registration === undefined;
  const { needsPasscode = isAnonymous && resolution.passcodeRequired } = visit;
  show(
    titleOf(visit),
    facts([
      ...timeRows(resolution),
      [meetingTexts.workspace, resolution.workspaceName],
      [texts.state, texts.states[resolution.status] ?? resolution.status],
    ]),
    resolution.waitingRoom && isAnonymous && h('p', { class: 'soft' }, texts.waitingRoom),
    name !== null && h('p', {}, texts.asName(name)),
    form({
      fields: [
        ...(!isAnonymous
          ? []
          : [
              {
                name: 'displayName',
                label: texts.name,
                hint: texts.nameHint,
                autocomplete: 'name',
                longest: 120,
                value: kept().name,
              },
            ]),
        ...(needsPasscode ? [{ name: 'passcode', label: texts.passcode, autocomplete: 'off' }] : []),
      ],
      submit: texts.enter,
      run: (values) => enter(values, visit),
    }),
    h(
      'div',
      { class: 'ways aside' },
      signedIn() === null && button(texts.member, () => enterAsMember(visit), 'quiet'),
      back !== undefined && button(texts.back, back, 'quiet'),
    ),
  );
}

const shelf = 'chancery.name';
/** The name that was typed before, in this tab. */
const kept = () => ({ name: sessionStorage.getItem(shelf) ?? '' });

/**
 * @param {Record<string, string>} values
 * @param {Visit} visit
 */
export async function enter(values, visit) {
  const { resolution, link } = visit;
  if (values.displayName !== undefined) sessionStorage.setItem(shelf, values.displayName);
  const request = { ...values, ...(signedIn() === null ? link : {}) };
  try {
    const { admissionToken, ...answer } = await call(
      `POST /meetings/resolve/${encodeURIComponent(resolution.joinCode)}/admissions`,
      request,
    );
    showRoom({
      title: titleOf(visit),
      token: admissionToken,
      first: answer,
      again: () => enter(values, visit),
      back: () => askToEnter(visit),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused(error, visit);
  }
}

/**
 * A refusal that the form cannot mend is a step of its own; any other is thrown on to be shown beside it.
 * @param {ApiError} error
 * @param {Visit} visit
 */
function refused(error, visit) {
  const again = () =>
    h(
      'div',
      { class: 'ways' },
      button(texts.again, () => askToEnter(visit)),
    );
  if (error.code === 'meeting.passcode_required' && visit.needsPasscode !== true)
    return askToEnter({ ...visit, needsPasscode: true });
  if (error.code === 'meeting.passcode_invalid' || error.code === 'meeting.passcode_required')
    throw refusal('request.invalid', {
      details: [{ path: '/body/passcode', code: error.code, message: '' }],
    });
  if (error.code === 'occurrence.none_joinable') {
    const [next] = /\d{4}-\S+Z/.exec(error.details[0]?.message ?? '') ?? [];
    return show(
      texts.early,
      next !== undefined && facts([[texts.next, span(next, null)]]),
      h('p', {}, texts.earlyLead),
      again(),
    );
  }
  if (error.code === 'meeting.not_joinable') return show(texts.over, h('p', {}, texts.overLead));
  if (error.code === 'registration.required') return location.reload();
  if (error.code === 'link.gone' || error.code === 'meeting.not_found')
    return showDeadLink(error, h('p', {}, meetingTexts.again));
  if (error.code === 'occurrence.not_started') return offerToStart(visit, error);
  throw error;
}

/**
 * A member comes in as who they are, whatever link they hold.
 * @param {Visit} visit
 */
export async function enterAsMember(visit) {
  const back = visit.back ?? (() => askToEnter(visit));
  await signInOrFinish({
    heading: texts.signInHeading,
    instead: h('div', { class: 'ways aside' }, button(texts.back, back, 'quiet')),
    onSignedIn: async () => {
      const member = { ...visit, name: signedIn()?.user.displayName ?? null };
      askToEnter(member);
      await enter({}, member);
    },
  });
}

/**
 * A host does not wait for anybody: the meeting begins with them.
 * @param {Visit} visit
 * @param {ApiError} error that names the meeting
 */
function offerToStart(visit, { details }) {
  const [, meetingId = '', workspaceId = ''] =
    /meeting (\S+) in the workspace (\S+)\./.exec(details[0]?.message ?? '') ?? [];
  show(
    texts.hostFirst,
    h('p', {}, texts.hostLead),
    h(
      'div',
      { class: 'ways' },
      button(texts.start, () => start(visit, { meetingId, workspaceId }), 'primary'),
      button(texts.back, () => askToEnter(visit), 'quiet'),
    ),
  );
}

/** @param {Visit} visit @param {{ meetingId: string, workspaceId: string }} meeting */
async function start(visit, { meetingId, workspaceId }) {
  try {
    await actIn(workspaceId);
    const { admissionToken, conference } = await call(`POST /meetings/${meetingId}/start`, {});
    const { admission } = await call(`GET /meetings/admissions/${admissionToken}`);
    showRoom({
      title: titleOf(visit),
      token: admissionToken,
      first: { admission, conference },
      again: () => enter({}, visit),
      back: () => askToEnter(visit),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Somebody else who runs it was faster.
    if (error.code === 'meeting.already_live' || error.code === 'occurrence.invalid_state')
      return enter({}, visit);
    const [earliest] = /\d{4}-\S+Z/.exec(error.details[0]?.message ?? '') ?? [];
    if (error.code !== 'occurrence.too_early' || earliest === undefined) throw error;
    say(texts.startsFrom(span(earliest, null)));
  }
}
