import { h } from './dom.js';
import { movedPlace, placeOnOther, usualPlace } from './field-geometry.js';
import { onGestures, pagesOf } from './field-gestures.js';
import { onKeys } from './field-keys.js';
import { askForSettings } from './field-settings.js';
import { placeBar } from './place-bar.js';
import { placedTexts as texts } from './placed-field-words.js';
import { placedFields } from './placed-fields.js';
import { drawnInto } from './prepare-document.js';

/**
 * @typedef {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} Round
 * @typedef {import('./field-geometry.js').FieldKind} FieldKind
 * @typedef {import('./field-geometry.js').Place} Place
 */

/** What a new field is like, beside its place. @param {FieldKind} kind @returns {Omit<import('./fields-in-hand.js').PlacedField, 'key' | 'documentId' | 'signerId' | 'page' | keyof Place>} */
const usual = (kind) => ({
  kind,
  label: null,
  required: kind !== 'checkbox',
  readOnly: false,
  defaultValue: null,
  maxLength: null,
  multiline: false,
  dateMode: kind === 'date' ? 'signed_on' : null,
  dateFormat: kind === 'date' ? 'iso' : null,
  fontSize: ['date', 'text', 'name', 'email'].includes(kind) ? 10 : null,
  clientRef: null,
});

/**
 * The drawn pages, on which fields are placed by mouse, finger and keys.
 * @param {Round} round
 */
export function fieldsSection(round) {
  const place = h('div', {});
  const lead = h('p', { class: 'soft' });
  const element = h('section', { class: 'wide placing' }, h('h2', {}, texts.heading), lead, place);
  /** @type {() => void} */
  let drawRest = () => undefined;
  /** @type {(signerId: string) => void} */
  let beginFor = () => undefined;
  const draw = () => {
    const hasPeople = round.signers().some(({ role }) => role !== 'copy');
    lead.textContent = hasPeople ? texts.lead : texts.nobody;
    drawRest();
  };
  draw();
  return {
    element,
    draw,
    async load() {
      const pdf = await drawnInto(round.document, place);
      ({ draw: drawRest, beginFor } = placingOn(pdf, round, place));
      draw();
    },
    /** Leads to where this person is to sign. @param {string} signerId */
    beginFor(signerId) {
      element.scrollIntoView();
      beginFor(signerId);
    },
  };
}

/**
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {Round} round
 * @param {HTMLElement} place
 */
function placingOn(pdf, round, place) {
  const { fields } = round;
  const shown = placedFields(pdf, round, 'place-help');
  const pages = pagesOf(pdf);
  const acts = fieldActs(pdf, pages, round, shown);
  /** @param {number | null} key */
  const choose = (key) => {
    shown.choose(key);
    bar.draw();
  };
  /** @param {number} page @param {Place} where @param {FieldKind} kind */
  const put = (page, where, kind) => {
    bar.arm(null);
    const key = fields.add({ ...usual(kind), signerId: bar.signerId(), page, ...where });
    choose(key);
    shown.focus(key);
  };
  const bar = placeBar(round, {
    chosen: shown.chosen,
    release: () => choose(null),
    pageInView: () => pageInView(pdf, pages),
    put: (kind) => {
      const page = pageInView(pdf, pages);
      put(page, freePlace(kind, page, pages, fields.all()), kind);
    },
    settings: () => acts.openSettings(shown.chosen()?.key ?? 0),
    remove: () => acts.remove(shown.chosen()?.key ?? 0),
    turned: () => pdf.element.classList.toggle('armed', bar.armed() !== null),
  });
  acts.whenEmpty(bar.focus);
  onGestures(pdf, pages, {
    ...acts,
    armed: bar.armed,
    chosen: () => shown.chosen()?.key ?? null,
    elementOf: shown.elementOf,
    choose,
    focus: shown.focus,
    put: (page, where) => {
      const kind = bar.armed();
      if (kind !== null) put(page, where, kind);
    },
    floor: () => floorAbove(bar.element),
  });
  onKeys(pdf, pages, { ...acts, choose, release: () => choose(null) });
  const draw = () => {
    shown.draw();
    bar.draw();
    bar.element.hidden = !round.signers().some(({ role }) => role !== 'copy');
  };
  fields.onChange(draw);
  place.append(h('p', { id: 'place-help', class: 'soft' }, texts.help), bar.element);
  storeOnLeaving(fields, place);
  /** @param {string} signerId */
  const beginFor = (signerId) => bar.begin(signerId, 'signature');
  return { draw, beginFor };
}

/**
 * What is done with a field, by whatever means.
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {ReturnType<typeof pagesOf>} pages
 * @param {Round} round
 * @param {ReturnType<typeof placedFields>} shown
 */
function fieldActs(pdf, pages, { fields, signers }, shown) {
  /** @type {() => void} */
  let focusElsewhere = () => undefined;
  /** @param {number} key */
  const fieldOf = (key) => fields.all().find((each) => each.key === key);
  return {
    fieldOf,
    /** @param {number} key @param {number} page @param {Place} where */
    change: (key, page, where) =>
      fields.change((all) => all.map((each) => (each.key === key ? { ...each, page, ...where } : each))),
    /** @param {number} key */
    async openSettings(key) {
      const field = fieldOf(key);
      if (field === undefined) return;
      const changed = await askForSettings(field, { signers: signers(), pageCount: pdf.pageCount });
      if (changed !== null) {
        const where = placeOnOther(changed, pages.sizeOf(field.page), pages.sizeOf(changed.page));
        fields.change((all) => all.map((each) => (each.key === key ? { ...changed, ...where } : each)));
      }
      shown.focus(key);
    },
    /** The focus goes to the field that follows. @param {number} key */
    remove(key) {
      const at = fields.all().findIndex((each) => each.key === key);
      fields.change((all) => all.filter((each) => each.key !== key));
      const next = fields.all()[at] ?? fields.all().at(-1);
      if (next === undefined) focusElsewhere();
      else shown.focus(next.key);
    },
    /** @param {() => void} act */
    whenEmpty(act) {
      focusElsewhere = act;
    },
  };
}

/** The page in the middle of what is seen. @param {import('./pdf-pages.js').DrawnPdf} pdf @param {ReturnType<typeof pagesOf>} pages */
function pageInView(pdf, pages) {
  const numbers = Array.from({ length: pdf.pageCount }, (_, index) => index + 1);
  const middle = innerHeight * 0.4;
  const below = numbers.find((number) => pages.boxOf(number).bottom >= middle);
  return below ?? pdf.pageCount;
}

/**
 * In the middle of what is seen of a page, or below what was put there before.
 * @param {FieldKind} kind
 * @param {number} page
 * @param {ReturnType<typeof pagesOf>} pages
 * @param {readonly import('./fields-in-hand.js').PlacedField[]} others
 */
function freePlace(kind, page, pages, others) {
  const { top, bottom, height } = pages.boxOf(page);
  const seen = (Math.max(top, 0) + Math.min(bottom, innerHeight * 0.8)) / 2;
  const middle = Math.min(Math.max((seen - top) / height, 0), 1);
  let place = usualPlace(kind, { x: 0.5, y: middle }, pages.sizeOf(page));
  const isTaken = () =>
    others.some(
      (other) =>
        other.page === page && Math.abs(other.x - place.x) < 0.01 && Math.abs(other.y - place.y) < 0.01,
    );
  for (let tries = 0; isTaken() && tries < others.length; tries += 1) {
    const by = 1.5 * place.height;
    const isLast = place.y + by > 1 - place.height;
    place = movedPlace(place, { x: 0, y: isLast ? -place.y : by }, pages.sizeOf(page));
  }
  return place;
}

/** Down to where the pages are seen: the bar lies over them on a phone, and beside them on a wide screen. @param {HTMLElement} bar */
function floorAbove(bar) {
  const { top } = bar.getBoundingClientRect();
  return top > innerHeight / 2 ? Math.min(top, innerHeight) : innerHeight;
}

/** What was just changed is stored when the page is left, and if that is too late, the browser asks. @param {Round['fields']} fields @param {HTMLElement} place */
function storeOnLeaving(fields, place) {
  const store = () => {
    if (place.isConnected) void fields.store().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && store());
  addEventListener('online', store);
  addEventListener('beforeunload', (event) => {
    if (!place.isConnected || fields.storing().kind === 'stored') return;
    store();
    event.preventDefault();
  });
}
