import { createRequire } from 'node:module';

/** The version of this package, which is the same for all of Chancery. */
export const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
