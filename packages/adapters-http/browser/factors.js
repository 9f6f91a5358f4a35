import { button } from './actions.js';
import { call } from './api.js';
import { h, note, show } from './dom.js';
import { form } from './form.js';
import { hasPasskeys, makePasskey } from './passkeys.js';
import { inLanguage, when } from './words.js';

/**
 * @typedef {{ id: string, kind: 'totp' | 'passkey', name: string, status: string, lastUsedAt: string | null }} Factor
 * @typedef {{ factors: readonly Factor[], recoveryCodes: { remaining: number } | null, requiredBy: readonly { name: string, dueAt: string }[] }} Factors
 * @typedef {() => Promise<void>} Redraw
 */

const texts = inLanguage({
  en: {
    heading: 'Second factors',
    none: 'None yet. With one, your password alone opens nothing.',
    due: (/** @type {string} */ name, /** @type {string} */ at) => `${name} asks for one by ${at}.`,
    kinds: { totp: 'Authenticator', passkey: 'Passkey' },
    never: 'not used yet',
    used: (/** @type {string} */ at) => `last used ${at}`,
    remove: 'Remove',
    removeOf: (/** @type {string} */ name) => `Remove ${name}`,
    removed: 'The second factor is removed.',
    addPasskey: 'Add a passkey',
    addTotp: 'Add an authenticator app',
    passkeyName: (/** @type {string} */ day) => `Passkey of ${day}`,
    added: 'The second factor is added.',
    totpHeading: 'Add an authenticator app',
    totpLead: 'Enter this key in your app, then the code that it shows. On a phone, the link opens the app.',
    key: 'Key',
    openApp: 'Open in an app on this device',
    code: 'Code from the app',
    codeHint: 'Six digits',
    confirm: 'Confirm',
    cancel: 'Cancel',
    codesHeading: 'Store your recovery codes',
    codesLead: 'Each opens your account once if you lose your second factor. They are shown only now.',
    stored: 'I have stored them',
    left: (/** @type {number} */ count) => `${count} recovery codes are left.`,
    renew: 'New recovery codes',
  },
  de: {
    heading: 'Zweite Faktoren',
    none: 'Noch keiner. Mit einem öffnet Ihr Passwort allein nichts mehr.',
    due: (/** @type {string} */ name, /** @type {string} */ at) => `${name} verlangt einen bis ${at}.`,
    kinds: { totp: 'Authenticator-App', passkey: 'Passkey' },
    never: 'noch nicht verwendet',
    used: (/** @type {string} */ at) => `zuletzt verwendet ${at}`,
    remove: 'Entfernen',
    removeOf: (/** @type {string} */ name) => `${name} entfernen`,
    removed: 'Der zweite Faktor ist entfernt.',
    addPasskey: 'Passkey hinzufügen',
    addTotp: 'Authenticator-App hinzufügen',
    passkeyName: (/** @type {string} */ day) => `Passkey vom ${day}`,
    added: 'Der zweite Faktor ist hinzugefügt.',
    totpHeading: 'Authenticator-App hinzufügen',
    totpLead:
      'Geben Sie diesen Schlüssel in Ihrer App ein und dann den Code, den sie zeigt. Auf dem Handy öffnet der Link die App.',
    key: 'Schlüssel',
    openApp: 'In einer App auf diesem Gerät öffnen',
    code: 'Code aus der App',
    codeHint: 'Sechs Ziffern',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    codesHeading: 'Wiederherstellungscodes aufbewahren',
    codesLead:
      'Jeder öffnet Ihr Konto einmal, falls Sie Ihren zweiten Faktor verlieren. Sie werden nur jetzt gezeigt.',
    stored: 'Ich habe sie aufbewahrt',
    left: (/** @type {number} */ count) => `${count} Wiederherstellungscodes sind übrig.`,
    renew: 'Neue Wiederherstellungscodes',
  },
});

/** @param {Factors} state @param {Redraw} redraw */
export function factorsSection({ factors, recoveryCodes, requiredBy }, redraw) {
  const active = factors.filter(({ status }) => status === 'active');
  return h(
    'section',
    {},
    h('h2', {}, texts.heading),
    requiredBy.map(({ name, dueAt }) => h('p', {}, texts.due(name, when(dueAt)))),
    active.length === 0
      ? h('p', {}, texts.none)
      : h(
          'ul',
          { class: 'rows' },
          active.map((factor) => rowOf(factor, redraw)),
        ),
    recoveryCodes !== null && h('p', { class: 'soft' }, texts.left(recoveryCodes.remaining)),
    h(
      'div',
      { class: 'ways' },
      hasPasskeys && button(texts.addPasskey, () => addPasskey(redraw)),
      button(texts.addTotp, () => addTotp(redraw)),
      recoveryCodes !== null &&
        button(
          texts.renew,
          async () => showCodes((await call('POST /auth/factors/recovery-codes', {})).recoveryCodes, redraw),
          'quiet',
        ),
    ),
  );
}

/** @param {Factor} factor @param {Redraw} redraw */
function rowOf({ id, kind, name, lastUsedAt }, redraw) {
  const remove = button(
    texts.remove,
    async () => {
      await call(`DELETE /auth/factors/${id}`);
      await redraw();
      note(texts.removed);
    },
    'small',
  );
  remove.setAttribute('aria-label', texts.removeOf(name));
  const used = lastUsedAt === null ? texts.never : texts.used(when(lastUsedAt));
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, name),
      h('div', { class: 'soft' }, `${texts.kinds[kind]} · ${used}`),
    ),
    remove,
  );
}

/** @param {Redraw} redraw */
async function addPasskey(redraw) {
  const made = await makePasskey(await call('POST /auth/factors/passkeys/options', {}));
  const name = texts.passkeyName(when(new Date().toISOString()));
  await added(await call('POST /auth/factors/passkeys', { ...made, name }), redraw);
}

/** @param {Redraw} redraw */
async function addTotp(redraw) {
  const { factor, secret, otpauthUrl } = await call('POST /auth/factors/totp', {});
  show(
    texts.totpHeading,
    h('p', {}, texts.totpLead),
    h('p', {}, texts.key, h('br'), h('code', { class: 'key' }, secret.replace(/.{4}(?=.)/g, '$& '))),
    h('p', {}, h('a', { href: otpauthUrl }, texts.openApp)),
    form({
      fields: [
        {
          name: 'code',
          label: texts.code,
          hint: texts.codeHint,
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          mustMatch: '\\d{6}',
          mismatch: texts.codeHint,
        },
      ],
      submit: texts.confirm,
      run: async (values) =>
        added(await call(`POST /auth/factors/totp/${factor.id}/confirm`, values), redraw),
    }),
    h('div', { class: 'ways aside' }, button(texts.cancel, redraw, 'quiet')),
  );
}

/** @param {{ recoveryCodes: readonly string[] | null }} answer @param {Redraw} redraw */
async function added({ recoveryCodes }, redraw) {
  if (recoveryCodes !== null) return showCodes(recoveryCodes, redraw);
  await redraw();
  note(texts.added);
}

/** @param {readonly string[]} codes @param {Redraw} redraw */
function showCodes(codes, redraw) {
  show(
    texts.codesHeading,
    h('p', {}, texts.codesLead),
    h(
      'ol',
      { class: 'codes' },
      codes.map((code) => h('li', {}, h('code', {}, code))),
    ),
    button(texts.stored, redraw, 'primary'),
  );
}
