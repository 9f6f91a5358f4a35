import type { Sentence } from './found-faults.ts';

/** What the fields of requests for files say, by its English. */
export const fileRequestSentences: readonly Sentence[] = [
  [
    'Give the id of an item of this request once, or leave it out.',
    'Geben Sie die Id eines Punktes dieser Anfrage nur einmal an, oder lassen Sie sie weg.',
  ],
  [
    'Give a day from today to 730 days ahead.',
    'Geben Sie einen Tag an, der heute oder höchstens 730 Tage voraus liegt.',
  ],
  [
    'Give an instant ahead, at most 365 days from now.',
    'Geben Sie einen künftigen Zeitpunkt an, höchstens 365 Tage von jetzt.',
  ],
  ['Name at least one thing that you ask for.', 'Nennen Sie mindestens einen Punkt, um den Sie bitten.'],
  ['Say until when the client may send files.', 'Geben Sie an, bis wann die Person Dateien senden darf.'],
  [
    'Say why the file is rejected; the client reads it.',
    'Sagen Sie, warum die Datei abgelehnt wird; der Mandant liest es.',
  ],
  [
    'Say why the request is complete although something that is required is missing.',
    'Geben Sie an, warum die Anfrage vollständig ist, obwohl etwas Erforderliches fehlt.',
  ],
];
