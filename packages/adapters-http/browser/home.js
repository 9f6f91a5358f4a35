// A sign-in by a provider that named no page comes back to the root; the page that can finish it is elsewhere.
if (location.hash.startsWith('#handoff=')) location.replace(`/sign-in${location.hash}`);
