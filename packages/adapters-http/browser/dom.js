/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes and children. Texts stay texts: nothing here parses markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes] what is false, null or undefined is left out; functions listen
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(name, /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Shows one step of a page. Focus goes to the heading, so that a screen reader says what came; the first step
 * leaves it where the browser put it.
 * @param {string} heading
 * @param {...(Child | readonly Child[])} content
 */
export function show(heading, ...content) {
  const [title, page] = [part('title'), part('page')];
  const isFirst = page.dataset.shown === undefined;
  page.dataset.shown = '';
  title.textContent = heading;
  document.title = `${heading} · Chancery`;
  say('');
  page.replaceChildren(h('div', {}, ...content));
  if (!isFirst) title.focus();
}

/**
 * A region is read out when it changes, and only then.
 * @param {HTMLElement} region
 * @param {string} text
 */
export function announce(region, text) {
  if (region.textContent !== text) region.textContent = text;
}

/**
 * Shows a failure; an empty text takes it away. The region is read out as soon as it changes.
 * @param {string} text
 * @param {...Child} more
 */
export function say(text, ...more) {
  const region = part('alert');
  region.replaceChildren(...(text === '' ? [] : [h('div', {}, h('p', {}, text), ...more)]));
  if (text !== '') region.scrollIntoView({ block: 'nearest' });
}

/**
 * Says that something went well, beside what is on the page.
 * @param {string} text
 */
export function note(text) {
  part('note').textContent = text;
}

/**
 * @param {readonly (readonly [string, string])[]} rows
 */
export const facts = (rows) =>
  h(
    'dl',
    {},
    rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', { dir: 'auto' }, value))),
  );
