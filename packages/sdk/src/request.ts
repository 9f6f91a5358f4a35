export interface PreparedRequest {
  readonly method: string;
  /** Path and query, to append to the base URL. */
  readonly target: string;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * Decides where each field of a flat input travels: named in the path; else in the query for GET or where
 * the route lists it as `{?a,b}`; else in the JSON body. Fields that are undefined are left out.
 */
export function prepareRequest(route: string, input: object = {}): PreparedRequest {
  const [, method = '', template = '', listed = ''] = /^(\S+) ([^?]*?)(?:\{\?(.*)\})?$/.exec(route) ?? [];
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? '');
    // "." and ".." survive encoding and would name another endpoint.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be given to call ${route}`);
    rest.delete(name);
    return encodeURIComponent(value);
  });

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
  };
}

const textOf = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
