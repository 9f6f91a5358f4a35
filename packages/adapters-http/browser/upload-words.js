import { explainEnds } from './dead-link.js';
import { explain } from './failures.js';
import { inLanguage } from './words.js';

/** @typedef {'pdf' | 'image' | 'word' | 'spreadsheet' | 'presentation' | 'text'} Kind */

/** What the parts of the page say by which somebody sends the files that they were asked for. */
export const uploadTexts = inLanguage({
  en: {
    title: 'Files that you are asked for',
    asks: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      sender === workspace
        ? `${workspace} asks you to send files.`
        : `${sender} of ${workspace} asks you to send files.`,
    due: 'Wanted by',
    until: 'Link works until',
    missing: (/** @type {number} */ count) =>
      count === 1 ? 'One thing is still missing:' : `${count} things are still missing:`,
    again: (/** @type {string} */ name) => `${name} (please send it again)`,
    nothingRequired: 'Send what you have of the following.',
    received: 'Everything that is needed has arrived',
    receivedLead: (/** @type {string} */ sender) =>
      `Thank you. ${sender} has been told and will look at your files. If one has to be sent again, you will get a mail that says why, with a new link. You can close this page.`,
    receivedMore: 'If you forgot something, you can still add it below.',
    completed: 'All is done',
    completedLead: (/** @type {string} */ sender) =>
      `${sender} has what was needed. There is nothing left for you to do.`,
    closed: 'No more files are taken',
    closedLead: (/** @type {string} */ sender) => `If something is missing, ask ${sender}.`,
    badges: /** @type {Record<string, string>} */ ({
      open: 'Missing',
      optional: 'Optional',
      received: 'Arrived',
      accepted: 'Accepted',
      rejected: 'Send again',
    }),
    kinds: /** @type {Record<Kind, string>} */ ({
      pdf: 'PDF',
      image: 'pictures (JPEG, PNG, HEIC, TIFF)',
      word: 'texts (Word, OpenDocument, RTF)',
      spreadsheet: 'tables (Excel, OpenDocument, CSV)',
      presentation: 'presentations (PowerPoint, OpenDocument)',
      text: 'plain text',
    }),
    allKinds: 'PDF, pictures and office files',
    limits: (/** @type {string} */ kinds, /** @type {number} */ files, /** @type {string} */ size) =>
      `${kinds}; ${files === 1 ? 'one file' : `at most ${files} files`} of up to ${size}.`,
    choose: 'Choose files',
    photo: 'Take a photo',
    toItem: (/** @type {string} */ act, /** @type {string} */ item) => `${act} for ${item}`,
    drop: 'You can also drop files here.',
    full: 'No more files are taken for this.',
    uploads: /** @type {Record<string, string>} */ ({
      scanning: 'Arrived, is being checked',
      pending_review: 'Arrived',
      accepted: 'Accepted',
      rejected: 'Not accepted',
      quarantined: 'Refused: something harmful was found in it. Nobody gets it.',
    }),
    because: (/** @type {string} */ reason) => `Not accepted: ${reason}`,
    states: {
      chosen: 'Not sent yet',
      waiting: 'Waits for its turn',
      sending: (/** @type {number} */ percent) => `Is being sent, ${percent} %`,
      checking: 'Is being checked',
      paused: 'The connection was lost. It is sent again by itself.',
      busy: (/** @type {string} */ at) => `The server takes no more just now. It goes on by itself at ${at}.`,
      stopped: 'Cancelled, not sent',
    },
    remove: 'Remove',
    cancel: 'Cancel',
    retry: 'Try again',
    now: 'Try now',
    ofFile: (/** @type {string} */ act, /** @type {string} */ file) => `${act}: ${file}`,
    progress: (/** @type {string} */ file) => `Progress of ${file}`,
    send: (/** @type {number} */ count) => (count === 1 ? 'Send one file' : `Send ${count} files`),
    underWay: (/** @type {number} */ count) =>
      `${count === 1 ? 'One file is' : `${count} files are`} on the way. Leave this page open.`,
    more: 'Add your name or a note',
    name: 'Your name',
    note: 'Note about the files',
    arrived: (/** @type {string} */ file) => `${file} has arrived.`,
    lost: 'The connection was lost. Sending goes on by itself; leave this page open.',
    gone: (/** @type {string} */ sender) => `Ask ${sender || 'whoever sent you the link'} for a new one.`,
    refused: {
      type: 'This kind of file is not taken here.',
      empty: 'This file is empty.',
      size: (/** @type {string} */ most) => `This file is too large. At most ${most} are taken.`,
      full: 'This is one file too many.',
      unreadable: 'This file cannot be read any more. Remove it and choose it again.',
    },
    codes: {
      'file_request.closed': 'The request has ended, so no more files are taken.',
      'file_request.item_full': 'As many files as are taken for this have already arrived.',
      'file_request.full': 'As many files as the request takes have already arrived.',
      'file_request.item_not_found': 'This is no longer asked for. Load the page again.',
      'file_request.storage_unavailable': 'No more files can be taken just now. Try again tomorrow.',
      'upload.checksum_mismatch': 'The file arrived damaged. Try again.',
      'upload.rejected': 'Something harmful was found in this file, so it was not taken.',
      'upload.archive_unsafe':
        'This file cannot be checked: it is protected by a password, or holds too much.',
      'upload.type_not_allowed':
        'The content of this file is of a kind that is not taken here, whatever its name says.',
      'upload.too_large': 'This file is too large.',
      'upload.empty': 'This file is empty.',
    },
    ends: /** @type {Record<string, string>} */ ({
      superseded: 'A later mail brought a newer link; open that one. What you have sent is still there.',
      cancelled: 'The files are no longer needed.',
      expired: 'The time in which files could be sent is over.',
    }),
  },
  de: {
    title: 'Dateien, um die Sie gebeten werden',
    asks: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      sender === workspace
        ? `${workspace} bittet Sie um Dateien.`
        : `${sender} von ${workspace} bittet Sie um Dateien.`,
    due: 'Erbeten bis',
    until: 'Link gilt bis',
    missing: (/** @type {number} */ count) =>
      count === 1 ? 'Eines fehlt noch:' : `${count} Dinge fehlen noch:`,
    again: (/** @type {string} */ name) => `${name} (bitte noch einmal senden)`,
    nothingRequired: 'Senden Sie, was Sie davon haben.',
    received: 'Alles Nötige ist angekommen',
    receivedLead: (/** @type {string} */ sender) =>
      `Vielen Dank. ${sender} weiß Bescheid und sieht sich Ihre Dateien an. Muss etwas noch einmal kommen, erhalten Sie eine Mail mit dem Grund und einem neuen Link. Sie können diese Seite schließen.`,
    receivedMore: 'Haben Sie etwas vergessen, können Sie es unten noch hinzufügen.',
    completed: 'Alles erledigt',
    completedLead: (/** @type {string} */ sender) =>
      `${sender} hat alles, was gebraucht wurde. Für Sie ist nichts mehr zu tun.`,
    closed: 'Es werden keine Dateien mehr angenommen',
    closedLead: (/** @type {string} */ sender) => `Falls etwas fehlt, fragen Sie ${sender}.`,
    badges: {
      open: 'Fehlt noch',
      optional: 'Freiwillig',
      received: 'Angekommen',
      accepted: 'Angenommen',
      rejected: 'Bitte neu senden',
    },
    kinds: {
      pdf: 'PDF',
      image: 'Bilder (JPEG, PNG, HEIC, TIFF)',
      word: 'Texte (Word, OpenDocument, RTF)',
      spreadsheet: 'Tabellen (Excel, OpenDocument, CSV)',
      presentation: 'Präsentationen (PowerPoint, OpenDocument)',
      text: 'reiner Text',
    },
    allKinds: 'PDF, Bilder und Office-Dateien',
    limits: (/** @type {string} */ kinds, /** @type {number} */ files, /** @type {string} */ size) =>
      `${kinds}; ${files === 1 ? 'eine Datei' : `höchstens ${files} Dateien`} bis ${size}.`,
    choose: 'Dateien wählen',
    photo: 'Foto aufnehmen',
    toItem: (/** @type {string} */ act, /** @type {string} */ item) => `${act} für ${item}`,
    drop: 'Sie können Dateien auch hierher ziehen.',
    full: 'Hierfür werden keine weiteren Dateien angenommen.',
    uploads: {
      scanning: 'Angekommen, wird geprüft',
      pending_review: 'Angekommen',
      accepted: 'Angenommen',
      rejected: 'Nicht angenommen',
      quarantined: 'Abgelehnt: In der Datei wurde etwas Schädliches gefunden. Niemand bekommt sie.',
    },
    because: (/** @type {string} */ reason) => `Nicht angenommen: ${reason}`,
    states: {
      chosen: 'Noch nicht gesendet',
      waiting: 'Kommt gleich an die Reihe',
      sending: (/** @type {number} */ percent) => `Wird gesendet, ${percent} %`,
      checking: 'Wird geprüft',
      paused: 'Die Verbindung ist abgerissen. Die Datei wird von selbst noch einmal gesendet.',
      busy: (/** @type {string} */ at) =>
        `Der Server nimmt gerade nichts mehr an. Um ${at} geht es von selbst weiter.`,
      stopped: 'Abgebrochen, nicht gesendet',
    },
    remove: 'Entfernen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    now: 'Jetzt versuchen',
    ofFile: (/** @type {string} */ act, /** @type {string} */ file) => `${act}: ${file}`,
    progress: (/** @type {string} */ file) => `Fortschritt von ${file}`,
    send: (/** @type {number} */ count) => (count === 1 ? 'Eine Datei senden' : `${count} Dateien senden`),
    underWay: (/** @type {number} */ count) =>
      `${count === 1 ? 'Eine Datei ist' : `${count} Dateien sind`} unterwegs. Lassen Sie diese Seite offen.`,
    more: 'Namen oder Anmerkung hinzufügen',
    name: 'Ihr Name',
    note: 'Anmerkung zu den Dateien',
    arrived: (/** @type {string} */ file) => `${file} ist angekommen.`,
    lost: 'Die Verbindung ist abgerissen. Das Senden geht von selbst weiter; lassen Sie die Seite offen.',
    gone: (/** @type {string} */ sender) =>
      sender === ''
        ? 'Bitten Sie um einen neuen Link, wer Ihnen diesen geschickt hat.'
        : `Bitten Sie ${sender} um einen neuen.`,
    refused: {
      type: 'Dateien dieser Art werden hier nicht angenommen.',
      empty: 'Diese Datei ist leer.',
      size: (/** @type {string} */ most) => `Diese Datei ist zu groß. Angenommen werden höchstens ${most}.`,
      full: 'Das ist eine Datei zu viel.',
      unreadable:
        'Diese Datei lässt sich nicht mehr lesen. Entfernen Sie sie und wählen Sie sie noch einmal.',
    },
    codes: {
      'file_request.closed': 'Die Anfrage ist beendet, es werden keine Dateien mehr angenommen.',
      'file_request.item_full': 'Dafür sind schon so viele Dateien da, wie angenommen werden.',
      'file_request.full': 'Es sind schon so viele Dateien da, wie die Anfrage annimmt.',
      'file_request.item_not_found': 'Danach wird nicht mehr gefragt. Laden Sie die Seite neu.',
      'file_request.storage_unavailable':
        'Gerade können keine Dateien angenommen werden. Versuchen Sie es morgen noch einmal.',
      'upload.checksum_mismatch': 'Die Datei kam beschädigt an. Versuchen Sie es noch einmal.',
      'upload.rejected':
        'In dieser Datei wurde etwas Schädliches gefunden, darum wurde sie nicht angenommen.',
      'upload.archive_unsafe':
        'Diese Datei lässt sich nicht prüfen: Sie ist mit einem Passwort geschützt oder enthält zu viel.',
      'upload.type_not_allowed':
        'Was in dieser Datei ist, wird hier nicht angenommen, wie auch immer sie heißt.',
      'upload.too_large': 'Diese Datei ist zu groß.',
      'upload.empty': 'Diese Datei ist leer.',
    },
    ends: {
      superseded:
        'Eine spätere Mail hat einen neueren Link gebracht; öffnen Sie diesen. Was Sie gesendet haben, ist noch da.',
      cancelled: 'Die Dateien werden nicht mehr gebraucht.',
      expired: 'Die Zeit, in der Dateien gesendet werden konnten, ist vorbei.',
    },
  },
});
explain(uploadTexts.codes);
explainEnds(uploadTexts.ends);
