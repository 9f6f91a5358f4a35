import { version } from './generated/version.ts';

interface Surroundings {
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly location?: { readonly origin: string; readonly href: string };
}
const here = () => globalThis as Surroundings; // what is there depends on where this runs

/** Says in the logs of the service who calls. Browsers send their own, and would ask first whether they may send this. */
export function userAgent(): string | null {
  const node = here().process?.versions?.node;
  return node === undefined ? null : `chancery-sdk/${version} node/${node}`;
}

/**
 * A browser does not say why a request to another origin failed. The most frequent reason is that the service does not allow
 * the page's own, so the error names it.
 */
export function crossOriginHint(baseUrl: string): string {
  const { location } = here();
  if (location === undefined || new URL(baseUrl, location.href).origin === location.origin) return '';
  return ` If it is running, it may not allow pages of ${location.origin}: name that origin in CHANCERY_CORS_ORIGINS.`;
}
