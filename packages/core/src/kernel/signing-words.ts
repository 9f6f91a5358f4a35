import type { Sentence } from './found-faults.ts';

/** What the fields of signing rounds say, by its English. */
export const signingSentences: readonly Sentence[] = [
  [
    'Choose an instant from one hour to 365 days ahead.',
    'Wählen Sie einen Zeitpunkt, der eine Stunde bis 365 Tage entfernt ist.',
  ],
  ['Choose a later deadline than the one there is.', 'Wählen Sie eine spätere Frist als die bestehende.'],
  [
    'A round that has expired goes on as it is; give deadlineAt alone, or set the people anew.',
    'Eine abgelaufene Runde wird fortgesetzt, wie sie ist: Geben Sie nur deadlineAt an, oder legen Sie die Personen neu fest.',
  ],
  ['Name each of them once.', 'Nennen Sie jedes davon nur einmal.'],
  [
    'Name each person once in each role, and use each key and id once.',
    'Nennen Sie jede Person in jeder Rolle nur einmal, und jeden key und jede id nur einmal.',
  ],
  [
    'Another person of this round has this address and role.',
    'Eine andere Person dieser Runde hat diese Adresse und Rolle.',
  ],
  [
    'Give the id of a signer of this document, or leave it out.',
    'Geben Sie die Id einer Person dieses Dokuments an, oder lassen Sie sie weg.',
  ],
  [
    'Give a number that exists, with the code of its country, such as +49 30 901820.',
    'Geben Sie eine Nummer an, die es gibt, mit Ländervorwahl, etwa +49 30 901820.',
  ],
  ['Give the phone that the code is sent to.', 'Geben Sie das Telefon an, an das der Code gesendet wird.'],
  [
    'Give the id of a field of this round once, or leave it out.',
    'Geben Sie die Id eines Feldes dieser Runde einmal an, oder lassen Sie sie weg.',
  ],
  [
    'Give either the id or the key of a person of this round.',
    'Geben Sie entweder die Id oder den key einer Person dieser Runde an.',
  ],
  ['Choose one of the {} pages.', 'Wählen Sie eine der {} Seiten.'],
  ['Put the whole field inside of its page.', 'Legen Sie das ganze Feld in seine Seite.'],
  ['A field of kind {} has no such option.', 'Ein Feld der Art {} hat diese Einstellung nicht.'],
  [
    'Whoever gets a copy fills no fields; choose another person.',
    'Wer eine Kopie erhält, füllt keine Felder aus; wählen Sie eine andere Person.',
  ],
  [
    'Whoever approves leaves no signature; choose another kind or person.',
    'Wer genehmigt, unterschreibt nicht; wählen Sie eine andere Art oder Person.',
  ],
  [
    'Give at most as many characters as maxLength says.',
    'Geben Sie höchstens so viele Zeichen an, wie maxLength sagt.',
  ],
  ['Give one line, or set multiline.', 'Geben Sie eine Zeile an, oder setzen Sie multiline.'],
  ['Give page, x and y, or an anchor.', 'Geben Sie page, x und y an, oder einen anchor.'],
  ['Give either an anchor, or page, x and y.', 'Geben Sie entweder einen anchor an, oder page, x und y.'],
  ['The document has no such text as often as that.', 'Das Dokument hat diesen Text nicht so oft.'],
  ['Give {} a required field for the signature.', 'Geben Sie {} ein Pflichtfeld für die Unterschrift.'],
];
