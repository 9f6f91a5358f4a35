import { h } from './dom.js';
import { drawnPlace, movedPlace, placeOnOther, resizedPlace, usualPlace } from './field-geometry.js';
import { lay } from './placed-fields.js';
import { scrollingAtEdges } from './scrolling-at-edges.js';

/**
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 * @typedef {import('./field-geometry.js').Place} Place
 * @typedef {import('./field-geometry.js').Point} Point
 * @typedef {import('./field-geometry.js').FieldKind} FieldKind
 * @typedef {{ readonly clientX: number, readonly clientY: number }} Spot on the screen
 *
 * @typedef {object} Gestures
 * @property {() => FieldKind | null} armed what is put where somebody presses
 * @property {() => number | null} chosen the key of the field that is chosen
 * @property {(key: number) => PlacedField | undefined} fieldOf
 * @property {(key: number) => HTMLElement | undefined} elementOf
 * @property {(key: number | null) => void} choose
 * @property {(key: number) => void} focus
 * @property {(page: number, place: Place) => void} put a new field
 * @property {(key: number, page: number, place: Place) => void} change where a field lies
 * @property {() => number} floor down to where the pages are seen, in pixels from the top of the screen
 */

/** What a hand does not keep still, in pixels: less is a press and no movement. */
const stillness = { mouse: 3, touch: 8 };

/** The pages with their place on the screen, as they lie at this moment. @param {import('./pdf-pages.js').DrawnPdf} pdf */
export function pagesOf(pdf) {
  const layers = Array.from({ length: pdf.pageCount }, (_, index) => pdf.layerOf(index + 1));
  /** @param {number} number from 1 */
  const boxOf = (number) => layers[number - 1]?.getBoundingClientRect() ?? new DOMRect();
  return {
    boxOf,
    /** In points. @param {number} number */
    sizeOf(number) {
      const { width, height } = boxOf(number);
      return { width: width / pdf.scale(), height: height / pdf.scale() };
    },
    /** @param {number} number @param {Spot} spot @returns {Point} */
    pointOn(number, { clientX, clientY }) {
      const { left, top, width, height } = boxOf(number);
      return { x: (clientX - left) / width, y: (clientY - top) / height };
    },
    /** The page below a spot, or the one whose number is given. @param {Spot} spot @param {number} otherwise */
    pageAt({ clientX, clientY }, otherwise) {
      const found = layers.findIndex((layer) => {
        const { left, right, top, bottom } = layer?.getBoundingClientRect() ?? new DOMRect();
        return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
      });
      return found === -1 ? otherwise : found + 1;
    },
    /** @param {EventTarget | null} target */
    pageOf: (target) =>
      target instanceof Element
        ? layers.indexOf(/** @type {HTMLElement} */ (target.closest('.sheet-layer'))) + 1
        : 0,
  };
}

/**
 * Placing by mouse, pen and finger: drawing a rectangle or pressing where a field belongs, moving a field, and drawing at its
 * corners. A finger moves only what is chosen, because otherwise it would move fields while it scrolls.
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {Pages} pages
 * @param {Gestures} of
 */
export function onGestures(pdf, pages, of) {
  const { element } = pdf;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
    const number = pages.pageOf(event.target);
    if (number === 0) return;
    const kind = of.armed();
    if (kind !== null) return drag(event, drawing(kind, number, event, pages, of, pdf));
    const key = Number(event.target.closest('.placed')?.getAttribute('data-key') ?? 0);
    if (key === 0) return of.choose(null);
    if (event.pointerType === 'touch' && of.chosen() !== key) return;
    of.choose(key);
    of.focus(key);
    const grip = event.target.getAttribute('data-grip');
    drag(event, grip === null ? moving(key, event, pages, of) : resizing(key, grip, event, pages, of));
  });
  // Otherwise the browser would select the text below, and then drag that.
  element.addEventListener('mousedown', (event) => {
    const isOnField = event.target instanceof Element && event.target.closest('.placed') !== null;
    if (isOnField || of.armed() !== null) event.preventDefault();
  });
  element.addEventListener('click', ({ target }) => {
    if (of.armed() !== null || !(target instanceof Element)) return;
    const key = Number(target.closest('.placed')?.getAttribute('data-key') ?? 0);
    if (key !== 0) of.choose(key);
  });

  /**
   * From the press to the release; what comes of it is kept only then.
   * @param {PointerEvent} begun
   * @param {{ readonly move: (spot: Spot) => void, readonly end: (hasMoved: boolean) => void, readonly drop: () => void }} gesture
   */
  function drag(begun, { move, end, drop }) {
    const { pointerId, pointerType, clientX, clientY } = begun;
    const still = pointerType === 'touch' ? stillness.touch : stillness.mouse;
    let hasMoved = false;
    const edges = scrollingAtEdges(move, of.floor);
    // On the whole, since a field may go to another page on the way.
    element.setPointerCapture(pointerId);
    const listening = new AbortController();
    const { signal } = listening;
    const stop = () => {
      listening.abort();
      edges.stop();
    };
    element.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== pointerId) return;
        hasMoved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > still;
        if (!hasMoved) return;
        move(event);
        edges.at(event);
      },
      { signal },
    );
    element.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== pointerId) return;
        stop();
        end(hasMoved);
      },
      { signal },
    );
    // The browser scrolls instead, or the window was left.
    element.addEventListener(
      'pointercancel',
      (event) => {
        if (event.pointerId !== pointerId) return;
        stop();
        drop();
      },
      { signal },
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        stop();
        drop();
      },
      { signal },
    );
  }
}

/** @typedef {ReturnType<typeof pagesOf>} Pages */

/**
 * @param {FieldKind} kind
 * @param {number} number
 * @param {Spot} begun
 * @param {Pages} pages
 * @param {Gestures} of
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 */
function drawing(kind, number, begun, pages, of, pdf) {
  const from = pages.pointOn(number, begun);
  const page = pages.sizeOf(number);
  const band = h('div', { class: 'band' });
  /** @type {Place | null} */
  let place = null;
  return {
    move(/** @type {Spot} */ spot) {
      place = drawnPlace(kind, from, inside(pages.pointOn(number, spot)), page);
      lay(band, place);
      if (band.parentElement === null) pdf.layerOf(number)?.append(band);
    },
    end() {
      band.remove();
      of.put(number, place ?? usualPlace(kind, from, page));
    },
    drop: () => band.remove(),
  };
}

/** @param {Point} point */
const inside = ({ x, y }) => ({ x: Math.min(Math.max(x, 0), 1), y: Math.min(Math.max(y, 0), 1) });

/** @param {number} key @param {Spot} begun @param {Pages} pages @param {Gestures} of */
function moving(key, begun, pages, of) {
  const field = of.fieldOf(key);
  const element = of.elementOf(key);
  if (field === undefined || element === undefined) return nothing;
  const grasped = pages.pointOn(field.page, begun);
  let at = { page: field.page, place: /** @type {Place} */ (field) };
  return {
    move(/** @type {Spot} */ spot) {
      const page = pages.pageAt(spot, at.page);
      const size = pages.sizeOf(page);
      const own = pages.sizeOf(field.page);
      // Where it was grasped stays below the finger, also on a page of another size.
      const point = pages.pointOn(page, spot);
      const { width, height } = placeOnOther(field, own, size);
      const x = point.x - ((grasped.x - field.x) / field.width) * width;
      const y = point.y - ((grasped.y - field.y) / field.height) * height;
      at = { page, place: movedPlace({ x, y, width, height }, { x: 0, y: 0 }, size) };
      lay(element, seenFrom(field.page, at, pages));
    },
    end(/** @type {boolean} */ hasMoved) {
      if (hasMoved) of.change(key, at.page, at.place);
    },
    drop: () => lay(element, field),
  };
}

/** A place on one page in the fractions of another, for it is moved into the other page only in the end. @param {number} number @param {{ readonly page: number, readonly place: Place }} at @param {Pages} pages */
function seenFrom(number, { page, place }, pages) {
  const [own, other] = [pages.boxOf(number), pages.boxOf(page)];
  return {
    x: (other.left + place.x * other.width - own.left) / own.width,
    y: (other.top + place.y * other.height - own.top) / own.height,
    width: (place.width * other.width) / own.width,
    height: (place.height * other.height) / own.height,
  };
}

/** @param {number} key @param {string} grip @param {Spot} begun @param {Pages} pages @param {Gestures} of */
function resizing(key, grip, begun, pages, of) {
  const field = of.fieldOf(key);
  const element = of.elementOf(key);
  if (field === undefined || element === undefined) return nothing;
  const corner = /** @type {import('./field-geometry.js').Corner} */ (grip);
  const from = pages.pointOn(field.page, begun);
  /** @type {Place} */
  let place = field;
  return {
    move(/** @type {Spot} */ spot) {
      const to = pages.pointOn(field.page, spot);
      place = resizedPlace(field, corner, { x: to.x - from.x, y: to.y - from.y }, pages.sizeOf(field.page));
      lay(element, place);
    },
    end(/** @type {boolean} */ hasMoved) {
      if (hasMoved) of.change(key, field.page, place);
    },
    drop: () => lay(element, field),
  };
}

const nothing = { move: () => undefined, end: () => undefined, drop: () => undefined };
