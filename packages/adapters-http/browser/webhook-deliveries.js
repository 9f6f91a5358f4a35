import { button } from './actions.js';
import { chancery } from './api.js';
import { h, note } from './dom.js';
import { inLanguage, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').WebhookDelivery} Delivery */
/** @typedef {import('./chancery-sdk.js').WebhookDeliveryDetail['attempts'][number]} Attempt */

const texts = inLanguage({
  en: {
    states: {
      pending: 'Waiting',
      delivering: 'Being sent',
      retrying: 'To be tried again',
      succeeded: 'Arrived',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    attempts: (/** @type {number} */ count) => (count === 1 ? 'one attempt' : `${count} attempts`),
    next: (/** @type {string} */ at) => `next ${at}`,
    test: 'test',
    show: 'What happened',
    showOf: (/** @type {string} */ type) => `What happened to ${type}`,
    answered: (/** @type {number} */ status) => `answered ${status}`,
    outcomes: {
      success: 'arrived',
      http_error: 'was refused',
      timeout: 'had no answer in time',
      connect_error: 'could not connect',
      tls_error: 'the certificate is not good',
      blocked_address: 'the address is not allowed',
      dns_error: 'the host name is unknown',
    },
    none: 'It was not tried yet.',
    again: 'Send it again',
    sentAgain: 'It is being sent again.',
  },
  de: {
    states: {
      pending: 'Wartet',
      delivering: 'Wird gesendet',
      retrying: 'Wird erneut versucht',
      succeeded: 'Angekommen',
      failed: 'Gescheitert',
      cancelled: 'Abgebrochen',
    },
    attempts: (/** @type {number} */ count) => (count === 1 ? 'ein Versuch' : `${count} Versuche`),
    next: (/** @type {string} */ at) => `nächster ${at}`,
    test: 'Test',
    show: 'Was geschah',
    showOf: (/** @type {string} */ type) => `Was mit ${type} geschah`,
    answered: (/** @type {number} */ status) => `Antwort ${status}`,
    outcomes: {
      success: 'angekommen',
      http_error: 'wurde abgelehnt',
      timeout: 'bekam rechtzeitig keine Antwort',
      connect_error: 'keine Verbindung',
      tls_error: 'das Zertifikat ist nicht gut',
      blocked_address: 'die Adresse ist nicht erlaubt',
      dns_error: 'der Hostname ist unbekannt',
    },
    none: 'Es wurde noch nicht versucht.',
    again: 'Erneut senden',
    sentAgain: 'Es wird erneut gesendet.',
  },
});

const bad = new Set(['failed', 'retrying', 'cancelled']);
const repeatable = new Set(['failed', 'cancelled']);

/** @param {Delivery} delivery @param {() => Promise<void>} redraw */
export function deliveryRow(
  { id, eventType, status, attemptCount, nextAttemptAt, isTest, createdAt },
  redraw,
) {
  const facts = [
    when(createdAt),
    texts.attempts(attemptCount),
    ...(nextAttemptAt === null ? [] : [texts.next(when(nextAttemptAt))]),
    ...(isTest ? [texts.test] : []),
  ];
  const attempts = h('div', {});
  const show = button(texts.show, async () => attempts.replaceChildren(await attemptsOf(id)), 'small');
  show.setAttribute('aria-label', texts.showOf(eventType));
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, eventType),
      h('span', { class: bad.has(status) ? 'badge bad' : 'badge' }, texts.states[status]),
      h('div', { class: 'soft' }, facts.join(' · ')),
      attempts,
    ),
    h(
      'div',
      { class: 'ways pair' },
      show,
      repeatable.has(status) &&
        button(
          texts.again,
          async () => {
            await chancery.webhooks.redeliverWebhook({ deliveryId: id });
            await redraw();
            note(texts.sentAgain);
          },
          'small',
        ),
    ),
  );
}

/** @param {string} deliveryId */
async function attemptsOf(deliveryId) {
  const { attempts } = (await chancery.webhooks.getWebhookDelivery({ deliveryId })).delivery;
  if (attempts.length === 0) return h('p', {}, texts.none);
  return h(
    'ol',
    { class: 'attempts' },
    attempts.map((attempt) => h('li', {}, sentenceOf(attempt))),
  );
}

/** @param {Attempt} attempt */
function sentenceOf({ startedAt, durationMs, outcome, responseStatus, responseExcerpt }) {
  const answer = responseStatus === null ? [] : [texts.answered(responseStatus)];
  const line = [when(startedAt), texts.outcomes[outcome], ...answer, `${durationMs} ms`].join(' · ');
  return [line, responseExcerpt ? h('code', { class: 'excerpt' }, responseExcerpt) : ''];
}
