import type { IncomingMessage } from 'node:http';
import { permissionDenied } from '@chancery/core';
import type { Cookie, Wire } from '../contract/routes.ts';

/** The cookie that an answer sets or takes back, and the answer without it. */
export function cookieTaken(
  data: unknown,
  { setsCookie, dropsCookie }: Wire,
): { readonly data: unknown; readonly headers: Readonly<Record<string, string>> } {
  if (dropsCookie !== undefined)
    return { data, headers: { 'Set-Cookie': written(dropsCookie, '', 'Max-Age=0') } };
  if (setsCookie === undefined) return { data, headers: {} };
  const { field, kept } = setsCookie;
  // A use case whose answer has a field is answered by an object.
  const { [field]: value, ...rest } = data as Record<string, unknown>;
  if (typeof value !== 'string') return { data: rest, headers: {} };
  const life =
    typeof kept === 'number'
      ? `Max-Age=${kept}`
      : `Expires=${new Date(String(rest[kept.until])).toUTCString()}`;
  return { data: rest, headers: { 'Set-Cookie': written(setsCookie, value, life) } };
}

const written = ({ name, path, isSecure, sameSite }: Cookie, value: string, life: string): string =>
  `${name}=${value}; Path=${path}; ${life}; HttpOnly;${isSecure ? ' Secure;' : ''} SameSite=${sameSite}`;

/**
 * Refuses what another site sends with the cookies of a person (CSRF). Browsers say of every POST where it comes from; a
 * sibling host or another port, which `SameSite` lets pass, is another origin as well.
 */
export function requireOrigin({ headers }: IncomingMessage, { onlyFrom }: Wire): void {
  if (onlyFrom === undefined) return;
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (origin !== onlyFrom || site !== 'same-origin')
    throw permissionDenied({ message: `Only the pages at ${onlyFrom} may ask for this; open them there.` });
}
