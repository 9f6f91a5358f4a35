/**
 * What a script of the page has asked for before all others were here, by its whole address.
 * @type {Map<string, { answer: Promise<Response>, stop: AbortController }>}
 */
const coming = /** @type {any} */ (globalThis).earlyAnswers ?? new Map();

/**
 * The answer that is coming already, the first time that it is wanted; undefined for everything else.
 * @param {string} address
 * @param {AbortSignal | null} [signal] ends it, as it ends a request of one's own
 */
export function earlyAnswer(address, signal) {
  const early = coming.get(address);
  if (early === undefined) return undefined;
  coming.delete(address);
  const stop = () => early.stop.abort(signal?.reason);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  return early.answer;
}
