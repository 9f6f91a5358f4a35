// Stands in the page itself and runs before the modules are read, which takes a slow phone half a second: the answers come
// meanwhile, and `early-answers.js` hands them out. The server says what to ask for. What a code has unlocked, and a page that is
// loaded again, is asked for by the modules that know the rest.
{
  const { early = '{}', modules = '' } = document.documentElement.dataset;
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  /** @type {{ addresses?: string[], headers?: Record<string, string> }} */
  const { addresses = [], headers = {} } = JSON.parse(early);
  const isPlain = token !== null && sessionStorage.getItem('chancery.signing') === null;
  Object.assign(globalThis, {
    earlyAnswers: new Map(
      (isPlain ? addresses : []).map((template) => {
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
        return [address, { answer, stop }];
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
