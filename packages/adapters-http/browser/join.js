import { resume } from './api.js';
import { showIncompleteLink } from './dead-link.js';
import { fromLink, keepLink } from './link.js';
import { askToEnter } from './meeting-entry.js';
import { openInvitation } from './meeting-invitation.js';
import { openWebinar } from './webinar.js';
import { openRegistration } from './webinar-registration.js';

/** What the server found behind the code; nothing if it says so itself. @type {import('./meeting-entry.js').JoinCodeResolution | null} */
const resolution = JSON.parse(document.documentElement.dataset.resolution ?? 'null');
const invite = fromLink('invite');
const registration = fromLink('registration');

if (resolution !== null) {
  // If the page is loaded again in this tab, it still knows its link.
  if (invite !== null || registration !== null) keepLink();
  if (invite === '' || registration === '') showIncompleteLink();
  else if (invite !== null)
    await openInvitation(invite, resolution, { answer: fromLink('answer'), sessionId: fromLink('session') });
  else if (registration !== null) await openRegistration(registration, resolution);
  else {
    // Who is signed in here comes in as themselves, and a host as a host; nobody needs to be.
    const member = await resume().catch(() => null);
    if (resolution.registrationRequired) await openWebinar(resolution);
    else askToEnter({ resolution, link: {}, name: member?.user.displayName ?? null });
  }
}
