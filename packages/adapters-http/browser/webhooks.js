import { button } from './actions.js';
import { ApiError, chancery } from './api.js';
import { h, note } from './dom.js';
import { fromLink } from './link.js';
import { showSignedIn, signedInPage } from './signed-in.js';
import { deliveryRow } from './webhook-deliveries.js';
import { inLanguage, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').WebhookEndpoint} Endpoint */

const texts = inLanguage({
  en: {
    heading: 'Webhooks',
    signInLead: 'Sign in to see where your workspace sends its events, and whether they arrive.',
    lead: 'Addresses that are called when something happens in your workspace, and the last calls.',
    none: 'This workspace has no webhook.',
    notYours: 'Webhooks are for owners and admins of a workspace. Ask one of them.',
    unknown:
      'This webhook is not in your workspace; it may have been deleted, or be in another one of yours.',
    all: 'All webhooks',
    deliveries: 'Last deliveries',
    noDeliveries: 'Nothing was sent yet.',
    failing: (/** @type {string} */ at) => `Failing since ${at}`,
    worked: (/** @type {string} */ at) => `last arrived ${at}`,
    never: 'nothing has arrived yet',
    states: { active: 'Active', disabled: 'Switched off', auto_disabled: 'Switched off after failures' },
    recover: 'Send what failed again',
    recoverOf: (/** @type {string} */ title) => `Send what failed again to ${title}`,
    noAddress: 'Without an address',
    waits: 'It has no address: a program comes for its deliveries.',
    recovered: (/** @type {number} */ count) =>
      count === 1 ? 'One delivery is being sent again.' : `${count} deliveries are being sent again.`,
  },
  de: {
    heading: 'Webhooks',
    signInLead: 'Melden Sie sich an, um zu sehen, wohin Ihr Workspace Ereignisse sendet und ob sie ankommen.',
    lead: 'Adressen, die aufgerufen werden, wenn in Ihrem Workspace etwas geschieht, und die letzten Aufrufe.',
    none: 'Dieser Workspace hat keinen Webhook.',
    notYours: 'Webhooks sind Sache der Eigentümer und Administratoren eines Workspaces. Fragen Sie dort.',
    unknown:
      'Diesen Webhook gibt es in Ihrem Workspace nicht; er wurde gelöscht oder gehört einem anderen von Ihren.',
    all: 'Alle Webhooks',
    deliveries: 'Letzte Zustellungen',
    noDeliveries: 'Es wurde noch nichts gesendet.',
    failing: (/** @type {string} */ at) => `Scheitert seit ${at}`,
    worked: (/** @type {string} */ at) => `zuletzt angekommen ${at}`,
    never: 'noch nichts angekommen',
    states: { active: 'Aktiv', disabled: 'Abgeschaltet', auto_disabled: 'Nach Fehlern abgeschaltet' },
    recover: 'Gescheitertes erneut senden',
    recoverOf: (/** @type {string} */ title) => `Gescheitertes erneut an ${title} senden`,
    noAddress: 'Ohne Adresse',
    waits: 'Er hat keine Adresse: Ein Programm holt seine Zustellungen ab.',
    recovered: (/** @type {number} */ count) =>
      count === 1 ? 'Eine Zustellung wird erneut gesendet.' : `${count} Zustellungen werden erneut gesendet.`,
  },
});

/** The endpoint that a mail is about; all of them where none is named. */
const [, wantedId] = /^\/settings\/webhooks\/([\w-]+)$/.exec(location.pathname) ?? [];

async function drawEndpoints() {
  try {
    const endpoints = await wanted();
    // The few endpoints of a workspace are asked at once.
    const sections = await Promise.all(endpoints.map(sectionOf));
    showSignedIn(
      texts.heading,
      h('p', {}, texts.lead),
      endpoints.length === 0 && h('p', {}, texts.none),
      sections,
      wantedId !== undefined && h('p', { class: 'aside' }, h('a', { href: '/settings/webhooks' }, texts.all)),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
    const isUnknown = error.status === 404;
    showSignedIn(
      texts.heading,
      h('p', {}, isUnknown ? texts.unknown : texts.notYours),
      isUnknown && h('p', {}, h('a', { href: '/settings/webhooks' }, texts.all)),
    );
  }
}

/** @returns {Promise<readonly Endpoint[]>} */
async function wanted() {
  if (wantedId === undefined)
    return (await chancery.webhooks.listWebhookEndpoints({ limit: 20 })).webhookEndpoints;
  return [(await chancery.webhooks.getWebhookEndpoint({ endpointId: wantedId })).webhookEndpoint];
}

/** @param {Endpoint} endpoint */
async function sectionOf({ id, url, description, status, failingSince, lastSuccessAt }) {
  const { deliveries } = await chancery.webhooks.listWebhookDeliveries({ endpointId: id, limit: 10 });
  const health =
    failingSince === null
      ? lastSuccessAt === null
        ? texts.never
        : texts.worked(when(lastSuccessAt))
      : texts.failing(when(failingSince));
  const title = url ?? description ?? texts.noAddress;
  return h(
    'section',
    {},
    h('h2', { dir: 'auto' }, title),
    url === null ? h('p', {}, texts.waits) : description !== null && h('p', { dir: 'auto' }, description),
    h('p', { class: failingSince === null ? 'soft' : 'fault' }, `${texts.states[status]} · ${health}`),
    h('h3', {}, texts.deliveries),
    deliveries.length === 0
      ? h('p', {}, texts.noDeliveries)
      : h(
          'ul',
          { class: 'rows stacked' },
          deliveries.map((delivery) => deliveryRow(delivery, drawEndpoints)),
        ),
    deliveries.some((delivery) => delivery.status === 'failed') &&
      h('div', { class: 'ways' }, recoverButton(id, title, deliveries)),
  );
}

/** @param {string} endpointId @param {string} title @param {readonly { createdAt: string }[]} deliveries */
function recoverButton(endpointId, title, deliveries) {
  const recover = button(texts.recover, async () => {
    const since = deliveries.map(({ createdAt }) => createdAt).sort()[0] ?? '';
    const { queued } = await chancery.webhooks.recoverWebhookDeliveries({ endpointId, since });
    await drawEndpoints();
    note(texts.recovered(queued));
  });
  recover.setAttribute('aria-label', texts.recoverOf(title));
  return recover;
}

await signedInPage({
  lead: [h('p', {}, texts.signInLead)],
  workspaceId: fromLink('workspace'),
  draw: drawEndpoints,
});
