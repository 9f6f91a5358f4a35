// Draws the API reference from our own document. Nothing is asked of any other server: no fonts, no proxy, no telemetry.

/**
 * What the renderer, a script of its own, leaves behind.
 * @typedef {{ createApiReference: (place: string, settings: object) => unknown }} Renderer
 */

/** @type {{ Scalar?: Renderer }} */ (globalThis).Scalar?.createApiReference('#reference', {
  url: '/openapi.json',
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
});
