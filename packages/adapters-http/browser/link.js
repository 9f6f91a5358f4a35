/**
 * What stands after `#` of a mailed link, taken out of the address bar and the history at once (AUT-15).
 * Taken once; a sign-in elsewhere may have put it by meanwhile.
 */
const opened = new URLSearchParams(location.hash.slice(1));
const asked = new URLSearchParams(location.search);
// A join link carries its token in the query, since calendar programs drop what stands after `#`; a mail adds the answer.
for (const name of ['invite', 'registration', 'answer', 'session']) {
  const token = asked.get(name);
  if (token === null) continue;
  opened.set(name, token);
  asked.delete(name);
}
const room = asked.get('room');
/** Where this page is, without anything secret. */
const address = room === null ? location.pathname : `${location.pathname}?${asked}`;
if (location.href !== new URL(address, location.href).href) history.replaceState(null, '', address);

/** @param {string} name */
export const fromLink = (name) => opened.get(name) ?? putBy()[name] ?? null;

const shelf = 'chancery.link';

/** What this tab put by before it went to a provider to sign in. @returns {Record<string, string>} */
function putBy() {
  const { path, values } = JSON.parse(sessionStorage.getItem(shelf) ?? '{}');
  return path === address ? values : {};
}

/** Keeps the link of this page for the way back from a provider, in this tab only. */
export const keepLink = () =>
  sessionStorage.setItem(
    shelf,
    JSON.stringify({ path: address, values: { ...putBy(), ...Object.fromEntries(opened) } }),
  );

/** Called once the page has read it. */
export const dropKeptLink = () => sessionStorage.removeItem(shelf);
