import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from './html.ts';
import { storedPage } from './stored-page.ts';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The scripts and the style sheet of the pages, under addresses that change with any of them. */
export interface PageAssets {
  /** Where a browser finds a file: `/pages/4f0c…/sign-in.js`. */
  address(file: string): string;
  /** The modules that a script cannot begin without, itself first: `['sign-in.js', 'dom.js', …]`. */
  modulesOf(script: string): readonly string[];
  /** The style sheet, for a page that carries it inside. */
  readonly style: string;
  readonly documents: readonly (readonly [string, Page])[];
}

/** They lie beside `src` and `dist`, as the browser gets them. */
const folder = fileURLToPath(new URL('../../browser/', import.meta.url));

const require = createRequire(import.meta.url);
/** What others have made and we serve as it is, by the name that our scripts import. */
const vendored = { 'livekit-client.js': require.resolve('livekit-client') };

export function pageAssets(): PageAssets {
  const own = readdirSync(folder)
    .filter((name) => types[endingOf(name)] !== undefined)
    .sort()
    .map((name) => [name, folder + name] as const);
  const files = [...own, ...Object.entries(vendored)].map(([name, path]) => ({
    name,
    content:
      path.startsWith(folder) && path.endsWith('.js') ? packed(readFileSync(path)) : readFileSync(path),
  }));
  const hash = createHash('sha256');
  for (const { name, content } of files) hash.update(`${name} ${content.byteLength}\n`).update(content);
  const address = (file: string) => `/pages/${version}/${file}`;
  const version = hash.digest('hex').slice(0, 16);
  const texts = new Map(files.map(({ name, content }) => [name, content.toString('utf8')]));
  return {
    address,
    modulesOf: (script) => [...reachedFrom(script, texts)],
    style: files.find(({ name }) => name === 'pages.css')?.content.toString('utf8') ?? '',
    documents: files.map(({ name, content }) => [address(name), documentOf(name, content)]),
  };
}

/**
 * A script without its indentation and its comments: types and reasons, for people who read the source. They are a third of
 * what would be sent. Only whole lines, and types in the midst of one, are taken for comments, never what a text may hold.
 */
function packed(script: Buffer): Buffer {
  const kept: string[] = [];
  let isComment = false;
  for (const line of script.toString('utf8').split('\n')) {
    const text = line.trim();
    const end = text.indexOf('*/');
    if (isComment) isComment = end === -1;
    else if (text.startsWith('/*') && end === -1) isComment = true;
    else if (!text.startsWith('//')) kept.push(text.replace(/\/\*\* [^'"`*]*\*\/ ?/g, ''));
  }
  return Buffer.from(kept.filter((text) => text !== '').join('\n'));
}

/** What is imported at once, and not only when it is needed. */
const importing = /^(?:import|export|\}).* from '\.\/([\w-]+\.js)'|^import '\.\/([\w-]+\.js)'/gm;

function reachedFrom(
  name: string,
  texts: ReadonlyMap<string, string>,
  reached: Set<string> = new Set(),
): ReadonlySet<string> {
  if (reached.has(name)) return reached;
  reached.add(name);
  for (const [, named, bare] of (texts.get(name) ?? '').matchAll(importing))
    reachedFrom(named ?? bare ?? '', texts, reached);
  return reached;
}

const documentOf = (name: string, body: Buffer): Page =>
  storedPage(() => ({
    body,
    headers: {
      'Content-Type': types[endingOf(name)],
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  }));

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
