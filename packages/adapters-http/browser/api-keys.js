import { button } from './actions.js';
import { ApiError, chancery } from './api.js';
import { asked } from './dialog.js';
import { h, note } from './dom.js';
import { explain } from './failures.js';
import { fromLink } from './link.js';
import { mayMakeKeys, newKeyButton } from './new-api-key.js';
import { showSignedIn, signedInPage } from './signed-in.js';
import { dayOf, inLanguage, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').ApiKey} ApiKey */

const texts = inLanguage({
  en: {
    heading: 'API keys',
    signInLead: 'Sign in to see which keys your workspace has, and to make or revoke one.',
    lead: 'With a key, a program reaches your workspace. Revoke every key that you do not know: it stops working at once.',
    none: 'This workspace has no key.',
    notYours: 'API keys are for owners and admins of a workspace. Ask one of them.',
    begins: (/** @type {string} */ prefix) => `Begins with ${prefix}…`,
    made: (/** @type {string} */ day) => `Made on ${day}`,
    used: (/** @type {string} */ at) => `last used ${at}`,
    never: 'never used',
    ends: (/** @type {string} */ day) => `ends on ${day}`,
    scopes: (/** @type {readonly string[]} */ scopes) => `May: ${scopes.join(', ')}`,
    revoke: 'Revoke',
    revokeOf: (/** @type {string} */ name) => `Revoke ${name}`,
    sure: (/** @type {string} */ name) => `Revoke “${name}”?`,
    sureLead: 'Whatever uses this key is locked out at once. A key that is revoked never works again.',
    yes: 'Yes, revoke it',
    no: 'Keep it',
    revoked: (/** @type {string} */ name) => `“${name}” is revoked.`,
    renew: 'Owners renew a key from the command line, without a gap:',
    failures: /** @type {Record<string, string>} */ ({
      'api_key.revoked': 'Somebody has revoked this key already.',
    }),
  },
  de: {
    heading: 'API-Schlüssel',
    signInLead:
      'Melden Sie sich an, um die Schlüssel Ihres Workspaces zu sehen, anzulegen und zu widerrufen.',
    lead: 'Mit einem Schlüssel erreicht ein Programm Ihren Workspace. Widerrufen Sie jeden, den Sie nicht kennen: Er gilt dann sofort nicht mehr.',
    none: 'Dieser Workspace hat keinen Schlüssel.',
    notYours:
      'API-Schlüssel sind Sache der Eigentümer und Administratoren eines Workspaces. Fragen Sie dort.',
    begins: (/** @type {string} */ prefix) => `Beginnt mit ${prefix}…`,
    made: (/** @type {string} */ day) => `Angelegt am ${day}`,
    used: (/** @type {string} */ at) => `zuletzt verwendet ${at}`,
    never: 'nie verwendet',
    ends: (/** @type {string} */ day) => `endet am ${day}`,
    scopes: (/** @type {readonly string[]} */ scopes) => `Darf: ${scopes.join(', ')}`,
    revoke: 'Widerrufen',
    revokeOf: (/** @type {string} */ name) => `${name} widerrufen`,
    sure: (/** @type {string} */ name) => `„${name}“ widerrufen?`,
    sureLead:
      'Was diesen Schlüssel verwendet, ist sofort ausgesperrt. Ein widerrufener Schlüssel gilt nie wieder.',
    yes: 'Ja, widerrufen',
    no: 'Behalten',
    revoked: (/** @type {string} */ name) => `„${name}“ ist widerrufen.`,
    renew: 'Ohne Unterbrechung erneuern Eigentümer einen Schlüssel mit der Befehlszeile:',
    failures: {
      'api_key.revoked': 'Diesen Schlüssel hat schon jemand widerrufen.',
      'permission.denied': 'Dazu sind Sie in diesem Workspace nicht berechtigt.',
    },
  },
});
explain(texts.failures);

async function drawKeys() {
  /** @type {readonly ApiKey[]} */
  let apiKeys = [];
  try {
    ({ apiKeys } = await chancery.integrations.listApiKeys({ limit: 100 }));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'permission.denied')) throw error;
    return showSignedIn(texts.heading, h('p', {}, texts.notYours));
  }
  showSignedIn(
    texts.heading,
    h('p', {}, texts.lead),
    apiKeys.length === 0 ? h('p', {}, texts.none) : h('ul', { class: 'rows' }, apiKeys.map(rowOf)),
    mayMakeKeys() && h('div', { class: 'ways' }, newKeyButton(drawKeys)),
    h('p', { class: 'soft' }, texts.renew),
    h('ul', { class: 'commands' }, h('li', {}, h('code', {}, 'chancery api-keys rotate <apiKeyId>'))),
  );
}

/** @param {ApiKey} key */
function rowOf(key) {
  const { name, keyPrefix, scopes, createdAt, lastUsedAt, expiresAt } = key;
  const life = [
    texts.made(dayOf(createdAt)),
    lastUsedAt === null ? texts.never : texts.used(when(lastUsedAt)),
    ...(expiresAt === null ? [] : [texts.ends(dayOf(expiresAt))]),
  ];
  const revoke = button(texts.revoke, () => askToRevoke(key), 'small danger');
  revoke.setAttribute('aria-label', texts.revokeOf(name));
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, name),
      h('div', { class: 'soft' }, texts.begins(keyPrefix)),
      h('div', { class: 'soft' }, life.join(' · ')),
      h('div', { class: 'soft' }, texts.scopes(scopes)),
    ),
    revoke,
  );
}

/** @param {ApiKey} key */
async function askToRevoke({ id, name }) {
  const isSure = await asked(texts.sure(name), (answer) => [
    h('p', {}, texts.sureLead),
    h(
      'div',
      { class: 'ways' },
      button(texts.yes, () => answer(true), 'danger'),
      button(texts.no, () => answer(null), 'quiet'),
    ),
  ]);
  if (isSure === null) return;
  await chancery.integrations.revokeApiKey({ apiKeyId: id });
  await drawKeys();
  note(texts.revoked(name));
}

await signedInPage({
  lead: [h('p', {}, texts.signInLead)],
  // The mail about a key is about one workspace of several.
  workspaceId: fromLink('workspace'),
  draw: drawKeys,
});
