import type { PageAssets } from './assets.ts';
import { type Page, sourceOf } from './html.ts';
import { storedPage } from './stored-page.ts';

/**
 * The checks that need no server, as one file to save: with its script and its style inside, and with a policy that lets it
 * load and send nothing, wherever it is opened. It says itself in which language.
 */
export const savedPage = ({ style, saved }: Pick<PageAssets, 'style' | 'saved'>): Page =>
  storedPage(() => {
    // The parser would take these words within a text for the end of the script.
    const script = saved.replaceAll('</', '<\\/');
    const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'`;
    return {
      body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Does this hold? · Chancery</title>
<style>${style}</style>
</head>
<body>
<header class="top"><span class="brand">Chancery</span></header>
<main><div class="card"><h1 id="title" tabindex="-1"></h1>
<div id="alert" class="alert" role="alert"></div>
<div id="note" class="note" role="status"></div>
<div id="page"><noscript><p>Files are checked on your own device, which needs JavaScript.</p></noscript></div></div></main>
<script>${script}</script>
</body>
</html>
`,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': 'attachment; filename="chancery-verify.html"',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-cache',
      },
    };
  });
