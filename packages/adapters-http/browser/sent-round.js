import { button } from './actions.js';
import { ApiError, chancery } from './api.js';
import { announce, h, note } from './dom.js';
import { inputOf } from './prepare-round.js';
import { save } from './saved-file.js';
import { askForDeadline, askToCorrect, askToVoid } from './sent-round-dialogs.js';
import { sentTexts as texts } from './sent-round-words.js';
import { when } from './words.js';

/**
 * @typedef {import('./prepare-round.js').Detail} Detail
 * @typedef {import('./prepare-round.js').Signer} Signer
 */

const lookAgainSeconds = 10;
/** As long as something happens without the sender. @param {Detail} detail */
const isUnderWay = ({ document }) =>
  document.signatureStatus === 'sent' || document.signatureStatus === 'completed';

/**
 * What became of a document that was sent: who has done what, and what the sender can do about it.
 * @param {Detail} detail
 * @param {() => Promise<unknown>} again draws the page anew
 */
export function sentRound(detail, again) {
  const state = h('p', { role: 'status' });
  const parts = h('div', {});
  const element = h('div', {}, state, parts);
  /** @param {Detail} next */
  const draw = (next) => {
    detail = next;
    announce(state, wordsFor(detail));
    keepingFocus(parts, () => parts.replaceChildren(...partsOf(detail, look, again)));
  };
  const look = async () => {
    const next = await chancery.documents.getDocument({ documentId: detail.document.id });
    if (stateOf(next) === stateOf(detail)) return;
    note('');
    draw(next);
  };
  const follow = () =>
    void setTimeout(async () => {
      if (!element.isConnected || !isUnderWay(detail)) return;
      // What fails now may work the next time.
      if (document.visibilityState === 'visible') await look().catch(() => undefined);
      follow();
    }, lookAgainSeconds * 1000);
  draw(detail);
  return { element, follow };
}

/** @param {Detail} detail */
const stateOf = ({ document, signature, signers }) =>
  JSON.stringify([
    document.signatureStatus,
    document.permissions,
    signature?.seal.status,
    signature?.deadlineAt,
    signers,
  ]);

/** What was pressed is drawn anew; the focus goes to what took its place. @param {HTMLElement} place @param {() => void} draw */
function keepingFocus(place, draw) {
  const { activeElement } = document;
  const act =
    activeElement instanceof HTMLElement && place.contains(activeElement)
      ? activeElement.dataset.act
      : undefined;
  draw();
  const taken = act !== undefined && place.querySelector(`[data-act="${CSS.escape(act)}"]`);
  if (taken instanceof HTMLElement) taken.focus();
}

/**
 * @param {Detail} detail
 * @param {() => Promise<unknown>} look
 * @param {() => Promise<unknown>} again
 */
const partsOf = (detail, look, again) =>
  [
    detail.signature?.endReason != null &&
      h('p', { class: 'words', dir: 'auto' }, texts.reason(detail.signature.endReason)),
    filesOf(detail),
    h(
      'section',
      {},
      h('h2', {}, texts.people),
      h(
        'ul',
        { class: 'rows stacked' },
        detail.signers.map((signer) => rowOf(signer, detail, look)),
      ),
    ),
    detail.document.permissions.manage && endOf(detail, look, again),
  ].filter((part) => part instanceof HTMLElement);

/** How far the whole is. @param {Detail} detail */
function wordsFor({ document, signature }) {
  const { deadlineAt = null, seal, counts } = signature ?? {};
  if (document.signatureStatus === 'sent')
    return texts.sent(counts?.done ?? 0, counts?.required ?? 0, deadlineAt === null ? '' : when(deadlineAt));
  if (document.signatureStatus === 'completed')
    return seal?.status === 'failed' ? texts.sealFailed : texts.completed;
  if (document.signatureStatus === 'sealed') return texts.sealed(seal?.sealedAt ? when(seal.sealedAt) : '');
  return texts.ended[document.signatureStatus] ?? '';
}

/** @param {Detail} detail */
function filesOf({ document: { id: documentId, name, signatureStatus } }) {
  if (signatureStatus !== 'sealed') return false;
  /** @param {import('./chancery-sdk.js').Download} download @param {string} fileName */
  const saved = async ({ response }, fileName) =>
    save(new Uint8Array(await response.arrayBuffer()), fileName);
  return h(
    'div',
    { class: 'ways' },
    button(
      texts.download,
      async () => saved(await chancery.documents.getDocumentContent({ documentId, variant: 'sealed' }), name),
      'primary',
    ),
    button(texts.certificate, async () =>
      saved(await chancery.signing.getSigningCertificate({ documentId }), texts.certificateOf(name)),
    ),
  );
}

/** @param {Signer} signer @param {Detail} detail @param {() => Promise<unknown>} look */
function rowOf(signer, { document: { id: documentId, permissions } }, look) {
  const { id: signerId, name, email, status } = signer;
  const isTheirTurn = status === 'sent' || status === 'viewed';
  const correct = async () => {
    const corrected = await askToCorrect(documentId, signer);
    if (corrected === null) return;
    await look();
    const isMailedAnew = corrected.linkVersion !== signer.linkVersion;
    note(isMailedAnew ? texts.reminded(corrected.email) : texts.corrected(corrected.name));
  };
  const remind = async () => {
    try {
      const { sentTo } = await chancery.signing.remindSigner({ documentId, signerId });
      await look();
      note(texts.reminded(sentTo));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'signer.reminded_recently') throw error;
      note(texts.tooSoon(name, Math.ceil((error.retryAfterSeconds ?? 60) / 60)));
    }
  };
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, name),
      status === 'completed' && h('span', { class: 'badge' }, texts.done),
      h('div', { class: 'soft' }, email),
      h('div', { class: 'soft' }, doneBy(signer)),
      signer.declineReason !== null &&
        h('div', { class: 'words', dir: 'auto' }, texts.reason(signer.declineReason)),
    ),
    permissions.manage &&
      (isTheirTurn || status === 'waiting') &&
      h(
        'div',
        { class: 'pair' },
        isTheirTurn && act(texts.remind, `remind-${signerId}`, remind, texts.remindOf(name)),
        act(texts.correct, `correct-${signerId}`, correct, texts.correctOf(name)),
      ),
  );
}

/** What this person did last, and when. @param {Signer} signer */
function doneBy({ status, role, sentAt, viewedAt, completedAt, declinedAt }) {
  const at = {
    sent: sentAt,
    viewed: viewedAt,
    completed: completedAt,
    declined: declinedAt,
    notified: sentAt,
  };
  const instant = status in at ? at[/** @type {keyof typeof at} */ (status)] : null;
  const word = role === 'approver' && status === 'completed' ? texts.approved : texts.states[status];
  return instant === null ? word : `${word}, ${when(instant)}`;
}

/** What the sender can do about the whole. @param {Detail} detail @param {() => Promise<unknown>} look @param {() => Promise<unknown>} again */
function endOf({ document: { id: documentId, signatureStatus, name }, signature, signers }, look, again) {
  const prepareAnew = async () => {
    await chancery.signing.setDocumentSigners({ documentId, signers: signers.map(inputOf) });
    await again();
  };
  const ways = {
    sent: () => [
      act(
        texts.void,
        'void',
        async () => {
          if (await askToVoid(documentId, name)) await look();
        },
        undefined,
        'danger',
      ),
    ],
    completed: () =>
      signature?.seal.status === 'failed'
        ? [
            act(texts.sealAgain, 'seal', async () => {
              await chancery.signing.sealDocument({ documentId });
              await look();
            }),
          ]
        : [],
    expired: () => [
      act(
        texts.goOn,
        'go-on',
        async () => {
          if (await askForDeadline(documentId)) await again();
        },
        undefined,
        'primary',
      ),
      act(texts.anew, 'anew', prepareAnew),
    ],
    declined: () => [act(texts.anew, 'anew', prepareAnew, undefined, 'primary')],
    voided: () => [act(texts.anew, 'anew', prepareAnew, undefined, 'primary')],
  };
  const made = signatureStatus in ways ? ways[/** @type {keyof typeof ways} */ (signatureStatus)]() : [];
  return made.length > 0 && h('div', { class: 'ways' }, made);
}

/**
 * @param {string} label
 * @param {string} key by which it is found again when it was drawn anew
 * @param {() => Promise<unknown>} does
 * @param {string} [full] the label with what it is about
 * @param {string} [kind]
 */
function act(label, key, does, full, kind = 'small') {
  const made = button(label, does, kind);
  made.dataset.act = key;
  if (full !== undefined) made.setAttribute('aria-label', full);
  return made;
}
