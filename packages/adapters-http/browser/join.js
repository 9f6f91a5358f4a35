import { showIncompleteLink } from './dead-link.js';
import { askToEnter } from './enter-meeting.js';
import { fromLink, keepLink } from './link.js';
import { openInvitation } from './meeting-invitation.js';
import { openWebinar } from './webinar.js';
import { openRegistration } from './webinar-registration.js';

/** What the server found behind the code; nothing where it says so itself. @type {import('./enter-meeting.js').Door | null} */
const door = JSON.parse(document.documentElement.dataset.door ?? 'null');
const invite = fromLink('invite');
const registration = fromLink('registration');

if (door !== null) {
  // A page that is loaded again in this tab still knows whose it is.
  if (invite !== null || registration !== null) keepLink();
  if (invite === '' || registration === '') showIncompleteLink();
  else if (invite !== null) await openInvitation(invite, door);
  else if (registration !== null) await openRegistration(registration, door);
  else if (door.registrationRequired) await openWebinar(door);
  else askToEnter({ door, link: {}, name: null });
}
