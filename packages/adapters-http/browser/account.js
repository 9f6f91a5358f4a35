import { button } from './actions.js';
import { call, signedIn, signOut } from './api.js';
import { h, show } from './dom.js';
import { factorsSection } from './factors.js';
import { passwordSection } from './password-section.js';
import { sessionsSection } from './sessions.js';
import { askToSignIn, signInOrFinish } from './sign-in.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    sessions: 'Sessions and security',
    lead: 'Sign in to see where your account is signed in, and to change password and second factors.',
    as: (/** @type {string} */ name) => `Signed in as ${name}, until you leave this page.`,
    out: 'Sign out',
    signedOut: 'You are signed out',
    again: 'Sign in again',
    superseded: (/** @type {string} */ email) =>
      `Somebody else has proven that ${email} is theirs, so it cannot become the address of this account. Give the account another address, or it ends.`,
  },
  de: {
    sessions: 'Sitzungen und Sicherheit',
    lead: 'Melden Sie sich an, um zu sehen, wo Ihr Konto angemeldet ist, und um Passwort und zweite Faktoren zu ändern.',
    as: (/** @type {string} */ name) => `Angemeldet als ${name}, bis Sie diese Seite verlassen.`,
    out: 'Abmelden',
    signedOut: 'Sie sind abgemeldet',
    again: 'Erneut anmelden',
    superseded: (/** @type {string} */ email) =>
      `Jemand anders hat nachgewiesen, dass ${email} ihm gehört; Adresse dieses Kontos kann sie nicht mehr werden. Geben Sie dem Konto eine andere Adresse, sonst endet es.`,
  },
});

/** @type {import('./sign-in.js').SignInRequest} */
const request = { lead: [h('p', {}, texts.lead)], onSignedIn: showAccount };

/** Draws the page anew after each change. */
async function showAccount() {
  const [{ sessions }, factors] = await Promise.all([call('GET /auth/sessions'), call('GET /auth/factors')]);
  const user = signedIn()?.user;
  const sections = [
    sessionsSection(sessions, showAccount, showSignedOut),
    passwordSection(user?.hasPassword ?? true),
    factorsSection(factors, showAccount),
  ];
  show(
    texts.sessions,
    h('p', { class: 'soft' }, texts.as(user?.email ?? user?.displayName ?? '')),
    ...(user?.emailSupersededAt ? [h('p', { role: 'status' }, texts.superseded(user.email ?? ''))] : []),
    ...(location.pathname === '/settings/security' ? [sections[2], sections[1], sections[0]] : sections),
    h(
      'div',
      { class: 'ways aside' },
      button(texts.out, async () => {
        await signOut();
        showSignedOut();
      }),
    ),
  );
}

function showSignedOut() {
  show(
    texts.signedOut,
    button(texts.again, () => askToSignIn(request)),
  );
}

await signInOrFinish(request);
