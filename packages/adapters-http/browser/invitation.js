import { button } from './actions.js';
import { ApiError, call, resume, signedIn, signInBy, signOut, switchTo } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { fromLink } from './link.js';
import { newPasswordField } from './new-password.js';
import { resendButton } from './resend.js';
import { askToSignIn, signInOrFinish } from './sign-in.js';
import { toHome } from './to-home.js';
import { inLanguage, language, when } from './words.js';

/** @typedef {{ workspaceName: string, inviterDisplayName: string, email: string, role: 'owner' | 'admin' | 'member' | 'guest', expiresAt: string, status: string }} Invitation */

const texts = inLanguage({
  en: {
    heading: (/** @type {string} */ name) => `Join ${name}`,
    workspace: 'Workspace',
    inviter: 'Invited by',
    address: 'For the address',
    role: 'Role',
    until: 'Open until',
    roles: { owner: 'Owner', admin: 'Admin', member: 'Member', guest: 'Guest' },
    signIn: 'Sign in and accept',
    accept: (/** @type {string} */ address) => `Accept as ${address}`,
    register: 'Create an account and accept',
    decline: 'Decline',
    signInHeading: 'Sign in to accept',
    signInLead: (/** @type {string} */ email) => `Use the account of ${email}.`,
    registerHeading: 'Create your account',
    registerLead: 'The invitation came to your address, so nothing more is to be verified.',
    email: 'E-mail address',
    name: 'Your name',
    nameHint: 'The name that others see.',
    haveAccount: 'I have an account',
    noAccount: 'I have no account yet',
    back: 'Back to the invitation',
    done: (/** @type {string} */ name) => `Welcome to ${name}`,
    doneLead: 'You belong to it now, and are signed in here.',
    already: 'You already belong to this workspace.',
    declineHeading: 'Decline this invitation?',
    declineLead: (/** @type {string} */ name) =>
      `${name} is notified. To join later you need a new invitation.`,
    declineSure: 'Yes, decline',
    declined: 'Invitation declined',
    declinedLead: 'You can close this page.',
    gone: 'Ask the person who invited you for a new one.',
  },
  de: {
    heading: (/** @type {string} */ name) => `${name} beitreten`,
    workspace: 'Workspace',
    inviter: 'Eingeladen von',
    address: 'Für die Adresse',
    role: 'Rolle',
    until: 'Offen bis',
    roles: { owner: 'Eigentümer', admin: 'Administrator', member: 'Mitglied', guest: 'Gast' },
    signIn: 'Anmelden und annehmen',
    accept: (/** @type {string} */ address) => `Als ${address} annehmen`,
    register: 'Konto anlegen und annehmen',
    decline: 'Ablehnen',
    signInHeading: 'Anmelden, um anzunehmen',
    signInLead: (/** @type {string} */ email) => `Verwenden Sie das Konto von ${email}.`,
    registerHeading: 'Konto anlegen',
    registerLead: 'Die Einladung kam an Ihre Adresse, also ist nichts weiter zu bestätigen.',
    email: 'E-Mail-Adresse',
    name: 'Ihr Name',
    nameHint: 'Der Name, den andere sehen.',
    haveAccount: 'Ich habe ein Konto',
    noAccount: 'Ich habe noch kein Konto',
    back: 'Zurück zur Einladung',
    done: (/** @type {string} */ name) => `Willkommen bei ${name}`,
    doneLead: 'Sie gehören jetzt dazu und sind hier angemeldet.',
    already: 'Sie gehören diesem Workspace schon an.',
    declineHeading: 'Diese Einladung ablehnen?',
    declineLead: (/** @type {string} */ name) =>
      `${name} erfährt davon. Um später beizutreten, brauchen Sie eine neue Einladung.`,
    declineSure: 'Ja, ablehnen',
    declined: 'Einladung abgelehnt',
    declinedLead: 'Sie können diese Seite schließen.',
    gone: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  },
});

const token = fromLink('token');
const path = /** @type {const} */ (`/workspace-invitations/${encodeURIComponent(token ?? '')}`);

/** @param {unknown} error */
const showGone = (error) => showDeadLink(error, h('p', {}, texts.gone));

/** @param {unknown} error */
function goneOrThrow(error) {
  if (!isDead(error)) throw error;
  showGone(error);
}

/** @param {Invitation} invitation */
const signInRequest = (invitation) => ({
  heading: texts.signInHeading,
  lead: [h('p', {}, texts.signInLead(invitation.email))],
  email: invitation.email,
  invitationToken: token,
  instead: h(
    'div',
    { class: 'ways aside' },
    button(texts.noAccount, () => askToRegister(invitation), 'quiet'),
    button(texts.back, () => showInvitation(invitation), 'quiet'),
  ),
  onSignedIn: () => accept(invitation),
});

/** @param {Invitation} invitation */
function showInvitation(invitation) {
  const { workspaceName, inviterDisplayName, email, role, expiresAt } = invitation;
  show(
    texts.heading(workspaceName),
    facts([
      [texts.workspace, workspaceName],
      [texts.inviter, inviterDisplayName],
      [texts.address, email],
      [texts.role, texts.roles[role]],
      [texts.until, when(expiresAt)],
    ]),
    h(
      'div',
      { class: 'ways' },
      ...waysIn(invitation),
      button(texts.decline, () => askToDecline(invitation), 'quiet'),
    ),
  );
}

/** Whoever is signed in here with that address accepts by one press. @param {Invitation} invitation */
function waysIn(invitation) {
  const address = signedIn()?.user.email;
  if (address?.toLowerCase() === invitation.email.toLowerCase())
    return [button(texts.accept(address), () => accept(invitation), 'primary')];
  return [
    button(texts.signIn, () => leaveAnd(() => askToSignIn(signInRequest(invitation))), 'primary'),
    button(texts.register, () => leaveAnd(() => askToRegister(invitation))),
  ];
}

/** The invitation is for another person than who is signed in here, if anybody is. @param {() => void} goOn */
async function leaveAnd(goOn) {
  if (signedIn() !== null) await signOut();
  goOn();
}

/** @param {Invitation} invitation */
function askToRegister(invitation) {
  show(
    texts.registerHeading,
    h('p', {}, texts.registerLead),
    form({
      fields: [
        {
          name: 'email',
          label: texts.email,
          type: 'email',
          autocomplete: 'username',
          value: invitation.email,
          readonly: true,
        },
        { name: 'displayName', label: texts.name, hint: texts.nameHint, autocomplete: 'name' },
        newPasswordField('password'),
      ],
      submit: texts.register,
      run: (values) => register(values, invitation),
    }),
    h(
      'div',
      { class: 'ways aside' },
      button(texts.haveAccount, () => askToSignIn(signInRequest(invitation)), 'quiet'),
      button(texts.back, () => showInvitation(invitation), 'quiet'),
    ),
  );
}

/** @param {object} values @param {Invitation} invitation */
async function register(values, invitation) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    await signInBy('register', { ...values, locale: language, timeZone, invitationToken: token });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'auth.email_taken') {
      askToSignIn(signInRequest(invitation));
      return showFailure(error);
    }
    return goneOrThrow(error);
  }
  welcome(invitation, texts.doneLead);
}

/** @param {Invitation} invitation */
async function accept(invitation) {
  try {
    const { workspace } = await call(`POST ${path}/accept`, {});
    // The membership stands; if the workspace asks for more than this sign-in, the next one says so.
    await switchTo(workspace.id).catch(() => undefined);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'member.already_exists')
      return welcome(invitation, texts.already);
    // A first sign-in by a provider has joined already, and so spent the link.
    if (isDead(error) && signedIn()?.workspace?.name === invitation.workspaceName)
      return welcome(invitation, texts.doneLead);
    if (isDead(error)) return goneOrThrow(error);
    await signOut();
    askToSignIn(signInRequest(invitation));
    const unverified = error instanceof ApiError && error.code === 'auth.email_unverified';
    return showFailure(error, unverified && resendButton(invitation.email));
  }
  welcome(invitation, texts.doneLead);
}

/** @param {Invitation} invitation @param {string} lead */
function welcome({ workspaceName }, lead) {
  show(texts.done(workspaceName), h('p', {}, lead), toHome());
}

/** @param {Invitation} invitation */
function askToDecline(invitation) {
  show(
    texts.declineHeading,
    h('p', {}, texts.declineLead(invitation.inviterDisplayName)),
    h(
      'div',
      { class: 'ways' },
      button(
        texts.declineSure,
        async () => {
          try {
            await call(`POST ${path}/decline`, {});
            show(texts.declined, h('p', {}, texts.declinedLead));
          } catch (error) {
            goneOrThrow(error);
          }
        },
        'danger',
      ),
      button(texts.back, () => showInvitation(invitation), 'quiet'),
    ),
  );
}

async function open() {
  if (token === null) return showIncompleteLink();
  try {
    const invitation = await call(`GET ${path}`);
    if (invitation.status !== 'pending') showGone(null);
    else if (fromLink('handoff') !== null) await signInOrFinish(signInRequest(invitation));
    else {
      // That nobody can be resumed now is no reason not to show what was opened.
      await resume().catch(() => null);
      showInvitation(invitation);
    }
  } catch (error) {
    if (isDead(error)) return showGone(error);
    show(texts.heading('Chancery'));
    showFailure(error);
  }
}
await open();
