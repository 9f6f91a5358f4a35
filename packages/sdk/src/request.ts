export interface PreparedRequest {
  readonly method: string;
  /** Path and query, to append to the base URL. */
  readonly target: string;
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array> | null;
  /** Fields that travel in headers, UTF-8 as one character for each byte, which is what `fetch` takes. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Decides where each field of a flat input travels: named in the path; else in the header that the route names for it
 * as `{^a=X-A,b=X-B}`; else in the query for GET or where the route lists it as `{?a,b}`; else in the JSON body. Fields that are undefined are left out.
 */
export function prepareRequest(route: string, input: object = {}): PreparedRequest {
  const [, method = '', template = '', listed = '', carried = ''] =
    /^(\S+) ([^?^]*?)(?:\{\?([^}]*)\})?(?:\{\^([^}]*)\})?$/.exec(route) ?? [];
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? '');
    // "." and ".." survive encoding and would name another endpoint.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be given to call ${route}`);
    rest.delete(name);
    return encodeURIComponent(value);
  });

  const headers: Record<string, string> = {};
  for (const pair of carried.split(',').filter(Boolean)) {
    const [name = '', header = ''] = pair.split('=');
    const value = rest.get(name);
    if (value !== undefined && value !== null) headers[header] = headerValue(name, value);
    rest.delete(name);
  }

  const query = new URLSearchParams();
  const names = method === 'GET' ? [...rest.keys()] : listed.split(',');
  for (const name of names) {
    for (const value of [rest.get(name) ?? []].flat()) query.append(name, textOf(value));
    rest.delete(name);
  }

  const bodied = rest.size > 0 || /^P/.test(method);
  return {
    method,
    target: path + (query.size > 0 ? `?${query}` : ''),
    body: bodied ? JSON.stringify(Object.fromEntries(rest)) : null,
    headers,
  };
}

/** The value itself is not repeated when it is refused, since it may be a secret. */
function headerValue(name: string, value: unknown): string {
  const text = Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a header, or are not allowed in one
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(text)) throw new TypeError(`${name} must not hold control characters`);
  return [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('');
}

const textOf = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
