import { button } from './actions.js';
import { ApiError, refusal } from './api.js';
import { isDead } from './dead-link.js';
import { documentView } from './document-view.js';
import { facts, h, show } from './dom.js';
import { sentenceOf } from './failures.js';
import { drawnPdf } from './pdf-pages.js';
import { showCompleted } from './sign-completed.js';
import { consentPart } from './sign-consent.js';
import { download, endedPage, recipientList } from './sign-done-parts.js';
import { fieldsOn } from './sign-fields.js';
import { finishPart } from './sign-finish.js';
import { bytesOnce } from './sign-first.js';
import { tellFrame } from './sign-frame.js';
import { fieldSteps } from './sign-steps.js';
import { signTexts, sizeInWords, whenHere } from './sign-words.js';
import { signingView } from './signing-link.js';
import { inLanguage } from './words.js';

/** @typedef {import('./signing-link.js').SigningView} SigningView */

const texts = inLanguage({
  en: {
    sign: 'Please sign',
    approve: 'Please approve',
    leadSign: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} of ${workspace} asks you to sign this document. Read it, fill in your fields, and finish at the end.`,
    leadApprove: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} of ${workspace} asks you to read and approve this document. You need no signature for that.`,
    message: (/** @type {string} */ sender) => `Message from ${sender}`,
    pages: (/** @type {number} */ count) => (count === 1 ? '1 page' : `${count} pages`),
    document: 'The document',
    loading: 'The document is being loaded…',
    save: 'Download to read',
  },
  de: {
    sign: 'Bitte unterschreiben',
    approve: 'Bitte freigeben',
    leadSign: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} von ${workspace} bittet Sie, dieses Dokument zu unterschreiben. Lesen Sie es, füllen Sie Ihre Felder aus und schließen Sie am Ende ab.`,
    leadApprove: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} von ${workspace} bittet Sie, dieses Dokument zu lesen und freizugeben. Eine Unterschrift brauchen Sie dafür nicht.`,
    message: (/** @type {string} */ sender) => `Nachricht von ${sender}`,
    pages: (/** @type {number} */ count) => (count === 1 ? '1 Seite' : `${count} Seiten`),
    document: 'Das Dokument',
    loading: 'Das Dokument wird geladen …',
    save: 'Zum Lesen herunterladen',
  },
});

/**
 * A document to sign or to approve. It can be signed only once its bytes are here and are those that the server names.
 * @param {SigningView} view
 * @param {() => Promise<unknown>} reopen
 */
export async function showReady(view, reopen) {
  const { document: asked, signer, sender, workspace, recipients } = view;
  const name = asked?.name ?? signTexts.document;
  const isApprover = signer.role === 'approver';
  const consent = consentPart(view.consent);
  const place = h('div', { class: 'document-place' });
  const end = h('div');
  show(
    `${isApprover ? texts.approve : texts.sign}: ${name}`,
    h(
      'div',
      { class: 'signing' },
      h('p', {}, (isApprover ? texts.leadApprove : texts.leadSign)(sender.displayName, workspace.name)),
      messagePart(view),
      facts([
        [signTexts.you, `${signer.name} (${signer.email})`],
        ...(asked?.deadlineAt
          ? [/** @type {const} */ ([signTexts.deadline, whenHere(asked.deadlineAt)])]
          : []),
        [
          signTexts.document,
          [texts.pages(asked?.pageCount ?? 0), sizeInWords(asked?.sizeBytes ?? 0)].join(', '),
        ],
      ]),
      recipients.length > 1 &&
        h('details', {}, h('summary', {}, signTexts.people), recipientList(recipients)),
      consent.element,
      h('section', { class: 'wide' }, h('h2', {}, texts.document), place),
      end,
    ),
  );
  await loadInto(place, end, view, consent, reopen);
}

/** @param {SigningView} view */
const messagePart = ({ document: asked, sender }) =>
  asked?.message
    ? h(
        'div',
        { class: 'hint-box' },
        h('p', { class: 'soft' }, texts.message(sender.displayName)),
        h('p', { class: 'words', dir: 'auto' }, asked.message),
      )
    : null;

/**
 * @param {HTMLElement} place for the document
 * @param {HTMLElement} end for what finishes it
 * @param {SigningView} view
 * @param {ReturnType<typeof consentPart>} consent
 * @param {() => Promise<unknown>} reopen
 */
async function loadInto(place, end, view, consent, reopen) {
  const name = view.document?.name ?? '';
  place.replaceChildren(h('p', { role: 'status' }, texts.loading));
  /** @type {import('./pdf-pages.js').DrawnPdf} */
  let pdf;
  try {
    const bytes = await bytesOnce();
    pdf = await drawnPdf(bytes, view.document?.pages);
    if (pdf.sha256 !== view.document?.sha256) {
      pdf.close();
      throw refusal('page.content_changed');
    }
  } catch (error) {
    if (isDead(error)) return (await endedPage()).showEnded(error, view.sender.displayName);
    if (error instanceof ApiError && error.code === 'signing.verification_required') return reopen();
    const again = button(signTexts.again, () => loadInto(place, end, view, consent, reopen), 'primary');
    place.replaceChildren(
      h('p', { class: 'fault', role: 'alert' }, sentenceOf(error)),
      h(
        'div',
        { class: 'ways' },
        again,
        button(texts.save, () => download('plain', name)),
      ),
    );
    return;
  }
  const fields = fieldsOn(view, pdf);
  const finish = finishPart({
    view,
    pdf,
    fields,
    consent,
    marked: () => steps?.draw(),
    completed: (completed) => completedWith(view, completed, pdf),
    reload: reopen,
  });
  const steps = fields.own.length === 0 ? null : fieldSteps(fields, pdf, finish.come);
  place.replaceChildren(documentView(pdf, name), steps?.element ?? '');
  end.replaceChildren(finish.element);
}

/**
 * @param {SigningView} view
 * @param {import('./signing-link.js').Completed | null} completed
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 */
async function completedWith(view, completed, pdf) {
  pdf.close();
  tellFrame('completed', view.signer.id);
  // What the others have done meanwhile; that it cannot be asked now changes nothing of what was signed.
  const after = await signingView().catch(() => ({
    ...view,
    redirectUrl: completed?.redirectUrl ?? view.redirectUrl,
    recipients: view.recipients.map((each) =>
      each.name === view.signer.name ? { ...each, status: /** @type {const} */ ('completed') } : each,
    ),
  }));
  showCompleted(after, { leaves: true });
}
