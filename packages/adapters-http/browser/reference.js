// Draws the API reference from our own document. Nothing is asked of any other server: no fonts, no proxy, no telemetry.

/**
 * What the renderer, a script of its own, leaves behind.
 * @typedef {{ createApiReference: (place: string, settings: object) => unknown }} Renderer
 */

/**
 * As much as is read of the document.
 * @typedef {{ $ref?: string, description: string }} Answer
 * @typedef {{ responses?: Record<string, Answer> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { responses: Record<string, Answer> } }} OpenApi
 */

/**
 * The same document, in which each failure of an operation names its codes. The renderer shows what a shared answer says,
 * and leaves out what stands beside the reference to it.
 * @param {OpenApi} document
 */
function withCodes(document) {
  for (const { responses = {} } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const [status, { $ref, description: codes }] of Object.entries(responses)) {
      const shared = document.components.responses[$ref?.split('/').at(-1) ?? ''];
      if (shared === undefined) continue;
      const named = codes.replaceAll(/[\w.]+/g, '`$&`');
      responses[status] = { ...shared, description: `${named}. ${shared.description}` };
    }
  return document;
}

/** @param {OpenApi} content */
const draw = (content) =>
  /** @type {{ Scalar?: Renderer }} */ (globalThis).Scalar?.createApiReference('#reference', {
    content,
    documentDownloadType: 'json',
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: { preferredSecurityScheme: 'bearer' },
    // The button that copies a heading's link stands after its last word, and needs room if that ends its line.
    customCss: '.section-header { padding-inline-end: 2rem }',
  });

void fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) => draw(withCodes(document)));
