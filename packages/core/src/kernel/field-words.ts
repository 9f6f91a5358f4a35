import { fileRequestSentences } from './file-request-words.ts';
import type { Sentence } from './found-faults.ts';
import { governanceSentences } from './governance-words.ts';
import { lifecycleSentences } from './lifecycle-words.ts';
import { recordsSentences } from './records-words.ts';
import { signingSentences } from './signing-words.ts';

/** What schemas and use cases say themselves, by its English. */
export const ownSentences: readonly Sentence[] = [
  ...signingSentences,
  ...lifecycleSentences,
  ...recordsSentences,
  ...governanceSentences,
  ...fileRequestSentences,
  [
    'Give an instant from one hour to 365 days ahead.',
    'Geben Sie einen Zeitpunkt an, der eine Stunde bis 365 Tage voraus liegt.',
  ],
  [
    'A message goes with the mail; give recipientEmail, and leave notify true.',
    'Eine Nachricht geht mit der Mail; geben Sie recipientEmail an, und lassen Sie notify auf true.',
  ],
  [
    'Give the grant as contentUrl has it, 86 characters.',
    'Geben Sie das grant so an, wie es in contentUrl steht, 86 Zeichen.',
  ],
  ['Give view: guests only read.', 'Geben Sie view an: Gäste lesen nur.'],
  ['Name each person once.', 'Nennen Sie jede Person nur einmal.'],
  [
    'Name each tag once; letter case makes no difference.',
    'Nennen Sie jedes Schlagwort nur einmal; Groß- und Kleinschreibung machen keinen Unterschied.',
  ],
  [
    'The trash has no folders; leave folderId empty.',
    'Der Papierkorb hat keine Ordner; lassen Sie folderId leer.',
  ],
  [
    'Correct the fields named in details and send the request again.',
    'Berichtigen Sie die Felder, die in details genannt sind, und senden Sie die Anfrage erneut.',
  ],
  [
    'Give the https origin of a web app, such as https://app.example.com, without a path.',
    'Geben Sie den https-Ursprung einer Web-App an, etwa https://app.example.com, ohne Pfad.',
  ],
  ['Give {} to {} characters.', 'Geben Sie {} bis {} Zeichen an.'],
  ['Give at most {} characters.', 'Geben Sie höchstens {} Zeichen an.'],
  ['Give at most {} entries.', 'Geben Sie höchstens {} Einträge an.'],
  [
    'Put at most 30 combining marks in a row.',
    'Setzen Sie höchstens 30 kombinierende Zeichen hintereinander.',
  ],
  [
    'Remove control characters and unpaired surrogates.',
    'Entfernen Sie Steuerzeichen und einzelne Ersatzzeichen.',
  ],
  [
    'Remove the characters that change the direction of writing.',
    'Entfernen Sie die Zeichen, die die Schreibrichtung ändern.',
  ],
  ['Give a name that can be seen.', 'Geben Sie einen Namen an, den man sehen kann.'],
  ['Give one e-mail address.', 'Geben Sie eine E-Mail-Adresse an.'],
  ['Give an instant such as {}.', 'Geben Sie einen Zeitpunkt wie {} an.'],
  [
    'Give an instant that exists, of the years 1 to 9999.',
    'Geben Sie einen Zeitpunkt an, den es gibt, in den Jahren 1 bis 9999.',
  ],
  ['Give a date such as {}.', 'Geben Sie ein Datum wie {} an.'],
  ['Give a date of the years 1 to 9999.', 'Geben Sie ein Datum der Jahre 1 bis 9999 an.'],
  ['Give a local date and time such as {}.', 'Geben Sie Datum und Uhrzeit am Ort an, etwa {}.'],
  ['Give a time such as {}.', 'Geben Sie eine Uhrzeit wie {} an.'],
  ['Give an https address.', 'Geben Sie eine https-Adresse an.'],
  [
    'Give a user id such as usr_ and 32 hexadecimal digits.',
    'Geben Sie die Id einer Person an: usr_ und 32 hexadezimale Ziffern.',
  ],
  ['Give a workspace id.', 'Geben Sie die Id eines Workspace an.'],
  ['Give a language tag such as en or de-CH.', 'Geben Sie ein Sprachkürzel wie en oder de-CH an.'],
  [
    'Give a colour such as #1f6feb, in lower case.',
    'Geben Sie eine Farbe wie #1f6feb an, in Kleinbuchstaben.',
  ],
  ['Give the token of the link, 43 characters.', 'Geben Sie das Token des Links an, 43 Zeichen.'],
  [
    'Use the nextCursor of the page before, unchanged and with the same filters.',
    'Nehmen Sie den nextCursor der vorigen Seite, unverändert und mit denselben Filtern.',
  ],
  ['Give the bytes as a stream.', 'Geben Sie die Bytes als Strom an.'],
  ['Give the bytes in one piece.', 'Geben Sie die Bytes in einem Stück an.'],
  ['Give 1 to 255 visible ASCII characters.', 'Geben Sie 1 bis 255 sichtbare ASCII-Zeichen an.'],
  [
    'Give 2 to 10 capital letters and digits, a letter first.',
    'Geben Sie 2 bis 10 Großbuchstaben und Ziffern an, zuerst einen Buchstaben.',
  ],
  [
    'Give 2 to 30 options for a choice, and none for other questions.',
    'Geben Sie für eine Auswahl 2 bis 30 Möglichkeiten an, für andere Fragen keine.',
  ],
  ['Give 6 to 64 characters, not all the same.', 'Geben Sie 6 bis 64 Zeichen an, nicht alle gleich.'],
  [
    'Give 6 to 64 printable ASCII characters without spaces.',
    'Geben Sie 6 bis 64 druckbare ASCII-Zeichen ohne Leerzeichen an.',
  ],
  ['Give a CIDR range such as {}.', 'Geben Sie einen CIDR-Bereich wie {} an.'],
  ['Give a code such as {}.', 'Geben Sie einen Code wie {} an.'],
  [
    'Give a file name without slashes, and not . or ..',
    'Geben Sie einen Dateinamen ohne Schrägstriche an, und nicht . oder ..',
  ],
  ['Give a path of the web app, such as {}.', 'Geben Sie einen Pfad der Web-App an, etwa {}.'],
  ['Give a response of at most 16 KiB.', 'Geben Sie eine Antwort von höchstens 16 KiB an.'],
  [
    'Give a title, or a template that has one.',
    'Geben Sie einen Titel an, oder eine Vorlage, die einen hat.',
  ],
  ['Give an ISO 4217 code such as EUR.', 'Geben Sie einen Code nach ISO 4217 wie EUR an.'],
  ['Give an instant within the last 30 days.', 'Geben Sie einen Zeitpunkt der letzten 30 Tage an.'],
  [
    'Give an instant at least one hour ahead.',
    'Geben Sie einen Zeitpunkt an, der mindestens eine Stunde in der Zukunft liegt.',
  ],
  ['Give an end after the start.', 'Geben Sie ein Ende nach dem Beginn an.'],
  ['Give a to that is after from.', 'Geben Sie ein to an, das nach from liegt.'],
  [
    'Give a targetDate that is not before startDate.',
    'Geben Sie ein targetDate an, das nicht vor startDate liegt.',
  ],
  [
    'Give a last date that is not before the first.',
    'Geben Sie ein letztes Datum an, das nicht vor dem ersten liegt.',
  ],
  ['Give a start without seconds.', 'Geben Sie einen Beginn ohne Sekunden an.'],
  ['Give a range of at most {} days.', 'Geben Sie einen Zeitraum von höchstens {} Tagen an.'],
  ['Give a range with at most {} sessions.', 'Geben Sie einen Zeitraum mit höchstens {} Sitzungen an.'],
  ['Give a passcode, or have one generated.', 'Geben Sie einen Kenncode an, oder lassen Sie einen erzeugen.'],
  [
    'Give a public https address without credentials, on port 443 or from 1024 on.',
    'Geben Sie eine öffentliche https-Adresse ohne Zugangsdaten an, auf Port 443 oder ab 1024.',
  ],
  [
    'Give an IANA time zone name, such as Europe/Berlin.',
    'Geben Sie den IANA-Namen einer Zeitzone an, etwa Europe/Berlin.',
  ],
  ['Give at least one of {}.', 'Geben Sie mindestens eines von diesen an: {}.'],
  ['Give at most one price for each interval.', 'Geben Sie für jeden Zeitraum höchstens einen Preis an.'],
  ['Give each number once.', 'Geben Sie jede Zahl nur einmal an.'],
  ['Give each option once.', 'Geben Sie jede Möglichkeit nur einmal an.'],
  ['Give either userId or email.', 'Geben Sie entweder userId oder email an.'],
  ['Give exactly one of {}.', 'Geben Sie genau eines von diesen an: {}.'],
  ['Give provider, idToken and nonce together.', 'Geben Sie provider, idToken und nonce zusammen an.'],
  [
    'Give the id of an active member, or an e-mail address.',
    'Geben Sie die Id eines aktiven Mitglieds an, oder eine E-Mail-Adresse.',
  ],
  ['Give the SHA-256 as 64 hexadecimal digits.', 'Geben Sie den SHA-256 als 64 hexadezimale Ziffern an.'],
  [
    'Give the SHA-256 of the verifier in base64url, 43 characters.',
    'Geben Sie den SHA-256 des Verifiers in base64url an, 43 Zeichen.',
  ],
  [
    'Write the verifier: 43 to 128 letters, digits and -._~',
    'Schreiben Sie den Verifier: 43 bis 128 Buchstaben, Ziffern und -._~',
  ],
  [
    'Write the verifier: 43 to 128 letters, digits and -._~.',
    'Schreiben Sie den Verifier: 43 bis 128 Buchstaben, Ziffern und -._~.',
  ],
  ['Give the code of the invitation, such as {}.', 'Geben Sie den Code der Einladung an, etwa {}.'],
  [
    'Give the id as the browser gave it, in base64url.',
    'Geben Sie die Id an, wie der Browser sie gab, in base64url.',
  ],
  ['Give the name that others shall see.', 'Geben Sie den Namen an, den andere sehen sollen.'],
  [
    'Give the six digits that the authenticator shows.',
    'Geben Sie die sechs Ziffern an, die der Authenticator zeigt.',
  ],
  [
    'Give the token of the mailed link, or sign in.',
    'Geben Sie das Token aus dem Link der Mail an, oder melden Sie sich an.',
  ],
  ['Give this field; {} needs it.', 'Geben Sie dieses Feld an; {} braucht es.'],
  [
    'Give what was declared at creation, or nothing.',
    'Geben Sie an, was beim Anlegen erklärt wurde, oder nichts.',
  ],
  [
    '{} seats are in use; order at least that many.',
    '{} Plätze sind belegt; bestellen Sie mindestens so viele.',
  ],
  [
    'A recurring meeting has a recurrence, and a scheduled one has none.',
    'Ein Termin, der sich wiederholt, hat eine recurrence, ein einzelner hat keine.',
  ],
  ['Answer accepted or declined.', 'Antworten Sie accepted oder declined.'],
  [
    'Cancel the occurrence or change it, not both at once.',
    'Sagen Sie den einzelnen Termin ab oder ändern Sie ihn, nicht beides zugleich.',
  ],
  ['Choose {}.', 'Wählen Sie {}.'],
  [
    'Choose chunks of at least {} bytes, so that there are at most {}.',
    'Wählen Sie Stücke von mindestens {} Bytes, damit es höchstens {} werden.',
  ],
  ['Hours of one day do not overlap.', 'Die Stunden eines Tages überschneiden sich nicht.'],
  [
    'Keys of this workspace end within {} days; give an earlier expiresAt.',
    'Schlüssel dieses Workspace enden binnen {} Tagen; geben Sie ein früheres expiresAt an.',
  ],
  ['Leave it out when you accept.', 'Lassen Sie das weg, wenn Sie zusagen.'],
  [
    'Leave the id out for a new question, and give each id once.',
    'Lassen Sie die Id bei einer neuen Frage weg, und geben Sie jede Id nur einmal an.',
  ],
  [
    'Leave this empty: only webhooks of records have labels.',
    'Lassen Sie das leer: Nur Webhooks von Akten haben Etiketten.',
  ],
  ['Leave this field out; {} has none.', 'Lassen Sie dieses Feld weg; {} hat keines.'],
  ['Let registration close after it opens.', 'Lassen Sie die Anmeldung nach ihrem Beginn enden.'],
  ['Let the hours end after they start.', 'Lassen Sie die Stunden nach ihrem Beginn enden.'],
  ['Name an event type of this endpoint: {}.', 'Nennen Sie einen Ereignistyp dieses Endpunkts: {}.'],
  [
    'Name the first session that the change is for.',
    'Nennen Sie die erste Sitzung, für die die Änderung gilt.',
  ],
  [
    'Only a meeting of type webinar has these settings.',
    'Nur ein Termin vom Typ webinar hat diese Einstellungen.',
  ],
  [
    'Only an active member of the workspace who is no guest can be host; make a guest co_host.',
    'Nur ein aktives Mitglied des Workspace, das kein Gast ist, kann leiten; machen Sie einen Gast zum co_host.',
  ],
  [
    'A guest cannot lead a project; choose a member.',
    'Ein Gast kann kein Projekt leiten; wählen Sie ein Mitglied.',
  ],
  ['Choose another name.', 'Wählen Sie einen anderen Namen.'],
  ['Only a series is split; leave scope out.', 'Nur eine Serie wird geteilt; lassen Sie scope weg.'],
  ['Only those who run the meeting see the answers.', 'Nur wer den Termin leitet, sieht die Antworten.'],
  [
    'Send a message that holds one answer to an invitation.',
    'Senden Sie eine Nachricht mit einer Antwort auf eine Einladung.',
  ],
  ['Send at least one change.', 'Senden Sie mindestens eine Änderung.'],
  ['Send at least one field to change.', 'Senden Sie mindestens ein Feld, das sich ändern soll.'],
  [
    'Send the version that you read, as expectedVersion or If-Match.',
    'Senden Sie die Version, die Sie gelesen haben, als expectedVersion oder If-Match.',
  ],
  ['Send your current password too.', 'Senden Sie auch Ihr jetziges Passwort.'],
  [
    'This endpoint has no address: its deliveries are read and not sent. Register another one.',
    'Dieser Endpunkt hat keine Adresse: Was er liefert, wird gelesen und nicht gesendet. Melden Sie einen anderen an.',
  ],
  ['This is your address already.', 'Das ist schon Ihre Adresse.'],
  ['Type {}.', 'Tippen Sie {}.'],
  [
    'Use at least {} characters; a sentence is fine.',
    'Verwenden Sie mindestens {} Zeichen; ein Satz ist gut.',
  ],
  ['Use at most 128 characters.', 'Verwenden Sie höchstens 128 Zeichen.'],
  [
    'Whole days begin and end at midnight in the zone.',
    'Ganze Tage beginnen und enden um Mitternacht der Zone.',
  ],
];
