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
  ['Give the six digits of the code.', 'Geben Sie die sechs Ziffern des Codes ein.'],
  [
    'Give a SHA-256 in hexadecimal: 64 digits in lower case.',
    'Geben Sie einen SHA-256 hexadezimal an: 64 Ziffern in Kleinbuchstaben.',
  ],
  [
    'Give at most {} characters in all fields together.',
    'Geben Sie in allen Feldern zusammen höchstens {} Zeichen an.',
  ],
  ['Give one value for each field.', 'Geben Sie für jedes Feld einen Wert an.'],
  ['Name one of your own fields.', 'Nennen Sie eines Ihrer eigenen Felder.'],
  [
    'Send it as signature or initials, and leave this field out.',
    'Senden Sie es als signature oder initials, und lassen Sie dieses Feld weg.',
  ],
  [
    'The value of this field is given; leave it out.',
    'Der Wert dieses Feldes steht fest; lassen Sie es weg.',
  ],
  ['Give a text.', 'Geben Sie einen Text an.'],
  ['Give true or false.', 'Geben Sie true oder false an.'],
  ['This box must be ticked to go on.', 'Dieses Kästchen muss angekreuzt sein.'],
  ['Give one line.', 'Geben Sie eine Zeile an.'],
  ['Fill the required field {}.', 'Füllen Sie das Pflichtfeld {} aus.'],
  ['Send your {}.', 'Senden Sie Ihre {}.'],
  ['None of your fields takes it; leave it out.', 'Keines Ihrer Felder nimmt es auf; lassen Sie es weg.'],
  [
    'The sender does not allow this way; use one of signatureMethods.',
    'Der Absender lässt diesen Weg nicht zu; wählen Sie einen aus signatureMethods.',
  ],
  [
    'Send a PNG of at most 256 KiB and 2000 by 1000 pixels in base64, with something to see in it.',
    'Senden Sie ein PNG von höchstens 256 KiB und 2000 mal 1000 Pixeln in base64, auf dem etwas zu sehen ist.',
  ],
];
