import { busyWhile, button } from './actions.js';
import { announce, h } from './dom.js';
import { sentenceOf } from './failures.js';
import { placedTexts as texts } from './placed-field-words.js';
import { fieldTexts } from './sign-field-words.js';

/**
 * @typedef {import('./field-geometry.js').FieldKind} FieldKind
 * @typedef {import('./prepare-round.js').Signer} Signer
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 *
 * @typedef {object} BarActs
 * @property {() => PlacedField | null} chosen
 * @property {() => void} release lets go of what is chosen
 * @property {(kind: FieldKind) => void} put in the middle of the page that is seen
 * @property {() => number} pageInView
 * @property {() => Promise<unknown>} settings
 * @property {() => void} remove
 * @property {() => void} turned that something else is to be placed, or nothing any more
 */

const kinds = /** @type {FieldKind[]} */ (Object.keys(texts.kinds));
/** Whether somebody in this role fills a field of this kind (SIG-2). @param {Signer | undefined} signer @param {FieldKind} kind */
export const mayFill = (signer, kind) =>
  signer?.role === 'signer' || (signer?.role === 'approver' && kind !== 'signature' && kind !== 'initials');

/**
 * The bar below the pages: what to put there and for whom, or what to do with the field that is chosen; and whether everything
 * is stored.
 * @param {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} round
 * @param {BarActs} acts
 */
export function placeBar(round, acts) {
  /** @type {FieldKind | null} */
  let armed = null;
  let signerId = '';
  const who = h('select', {
    id: 'place-who',
    change: () => {
      signerId = who.value;
      draw();
    },
  });
  const chips = kinds.map((kind) =>
    h(
      'button',
      { type: 'button', class: 'chip', 'data-kind': kind, click: () => arm(kind) },
      texts.kinds[kind],
    ),
  );
  const put = h('button', { type: 'button', class: 'small', click: () => armed !== null && acts.put(armed) });
  const choice = h(
    'div',
    { class: 'place-choice' },
    h('p', { class: 'place-who' }, h('label', { for: 'place-who' }, texts.who), who),
    h('div', { class: 'chips', role: 'group', 'aria-label': texts.what }, chips),
  );
  const hint = h(
    'div',
    { class: 'place-hint' },
    h('p', {}, texts.tap),
    h(
      'div',
      { class: 'ways pair' },
      put,
      button(texts.cancel, () => arm(null), 'small'),
    ),
  );
  const title = h('strong', { dir: 'auto' });
  const tools = h(
    'div',
    { class: 'place-tools' },
    title,
    h(
      'div',
      { class: 'ways pair' },
      button(texts.settings, acts.settings, 'small'),
      button(texts.remove, acts.remove, 'small danger'),
      button(texts.done, acts.release, 'small'),
    ),
  );
  const state = storingLine(round);
  const element = h('div', { class: 'place-bar' }, hint, tools, choice, state.element);

  /** @param {FieldKind | null} kind */
  const arm = (kind) => {
    armed = kind === armed ? null : kind;
    if (armed !== null) acts.release();
    draw();
    acts.turned();
  };
  const draw = () => {
    const field = acts.chosen();
    const people = round.signers().filter(({ role }) => role !== 'copy');
    const person = people.find(({ id }) => id === signerId) ?? people[0];
    signerId = person?.id ?? '';
    if (armed !== null && !mayFill(person, armed)) armed = null;
    drawPeople(who, people, signerId);
    for (const chip of chips) {
      const kind = /** @type {FieldKind} */ (chip.dataset.kind);
      chip.hidden = !mayFill(person, kind);
      chip.setAttribute('aria-pressed', String(kind === armed));
    }
    const at = round.signers().findIndex(({ id }) => id === (field?.signerId ?? signerId));
    element.dataset.tone = String(Math.max(at, 0) % 6);
    hint.hidden = armed === null;
    tools.hidden = field === null;
    choice.hidden = field !== null;
    if (field !== null)
      announce(title, texts.of(field.label || fieldTexts.kinds[field.kind], round.signers()[at]?.name ?? ''));
    announce(put, texts.putOn(acts.pageInView()));
    state.draw();
  };
  addEventListener('scroll', () => !hint.hidden && announce(put, texts.putOn(acts.pageInView())), {
    passive: true,
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && armed !== null && arm(null));
  return {
    element,
    draw,
    armed: () => armed,
    arm,
    /** Begins to place a field of this kind for this person. @param {string} id @param {FieldKind} kind */
    begin(id, kind) {
      acts.release();
      signerId = id;
      if (armed !== kind) arm(kind);
      draw();
      put.focus();
    },
    signerId: () => signerId,
    focus: () => chips.find(({ hidden }) => !hidden)?.focus(),
  };
}

/** @param {HTMLSelectElement} select @param {readonly Signer[]} people @param {string} chosen */
function drawPeople(select, people, chosen) {
  const wanted = people.map(({ id, name }) => `${id} ${name}`).join();
  if (select.dataset.of !== wanted)
    select.replaceChildren(...people.map(({ id, name }) => h('option', { value: id }, name)));
  select.dataset.of = wanted;
  select.value = chosen;
}

/** Whether everything is stored, with a way to try again, and to take back the last change. @param {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} round */
function storingLine({ fields }) {
  const line = h('p', { class: 'soft', role: 'status' });
  const undo = button(texts.undo, () => fields.undo(), 'small quiet');
  const again = h(
    'button',
    {
      type: 'button',
      class: 'small',
      click: () => void busyWhile(again, () => fields.store().catch(() => undefined)),
    },
    texts.again,
  );
  return {
    element: h('div', { class: 'place-state' }, line, again, undo),
    draw() {
      const storing = fields.storing();
      const hasFailed = storing.kind === 'failed';
      announce(
        line,
        hasFailed ? `${texts.storing.failed} ${sentenceOf(storing.error)}` : texts.storing[storing.kind],
      );
      line.classList.toggle('fault', hasFailed);
      again.hidden = !hasFailed;
      undo.hidden = !fields.canUndo();
    },
  };
}
