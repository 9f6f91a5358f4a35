import { inLanguage } from './words.js';

/** What those who run a meeting read in its room. */
export const hostingTexts = inLanguage({
  en: {
    waiting: 'Waiting room',
    knocks: (/** @type {number} */ count) =>
      count === 0
        ? 'Nobody is waiting.'
        : count === 1
          ? '1 person asks to come in.'
          : `${count} people ask to come in.`,
    admit: 'Admit',
    deny: 'Deny',
    admitAll: 'Admit all',
    people: (/** @type {number} */ count) => `In the room (${count})`,
    more: (/** @type {number} */ count) => `And ${count} more.`,
    remove: 'Remove',
    removeNow: 'Remove now',
    keep: 'Keep',
    removed: (/** @type {string} */ name, /** @type {string | undefined} */ provider) =>
      provider === 'jitsi'
        ? `${name} was removed here, and gets no new way in. Remove them in Jitsi too: what is open there stays open.`
        : `${name} was removed. Their page closes within ten seconds.`,
    away: 'Turned away or removed',
    nobodyAway: 'Nobody.',
    lock: 'Lock the room',
    unlock: 'Unlock the room',
    isLocked: 'The room is locked: whoever comes now waits until you let them in.',
    end: 'End for everybody',
    endLead: 'The meeting ends for everybody who is in it or waits.',
    endJitsi: 'What is open in Jitsi stays open until people close it.',
    endNow: 'End it now',
    goOn: 'Go on with the meeting',
    membersOnly:
      'You are a co-host: your sound, picture and screen are welcome at any time. Letting people in, removing somebody, and locking or ending the meeting is for members of the workspace who are signed in.',
    noLonger: 'You do not run this meeting any more.',
    signedOut: 'You have been signed out. To run the meeting, load this page again and sign in.',
  },
  de: {
    waiting: 'Warteraum',
    knocks: (/** @type {number} */ count) =>
      count === 0
        ? 'Niemand wartet.'
        : count === 1
          ? '1 Person bittet um Einlass.'
          : `${count} Personen bitten um Einlass.`,
    admit: 'Einlassen',
    deny: 'Ablehnen',
    admitAll: 'Alle einlassen',
    people: (/** @type {number} */ count) => `Im Raum (${count})`,
    more: (/** @type {number} */ count) => `Und ${count} weitere.`,
    remove: 'Entfernen',
    removeNow: 'Jetzt entfernen',
    keep: 'Behalten',
    removed: (/** @type {string} */ name, /** @type {string | undefined} */ provider) =>
      provider === 'jitsi'
        ? `${name} wurde hier entfernt und kommt nicht von selbst zurück. Entfernen Sie die Person auch in Jitsi: Was dort offen ist, bleibt offen.`
        : `${name} wurde entfernt. Die Seite der Person schließt sich in zehn Sekunden.`,
    away: 'Abgewiesen oder entfernt',
    nobodyAway: 'Niemand.',
    lock: 'Raum sperren',
    unlock: 'Raum entsperren',
    isLocked: 'Der Raum ist gesperrt: Wer jetzt kommt, wartet, bis Sie ihn einlassen.',
    end: 'Für alle beenden',
    endLead: 'Der Termin endet für alle, die da sind oder warten.',
    endJitsi: 'Was in Jitsi offen ist, bleibt offen, bis es jemand schließt.',
    endNow: 'Jetzt beenden',
    goOn: 'Termin fortsetzen',
    membersOnly:
      'Sie leiten mit: Ton, Bild und Bildschirm dürfen Sie jederzeit teilen. Einlassen, entfernen und den Termin sperren oder beenden können nur angemeldete Mitglieder des Workspaces.',
    noLonger: 'Sie leiten diesen Termin nicht mehr.',
    signedOut:
      'Sie wurden abgemeldet. Um den Termin zu leiten, laden Sie diese Seite neu und melden sich an.',
  },
});
