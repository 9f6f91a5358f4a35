import { button } from './actions.js';
import { ApiError, chancery } from './api.js';
import { h } from './dom.js';
import { textOf } from './failures.js';
import { fromLink } from './link.js';
import { pdfEngine } from './pdf-engine.js';
import { askWhose } from './prepare-conflict.js';
import { fieldsSection } from './prepare-fields.js';
import { peopleSection } from './prepare-people.js';
import { isPrepared, roundToPrepare } from './prepare-round.js';
import { sendSection } from './prepare-send.js';
import { prepareTexts } from './prepare-words.js';
import { sentRound } from './sent-round.js';
import { showSignedIn, signedInPage } from './signed-in.js';
import { inLanguage } from './words.js';

/** @typedef {import('./prepare-round.js').Detail} Detail */

const texts = inLanguage({
  en: {
    title: 'A document to sign',
    prepare: (/** @type {string} */ name) => `Prepare: ${name}`,
    signInLead: 'Sign in to prepare a document for signing.',
    lead: 'Say who takes part. Nothing is mailed to anybody by that.',
    otherWorkspace:
      'If it belongs to another of your workspaces, change to that one on the start page first.',
  },
  de: {
    title: 'Ein Dokument zum Unterschreiben',
    prepare: (/** @type {string} */ name) => `Vorbereiten: ${name}`,
    signInLead: 'Melden Sie sich an, um ein Dokument zum Unterschreiben vorzubereiten.',
    lead: 'Sagen Sie, wer beteiligt ist. Dadurch geht noch an niemanden eine E-Mail.',
    otherWorkspace:
      'Wenn es zu einem anderen Ihrer Workspaces gehört, wechseln Sie zuerst auf der Startseite dorthin.',
  },
});

const [, documentId = ''] = /^\/documents\/prepare\/([\w-]+)$/.exec(location.pathname) ?? [];

/** Why this document cannot be signed, as the code of the refusal that sending would meet. @param {Detail['document']} document */
function refusalOf({ status, permissions, mimeType, contentFlags }) {
  if (status !== 'active') return `document.${status}`;
  if (!permissions.edit) return 'permission.denied';
  if (mimeType !== 'application/pdf') return 'document.not_signable';
  const flags = /** @type {const} */ ({
    uninspected: 'document.not_inspected',
    encrypted: 'document.pdf_encrypted',
    signed: 'document.pdf_already_signed',
    xfa: 'document.pdf_xfa',
    damaged: 'document.pdf_damaged',
  });
  for (const [flag, code] of Object.entries(flags))
    if (contentFlags.some((each) => each === flag)) return code;
  return null;
}

const toHome = () => h('p', { class: 'aside' }, h('a', { href: '/' }, prepareTexts.home));

async function draw() {
  /** @type {Detail} */
  let detail;
  try {
    detail = await chancery.documents.getDocument({ documentId });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.code !== 'request.invalid'))
      throw error;
    return showSignedIn(
      texts.title,
      h('p', {}, textOf('document.not_found', '')),
      h('p', {}, texts.otherWorkspace),
      toHome(),
    );
  }
  const { document } = detail;
  if (!isPrepared(document.signatureStatus)) return showRound(detail);
  const refusal = refusalOf(document);
  if (refusal === null) return showPreparing(detail);
  showSignedIn(
    document.name,
    h('p', {}, textOf(refusal, '')),
    refusal === 'document.not_inspected' &&
      h('div', { class: 'ways' }, button(prepareTexts.again, draw, 'primary')),
    toHome(),
  );
}

/** @param {Detail} detail */
async function showPreparing(detail) {
  // It comes at the same time as the document.
  void pdfEngine().catch(() => undefined);
  const round = roundToPrepare(detail, {
    crossed: askWhose,
    replaced() {
      const { status = 'none' } = round.signature() ?? {};
      if (!isPrepared(status)) return void draw();
      for (const part of [people, fields, sending]) part.draw();
    },
  });
  const fields = fieldsSection(round);
  const people = peopleSection(round, () => {
    fields.draw();
    sending.draw();
  });
  const sending = sendSection(round, { addPerson: people.add, place: fields.beginFor }, draw);
  showSignedIn(
    texts.prepare(detail.document.name),
    h(
      'div',
      { class: 'signing' },
      h('p', {}, texts.lead),
      people.element,
      fields.element,
      sending.element,
      toHome(),
    ),
  );
  await fields.load();
}

/** What became of it since it was sent. @param {Detail} detail */
function showRound(detail) {
  const shown = sentRound(detail, draw);
  showSignedIn(detail.document.name, shown.element, toHome());
  shown.follow();
}

await signedInPage({
  lead: [h('p', {}, texts.signInLead)],
  workspaceId: fromLink('workspace'),
  draw,
});
