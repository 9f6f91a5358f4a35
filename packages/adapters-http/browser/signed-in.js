import { button, remedyBy } from './actions.js';
import { ApiError, signedIn, signOut, switchTo } from './api.js';
import { h, show } from './dom.js';
import { showFailure } from './failures.js';
import { askToSignIn, signInOrFinish } from './sign-in.js';
import { provenAfter } from './step-up.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    ways: 'Your pages',
    home: 'Home',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    security: 'Security',
    out: 'Sign out',
    signedOut: 'You are signed out',
    again: 'Sign in again',
    as: (/** @type {string} */ name) => `Signed in as ${name}`,
    workspace: (/** @type {string} */ name) => `in ${name}`,
  },
  de: {
    ways: 'Ihre Seiten',
    home: 'Start',
    apiKeys: 'Schlüssel',
    webhooks: 'Webhooks',
    security: 'Sicherheit',
    out: 'Abmelden',
    signedOut: 'Sie sind abgemeldet',
    again: 'Erneut anmelden',
    as: (/** @type {string} */ name) => `Angemeldet als ${name}`,
    workspace: (/** @type {string} */ name) => `in ${name}`,
  },
});

const managing = new Set(['owner', 'admin']);
/** Whether the person manages the workspace: sees its keys and its webhooks. */
export const isManaging = () => managing.has(signedIn()?.membership?.role ?? '');

/** Where the person is: the page, one of its parts, or the other half of the security page. @param {string} href */
const isHere = (href) =>
  location.pathname === href ||
  (href !== '/' && location.pathname.startsWith(`${href}/`)) ||
  (href === '/settings/security' && location.pathname === '/settings/sessions');

/** The ways from page to page, above the page; gone when nobody is signed in. */
function drawWays() {
  document.getElementById('ways')?.remove();
  const person = signedIn();
  if (person === null) return;
  const links = [
    ['/', texts.home],
    ...(isManaging()
      ? [
          ['/settings/api-keys', texts.apiKeys],
          ['/settings/webhooks', texts.webhooks],
        ]
      : []),
    ['/settings/security', texts.security],
  ];
  const items = links.map(([href = '', label]) =>
    h('li', {}, h('a', { href, 'aria-current': isHere(href) ? 'page' : null }, label)),
  );
  document
    .querySelector('header')
    ?.append(h('nav', { id: 'ways', class: 'pages', 'aria-label': texts.ways }, h('ul', {}, items)));
}

/**
 * One step of a signed-in person's page, with the ways to the others and out.
 * @param {string} heading
 * @param {...(import('./dom.js').Child | readonly import('./dom.js').Child[])} content
 */
export function showSignedIn(heading, ...content) {
  drawWays();
  const person = signedIn();
  const name = person?.user.email ?? person?.user.displayName ?? '';
  show(
    heading,
    ...content,
    h(
      'section',
      {},
      h(
        'p',
        { class: 'soft' },
        texts.as(name),
        person?.workspace && ` ${texts.workspace(person.workspace.name)}`,
      ),
      h(
        'div',
        { class: 'ways' },
        button(texts.out, async () => {
          await signOut();
          showSignedOut();
        }),
      ),
    ),
  );
}

export function showSignedOut() {
  drawWays();
  show(texts.signedOut, h('p', {}, h('a', { class: 'button', href: '/sign-in' }, texts.again)));
}

const over = new Set([
  'auth.required',
  'auth.session_revoked',
  'auth.refresh_invalid',
  'auth.refresh_reused',
]);

/**
 * A page for signed-in people: asks to sign in first where nobody is, asks for a fresh proof where one is needed, and asks
 * to sign in again once the session has ended.
 * @param {object} page
 * @param {readonly import('./dom.js').Child[]} [page.lead] why to sign in
 * @param {string | null} [page.workspaceId] what the link that led here is about; by default where the person acted last
 * @param {() => Promise<unknown>} page.draw
 */
export async function signedInPage({ lead = [], workspaceId = null, draw }) {
  const request = { lead, onSignedIn: open };
  async function open() {
    try {
      if (workspaceId !== null && workspaceId !== signedIn()?.workspace?.id) await switchTo(workspaceId);
      await draw();
    } catch (error) {
      if (hasEnded(error)) return askAgain(error);
      showSignedIn(document.getElementById('title')?.textContent ?? '');
      showFailure(error);
    }
  }
  /** @param {unknown} error */
  function askAgain(error) {
    drawWays();
    askToSignIn(request);
    showFailure(error);
  }
  remedyBy(async (error, act) => {
    if (hasEnded(error)) {
      askAgain(error);
      return true;
    }
    if (!(await provenAfter(error))) return false;
    await act();
    return true;
  });
  await signInOrFinish(request);
}

/** @param {unknown} error */
const hasEnded = (error) => error instanceof ApiError && over.has(error.code);
