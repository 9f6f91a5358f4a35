import { chancery, resume, signedIn } from './api.js';
import { h, note, show } from './dom.js';
import { showFailure } from './failures.js';
import { documentsSection, documentsToShow } from './home-documents.js';
import { meetingsSection } from './home-meetings.js';
import { workspacesSection } from './home-workspaces.js';
import { fromLink } from './link.js';
import { resendButton } from './resend.js';
import { isManaging, showSignedIn, signedInPage } from './signed-in.js';
import { canRegister, inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    welcome: 'Welcome',
    lead: (/** @type {string} */ host) =>
      `This is Chancery at ${host}: meetings and workspaces of the people here.`,
    signIn: 'Sign in',
    register: 'Create an account',
    reference: 'For programs: the API reference',
    hello: (/** @type {string} */ name) => `Hello, ${name}`,
    verify: (/** @type {string} */ email) =>
      `Verify your address: open the link in the mail that we sent to ${email}. Until then you can invite nobody.`,
    switched: (/** @type {string} */ name) => `You are in ${name} now.`,
    manage: 'Security and connections',
    security: 'Sessions and security',
    apiKeys: 'API keys',
    webhooks: 'Webhooks and their deliveries',
  },
  de: {
    welcome: 'Willkommen',
    lead: (/** @type {string} */ host) =>
      `Das ist Chancery auf ${host}: Termine und Workspaces der Menschen hier.`,
    signIn: 'Anmelden',
    register: 'Konto anlegen',
    reference: 'Für Programme: die API-Referenz',
    hello: (/** @type {string} */ name) => `Hallo, ${name}`,
    verify: (/** @type {string} */ email) =>
      `Bestätigen Sie Ihre Adresse: Öffnen Sie den Link in der Mail, die wir an ${email} gesendet haben. Bis dahin können Sie niemanden einladen.`,
    switched: (/** @type {string} */ name) => `Sie sind jetzt in ${name}.`,
    manage: 'Sicherheit und Anbindungen',
    security: 'Sitzungen und Sicherheit',
    apiKeys: 'API-Schlüssel',
    webhooks: 'Webhooks und ihre Zustellungen',
  },
});

function showWelcome() {
  show(
    texts.welcome,
    h('p', {}, texts.lead(location.host)),
    h(
      'div',
      { class: 'ways' },
      h('a', { class: 'button', href: '/sign-in' }, texts.signIn),
      canRegister && h('a', { class: 'button plain', href: '/register' }, texts.register),
    ),
    h('p', { class: 'aside' }, h('a', { href: '/docs' }, texts.reference)),
  );
}

async function drawHome() {
  const person = signedIn();
  if (person === null) return;
  const { user, workspace } = person;
  const [{ workspaces }, meetings, documents] = await Promise.all([
    chancery.workspace.listWorkspaces({ limit: 100 }),
    workspace === null ? [] : chancery.meetings.listMeetings({ limit: 6 }).then((found) => found.meetings),
    workspace === null ? [] : documentsToShow(),
  ]);
  showSignedIn(
    texts.hello(user.displayName),
    !user.emailVerified &&
      user.email !== null &&
      h('div', { class: 'hint-box' }, h('p', {}, texts.verify(user.email)), resendButton(user.email)),
    workspace !== null && meetingsSection(meetings),
    workspace !== null && documentsSection(documents),
    workspacesSection(workspaces, workspace?.id ?? null, async (name) => {
      await drawHome();
      note(texts.switched(name));
    }),
    h(
      'section',
      {},
      h('h2', {}, texts.manage),
      h(
        'ul',
        { class: 'links' },
        links().map(([href, label]) => h('li', {}, h('a', { href }, label))),
      ),
    ),
  );
}

const links = () => [
  ['/settings/security', texts.security],
  ...(isManaging()
    ? [
        ['/settings/api-keys', texts.apiKeys],
        ['/settings/webhooks', texts.webhooks],
      ]
    : []),
];

async function open() {
  // A sign-in by a provider that named no page comes back to the root; the page that can finish it is elsewhere.
  const handoff = fromLink('handoff');
  if (handoff !== null) return location.replace(`/sign-in#handoff=${encodeURIComponent(handoff)}`);
  try {
    if ((await resume()) === null) return showWelcome();
  } catch (error) {
    showWelcome();
    return showFailure(error);
  }
  await signedInPage({ draw: drawHome });
}
await open();
