import { createRequire } from 'node:module';

/** Of this package; the same for all of Chancery. */
export const { version } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string;
};
