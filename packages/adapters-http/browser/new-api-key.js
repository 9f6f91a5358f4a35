import { button, copyButton } from './actions.js';
import { chancery, signedIn } from './api.js';
import { h } from './dom.js';
import { explain } from './failures.js';
import { form } from './form.js';
import { showSignedIn } from './signed-in.js';
import { inLanguage } from './words.js';

/** @typedef {import('./chancery-sdk.js').ApiKey['scopes'][number]} Scope */

const texts = inLanguage({
  en: {
    make: 'Make a new key',
    heading: 'New API key',
    name: 'What is it for?',
    nameHint: 'Such as the name of the program that uses it.',
    scopes: 'What may it do?',
    scopesOf: /** @type {Record<Scope, string>} */ ({
      'workspace.read': 'Read the workspace',
      'members.read': 'Read the members',
      'meetings.read': 'Read the meetings',
      'projects.read': 'Read the projects',
      'meetings.write': 'Make meetings',
    }),
    ends: 'When does it end?',
    lives: /** @type {readonly (readonly [string, number | null])[]} */ ([
      ['In 30 days', 30],
      ['In 90 days', 90],
      ['In one year', 365],
      ['Never', null],
    ]),
    create: 'Make the key',
    cancel: 'Cancel',
    secretHeading: (/** @type {string} */ name) => `The key of “${name}”`,
    secretLead:
      'Store it now, where only the program reads it. It is shown only this once: nobody can read it here again.',
    copy: 'Copy',
    copied: 'The key is copied.',
    stored: 'I have stored it',
    failures: /** @type {Record<string, string>} */ ({
      'api_key.lifetime_exceeded': 'Keys of this workspace must end earlier. Choose a shorter time.',
    }),
  },
  de: {
    make: 'Neuen Schlüssel anlegen',
    heading: 'Neuer API-Schlüssel',
    name: 'Wofür ist er?',
    nameHint: 'Etwa der Name des Programms, das ihn verwendet.',
    scopes: 'Was darf er?',
    scopesOf: {
      'workspace.read': 'Den Workspace lesen',
      'members.read': 'Die Mitglieder lesen',
      'meetings.read': 'Die Termine lesen',
      'projects.read': 'Die Projekte lesen',
      'meetings.write': 'Termine anlegen',
    },
    ends: 'Wann endet er?',
    lives: /** @type {readonly (readonly [string, number | null])[]} */ ([
      ['In 30 Tagen', 30],
      ['In 90 Tagen', 90],
      ['In einem Jahr', 365],
      ['Nie', null],
    ]),
    create: 'Schlüssel anlegen',
    cancel: 'Abbrechen',
    secretHeading: (/** @type {string} */ name) => `Der Schlüssel „${name}“`,
    secretLead:
      'Bewahren Sie ihn jetzt dort auf, wo nur das Programm ihn liest. Er wird nur dieses eine Mal gezeigt: Hier kann ihn niemand mehr lesen.',
    copy: 'Kopieren',
    copied: 'Der Schlüssel ist kopiert.',
    stored: 'Ich habe ihn aufbewahrt',
    failures: {
      'api_key.lifetime_exceeded':
        'Schlüssel dieses Workspaces müssen früher enden. Wählen Sie eine kürzere Zeit.',
      'workspace.api_keys_disabled': 'API-Schlüssel sind in diesem Workspace abgeschaltet.',
      'plan.feature_not_included': 'Der Plan dieses Workspaces enthält keine API-Schlüssel.',
      'plan.limit_reached':
        'Mehr Schlüssel enthält der Plan dieses Workspaces nicht. Widerrufen Sie zuerst einen.',
    },
  },
});

/** Only owners make keys (KEY-8). */
export const mayMakeKeys = () => signedIn()?.membership?.role === 'owner';

/** @param {() => Promise<void>} redraw the list of the keys */
export const newKeyButton = (redraw) => button(texts.make, () => showForm(redraw), 'primary');

/** @param {() => Promise<void>} redraw */
function showForm(redraw) {
  explain(texts.failures);
  const scopes = /** @type {[Scope, string][]} */ (Object.entries(texts.scopesOf));
  showSignedIn(
    texts.heading,
    form({
      fields: [
        { name: 'name', label: texts.name, hint: texts.nameHint, longest: 80, autocomplete: 'off' },
        { name: 'scopes', label: texts.scopes, type: 'some', options: scopes.map(([, label]) => label) },
        {
          name: 'expiresAt',
          label: texts.ends,
          type: 'one',
          options: texts.lives.map(([label]) => label),
          value: texts.lives[1]?.[0] ?? '',
        },
      ],
      submit: texts.create,
      async run({ name, scopes: chosen, expiresAt: life }) {
        const { apiKey, secret } = await chancery.integrations.createApiKey({
          name,
          scopes: scopes.filter(([, label]) => chosen.includes(label)).map(([scope]) => scope),
          expiresAt: endOf(texts.lives.find(([label]) => label === life)?.[1] ?? null),
        });
        showSecret(apiKey.name, secret, redraw);
      },
    }),
    h('div', { class: 'ways aside' }, button(texts.cancel, redraw, 'quiet')),
  );
}

/** @param {number | null} days */
const endOf = (days) => (days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString());

/**
 * The one time that anybody sees it.
 * @param {string} name
 * @param {string} secret
 * @param {() => Promise<void>} redraw
 */
function showSecret(name, secret, redraw) {
  showSignedIn(
    texts.secretHeading(name),
    h('p', {}, texts.secretLead),
    h('p', {}, h('code', { class: 'key secret' }, secret)),
    h(
      'div',
      { class: 'ways' },
      copyButton(texts.copy, secret, texts.copied),
      button(texts.stored, redraw, 'primary'),
    ),
  );
}
