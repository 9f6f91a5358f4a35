import { button } from './actions.js';
import { ApiError } from './api.js';
import { askToDecline, askToWithdraw } from './consent-dialog.js';
import { signerFields, signerOf } from './consent-fields.js';
import { askedConsent, decideOn, token } from './consent-link.js';
import { categoryInWords, grantorInWords, scopePart } from './consent-scope.js';
import { consentTexts as texts } from './consent-words.js';
import { explainEnds, isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { explain, showFailure } from './failures.js';
import { form } from './form.js';
import { keepLink } from './link.js';
import { signaturePad } from './signature-pad.js';
import { when } from './words.js';

/** @typedef {import('./consent-link.js').ConsentRequest} ConsentRequest */
/** @typedef {import('./consent-link.js').Outcome} Outcome */

explain(texts.codes);
explainEnds(texts.ends);

/** @param {unknown} error */
const showGone = (error) => showDeadLink(error, h('p', {}, texts.gone));

/** The text as it is hashed, with every blank and line of it. @param {ConsentRequest} request @param {string} heading */
const statementPart = ({ statementText }, heading) =>
  h('section', {}, h('h2', {}, heading), h('blockquote', { class: 'statement', dir: 'auto' }, statementText));

/** @param {ConsentRequest} request @param {string} until what the end of the link means now */
const aboutPart = (request, until) =>
  facts([
    [texts.asks, request.workspaceName],
    [texts.about, request.subjectDisplayName],
    [texts.grantor, grantorInWords(request)],
    [texts.category, categoryInWords(request)],
    [until, when(request.expiresAt)],
  ]);

/** @param {ConsentRequest} request */
function showRequest(request) {
  const decision = decisionForm(request);
  const decline = async () => {
    const typed = new FormData(decision).get('signerName');
    const answer = await askToDecline(request, typeof typed === 'string' ? typed : '');
    if (answer === null) return;
    if ('gone' in answer) showGone(answer.gone);
    else showEnd(request, answer, 'declined');
  };
  show(
    texts.asked,
    aboutPart(request, texts.linkUntil),
    statementPart(request, texts.statement),
    scopePart(request),
    h('section', {}, h('h2', {}, texts.decide), decision, button(texts.decline, decline)),
  );
}

/** @param {ConsentRequest} request */
function decisionForm(request) {
  const pad = signaturePad();
  const made = form({
    fields: [
      ...signerFields(request, { hint: texts.nameHint }),
      { name: 'agreedToElectronic', label: texts.electronic, type: 'box' },
    ],
    submit: texts.accept,
    run: async ({ agreedToElectronic, ...values }) => {
      const signer = signerOf(values);
      const drawing = await pad.image();
      await accept(request, {
        ...signer,
        agreedToElectronic,
        typedSignature: signer.signerName,
        ...(drawing === null ? {} : { drawnSignaturePng: drawing }),
      });
    },
  });
  // The drawing follows the name; nobody needs it, and it cannot be made by keyboard.
  made
    .querySelector('.field')
    ?.after(h('details', { class: 'further hand' }, h('summary', {}, texts.draw), pad.element));
  return made;
}

/** @param {ConsentRequest} request @param {Omit<Parameters<typeof decideOn>[1], 'decision'>} said */
async function accept(request, said) {
  try {
    const outcome = await decideOn(request, { ...said, decision: 'accept' });
    showAgreed(await askedConsent(), outcome);
  } catch (error) {
    if (!isDead(error)) throw error;
    showGone(error);
  }
}

/** @param {ConsentRequest} request @param {Outcome} [outcome] of the decision that was made just now */
function showAgreed(request, outcome) {
  const withdraw = async () => {
    const answer = await askToWithdraw(request);
    if (answer === null) return;
    if ('gone' in answer) showGone(answer.gone);
    else showEnd(request, answer, 'withdrawn');
  };
  show(
    texts.agreed,
    h('p', {}, texts.agreedLead(request.workspaceName)),
    aboutPart(request, texts.withdrawUntil),
    outcome === undefined ? facts([[texts.fingerprint, request.statementSha256]]) : receiptPart(outcome),
    statementPart(request, texts.agreedStatement),
    scopePart(request),
    button(texts.withdraw, withdraw, 'danger'),
  );
}

/** What nothing more can be done about. @param {ConsentRequest} request @param {Outcome} outcome @param {'declined' | 'withdrawn'} end */
const showEnd = (request, outcome, end) =>
  show(
    texts[end],
    h('p', {}, texts[`${end}Lead`](request.workspaceName)),
    receiptPart(outcome),
    statementPart(request, texts[`${end}Statement`]),
  );

/** @param {Outcome} outcome */
const receiptPart = ({ consent, receipt }) => [
  h('p', { class: 'soft' }, texts.receiptLead),
  facts([
    ...(consent.signedAt === null ? [] : [/** @type {const} */ ([texts.decidedAt, when(consent.signedAt)])]),
    [texts.fingerprint, consent.statementSha256],
    ...(receipt === null
      ? []
      : [
          /** @type {const} */ ([texts.line, String(receipt.seq)]),
          /** @type {const} */ ([texts.lineHash, receipt.hash]),
        ]),
  ]),
];

/** @param {unknown} error */
const isUnknown = (error) => error instanceof ApiError && error.code === 'portal.token_invalid';

async function open() {
  if (token === '') return showIncompleteLink();
  // For a reload of this tab.
  keepLink();
  try {
    const request = await askedConsent();
    if (request.status === 'requested') showRequest(request);
    else showAgreed(request);
  } catch (error) {
    if (isUnknown(error)) return showIncompleteLink();
    if (isDead(error)) return showGone(error);
    show(texts.asked);
    showFailure(error);
  }
}
await open();
