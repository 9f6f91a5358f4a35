import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Where the build puts the renderer, beside what it compiled. */
const built = fileURLToPath(new URL('../vendor/scalar-api-reference.js', import.meta.url));

/**
 * Scalar's renderer of OpenAPI documents, one script for browsers. A built package holds it; sources take it from the
 * package that the build copies it from, which exports only what stands beside it.
 */
export const renderer = (): Buffer =>
  readFileSync(
    existsSync(built)
      ? built
      : join(dirname(require.resolve('@scalar/api-reference')), 'browser', 'standalone.js'),
  );
