import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const inside = (name: string) => join(folder, name, '/');

/** A PDF as pdf.js reads it, with fonts and character maps from its own package and none of the machine (EXT-12). */
export async function openedPdf(file: Uint8Array): Promise<PDFDocumentProxy> {
  // Nobody reads the output of this process.
  console.warn = () => undefined;
  console.log = () => undefined;
  const [library, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error the package has no types for its worker, which is only handed on
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  // With its worker at hand the library looks for no file and starts no thread.
  Object.assign(globalThis, { pdfjsWorker: worker });
  return library.getDocument({
    // The library takes the bytes for itself.
    data: new Uint8Array(file),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    standardFontDataUrl: inside('standard_fonts'),
    cMapUrl: inside('cmaps'),
    cMapPacked: true,
    wasmUrl: inside('wasm'),
    verbosity: 0,
  }).promise;
}
