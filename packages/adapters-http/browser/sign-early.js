// Stands in the page itself and runs before the modules are read, which takes a slow phone half a second: the answers come
// meanwhile, and `early-answers.js` hands them out. The server says what to ask for. It is asked as `api.js` asks: without a
// cookie, and nothing stays in the browser. A page that is loaded again has lost the token, and its modules ask by themselves.
{
  const { early = '{}', modules = '' } = document.documentElement.dataset;
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  /** @type {{ addresses?: string[], headers?: Record<string, string> }} */
  const { addresses = [], headers = {} } = JSON.parse(early);
  Object.assign(globalThis, {
    earlyAnswers: new Map(
      (token === null ? [] : addresses).map((template) => {
        const address = location.origin + template.replace('{token}', encodeURIComponent(token ?? ''));
        const stop = new AbortController();
        const answer = fetch(address, {
          headers,
          signal: stop.signal,
          redirect: 'error',
          cache: 'no-store',
          credentials: 'omit',
        });
        // Whoever takes the answer hears of a failure; until then nobody does.
        answer.catch(() => undefined);
        return [address, { answer, headers, stop }];
      }),
    ),
  });
  for (const address of modules.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
}
