import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from './html.ts';
import { storedPage } from './stored-page.ts';

const require = createRequire(import.meta.url);

/** The folder that a package is installed in, and its version; `description` is where its package.json lies. */
function installed(description: string): { readonly folder: string; readonly version: string } {
  return { folder: dirname(description), version: JSON.parse(readFileSync(description, 'utf8')).version };
}

/**
 * What the worker that reads a PDF may do: load the parts of pdf.js that lie beside it, and nothing else. A worker has the
 * policy of its own address and not that of the page.
 */
const ofWorker = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Where a browser finds pdf.js and the face of typed signatures. */
export interface DocumentAssets {
  /** It ends with a slash. */
  readonly pdfFolder: string;
  /** The module that draws, which is half of all that a page of documents loads. */
  readonly pdfModule: string;
  readonly signatureFace: string;
  readonly documents: readonly (readonly [string, Page])[];
}

/**
 * pdf.js with the fonts and character maps that files may count on, and DejaVu Serif Italic, as others have made them. Their
 * addresses hold the version of the package and not of our own files, so that a new release of ours does not make anybody load
 * half a megabyte anew. A file is read when it is first asked for.
 */
export function documentAssets(): DocumentAssets {
  const pdf = installed(require.resolve('pdfjs-dist/package.json'));
  const pdfFolder = `/pages/pdfjs-${pdf.version}/`;
  const drawing = 'build/pdf.min.mjs';
  const parts = [
    drawing,
    'build/pdf.worker.min.mjs',
    // Pictures in JPEG 2000, without WebAssembly.
    'wasm/openjpeg_nowasm_fallback.js',
    ...inFolder(pdf.folder, 'standard_fonts', /\.(pfb|ttf)$/),
    ...inFolder(pdf.folder, 'cmaps', /\.bcmap$/),
  ];
  const faces = installed(require.resolve('dejavu-fonts-ttf/package.json'));
  const face = 'ttf/DejaVuSerif-Italic.ttf';
  const signatureFace = `/pages/dejavu-${faces.version}/${face}`;
  return {
    pdfFolder,
    pdfModule: pdfFolder + drawing,
    signatureFace,
    documents: [
      ...parts.map((part) => [pdfFolder + part, documentOf(join(pdf.folder, part))] as const),
      [signatureFace, documentOf(join(faces.folder, face))],
    ],
  };
}

const inFolder = (root: string, folder: string, wanted: RegExp): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => wanted.test(name))
    .map((name) => `${folder}/${name}`);

const documentOf = (file: string): Page =>
  storedPage(() => ({
    body: readFileSync(file),
    headers: {
      'Content-Type': /js$/.test(file)
        ? 'text/javascript; charset=utf-8'
        : file.endsWith('.ttf')
          ? 'font/ttf'
          : 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(/worker/.test(file) ? { 'Content-Security-Policy': ofWorker } : {}),
    },
  }));
