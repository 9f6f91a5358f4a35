/** @typedef {typeof import('pdfjs-dist')} PdfJs */
/** @typedef {import('pdfjs-dist').PDFDocumentProxy} PdfDocument */

/** Where pdf.js lies; it ends with a slash. The server says it, since its address holds the version. */
const folder = new URL(document.documentElement.dataset.pdfFolder ?? '', location.href).href;
const workerAddress = `${folder}build/pdf.worker.min.mjs`;

/** @type {Promise<PdfJs> | undefined} */
let loading;

/**
 * pdf.js with its worker, loaded once. A page may ask for it before it has the document, so that both come at the same time.
 * @returns {Promise<PdfJs>}
 */
export function pdfEngine() {
  loading ??= load().catch((error) => {
    // The next attempt may reach the server.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @returns {Promise<PdfJs>} */
async function load() {
  const worker = startedWorker();
  const pdf = await import(`${folder}build/pdf.min.mjs`);
  pdf.GlobalWorkerOptions.workerPort = worker;
  return pdf;
}

/** The page's policy allows one way to name a script, and this is all that it lets through. */
function startedWorker() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy('chancery-worker', {
    createScriptURL: () => workerAddress,
  });
  return new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' });
}

/**
 * Reads a PDF. What it holds is only drawn: no script of it runs, no form of it works, and nothing is asked of another server.
 * @param {Uint8Array} bytes which the worker takes over
 * @returns {Promise<PdfDocument>}
 */
export async function openedPdf(bytes) {
  const { getDocument, VerbosityLevel } = await pdfEngine();
  return getDocument({
    data: bytes,
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}
