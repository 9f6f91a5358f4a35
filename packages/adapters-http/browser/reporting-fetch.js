/** A line over which nothing passes for so long is dead, although nobody has said so. */
const silentMs = 60_000;

/**
 * `fetch` for a body that takes its time: it says how much has left, which the browser's own does not.
 * @param {(sent: number, total: number) => void} onProgress
 * @returns {typeof fetch}
 */
export const reportingFetch = (onProgress) => (address, init) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('No answer'));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), silentMs);
    };
    request.open(init?.method ?? 'GET', String(address));
    new Headers(init?.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      heard();
      onProgress(loaded, total);
    });
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => clearTimeout(silence));
    init?.signal?.addEventListener('abort', () => request.abort());
    heard();
    // The SDK gives parts or a text, never a stream that was begun.
    request.send(/** @type {FormData | string | null} */ (init?.body ?? null));
  });

/** @param {XMLHttpRequest} request */
function answerOf(request) {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
