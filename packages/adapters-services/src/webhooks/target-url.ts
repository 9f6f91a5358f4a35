import { isIP } from 'node:net';

/** What a URL says about where the request would go, before any name is resolved. */
export interface Target {
  readonly url: URL;
  /** The host without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
}

/**
 * Returns the target of an `https` URL without credentials on port 443 or from 1024 on, or else null (WHK-5). The URL parser
 * has already turned `127.1`, `0x7f000001` and `2130706433` into the address that they mean.
 */
export function targetOf(text: string): Target | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const port = url.port === '' ? 443 : Number(url.port);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (port !== 443 && port < 1024) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return host === '' ? null : { url, host, port, isLiteral: isIP(host) !== 0 };
}
