import { readFileSync } from 'node:fs';
import type { Page } from './html.ts';
import { storedPage } from './stored-page.ts';

const types = { 'favicon.svg': 'image/svg+xml', 'favicon.ico': 'image/x-icon' } as const;

/** The icon in a browser's tab: the drawing for browsers that take it, and the bitmap that every browser asks for unasked. */
export const favicons = (): readonly (readonly [string, Page])[] =>
  Object.entries(types).map(([name, type]) => [
    `/${name}`,
    storedPage(() => ({
      body: readFileSync(new URL(`../../browser/${name}`, import.meta.url)),
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=86400',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    })),
  ]);
