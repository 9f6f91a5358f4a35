import { chancery, signedIn } from './api.js';
import { h } from './dom.js';
import { factorsSection } from './factors.js';
import { passwordSection } from './password-section.js';
import { sessionsSection } from './sessions.js';
import { showSignedIn, showSignedOut, signedInPage } from './signed-in.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    sessions: 'Sessions and security',
    lead: 'Sign in to see where your account is signed in, and to change password and second factors.',
    superseded: (/** @type {string} */ email) =>
      `Somebody else has proven that ${email} is theirs, so it cannot become the address of this account. Give the account another address, or it ends.`,
  },
  de: {
    sessions: 'Sitzungen und Sicherheit',
    lead: 'Melden Sie sich an, um zu sehen, wo Ihr Konto angemeldet ist, und um Passwort und zweite Faktoren zu ändern.',
    superseded: (/** @type {string} */ email) =>
      `Jemand anders hat nachgewiesen, dass ${email} ihm gehört; Adresse dieses Kontos kann sie nicht mehr werden. Geben Sie dem Konto eine andere Adresse, sonst endet es.`,
  },
});

/** Draws the page anew after each change. */
async function showAccount() {
  const [{ sessions }, factors] = await Promise.all([
    chancery.identity.listSessions(),
    chancery.identity.listFactors(),
  ]);
  const user = signedIn()?.user;
  const sections = [
    sessionsSection(sessions, showAccount, showSignedOut),
    passwordSection(user?.hasPassword ?? true),
    factorsSection(factors, showAccount),
  ];
  showSignedIn(
    texts.sessions,
    ...(user?.emailSupersededAt ? [h('p', { role: 'status' }, texts.superseded(user.email ?? ''))] : []),
    ...(location.pathname === '/settings/security' ? [sections[2], sections[1], sections[0]] : sections),
  );
}

await signedInPage({ lead: [h('p', {}, texts.lead)], draw: showAccount });
