/** What the browser brings to us from a provider. */
export interface Brought {
  readonly method: 'GET' | 'POST';
  /** The address without its query. */
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Plays a browser that follows redirects until it would leave the provider. */
export async function walk(authorizationUrl: string): Promise<Brought> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(authorizationUrl);
  let url = authorizationUrl;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return postedForm(await response.text());
    const next = new URL(location, url);
    if (next.origin !== origin)
      return {
        method: 'GET',
        address: `${next.origin}${next.pathname}`,
        fields: Object.fromEntries(next.searchParams),
      };
    url = next.href;
  }
  throw new Error('The provider sends the browser round in circles');
}

function postedForm(html: string): Brought {
  const [, address] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  if (address === undefined) throw new Error(`No form to post: ${html.slice(0, 300)}`);
  const inputs = [...html.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g)];
  return {
    method: 'POST',
    address,
    fields: Object.fromEntries(
      inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    ),
  };
}
