import type { Sentence } from './found-faults.ts';

/** What the fields of access, consents and the work of the workers say, by its English. */
export const governanceSentences: readonly Sentence[] = [
  ['Leave this empty: guests have no duties.', 'Lassen Sie das leer: Gäste haben keine besonderen Aufgaben.'],
  [
    'Leave this empty: the membership is suspended.',
    'Lassen Sie das leer: Die Mitgliedschaft ist ausgesetzt.',
  ],
  [
    'Give a code of small letters, digits and _, a letter first.',
    'Geben Sie einen Code aus Kleinbuchstaben, Ziffern und _ an, zuerst einen Buchstaben.',
  ],
  [
    'Name a type of the industry pack in use.',
    'Nennen Sie eine Art aus dem Branchenpaket, das in Gebrauch ist.',
  ],
  ['Give a language tag such as en or de-CH.', 'Geben Sie eine Sprache wie en oder de-CH an.'],
  ['Give a period such as P7Y, P18M or P30D.', 'Geben Sie einen Zeitraum wie P7Y, P18M oder P30D an.'],
  ['Give at most 20 languages.', 'Geben Sie höchstens 20 Sprachen an.'],
  ['Name a pack that there is.', 'Nennen Sie ein Paket, das es gibt.'],
  ['Name each once.', 'Nennen Sie jeden nur einmal.'],
  [
    'Give a period unless all is kept for ever, and a day for a fixed date alone.',
    'Geben Sie einen Zeitraum an, außer alles wird für immer aufbewahrt, und einen Tag nur bei einem festen Datum.',
  ],
  ['Name who witnessed what was said.', 'Nennen Sie, wer bezeugt, was gesagt wurde.'],
  ['Say whom the link is to be mailed to.', 'Sagen Sie, wem der Link per E-Mail gesendet werden soll.'],
  [
    'Leave this out: only the method portal asks by mail.',
    'Lassen Sie das weg: Nur die Methode portal fragt per E-Mail.',
  ],
  ['Let it take effect within 30 days.', 'Lassen Sie es innerhalb von 30 Tagen wirksam werden.'],
  [
    'Let it end after it has begun, and not in the past.',
    'Lassen Sie es nach dem Beginn enden, und nicht in der Vergangenheit.',
  ],
  ['Let it end within ten years.', 'Lassen Sie es innerhalb von zehn Jahren enden.'],
  [
    'Name a document of the library that you see.',
    'Nennen Sie ein Dokument des Arbeitsbereichs, das Sie sehen.',
  ],
  [
    'Give a topic such as meetings.mail, in lower case.',
    'Geben Sie ein Thema wie meetings.mail an, in Kleinbuchstaben.',
  ],
  [
    'Agree to the electronic form, or ask for the consent on paper.',
    'Stimmen Sie der elektronischen Form zu, oder bitten Sie um die Einwilligung auf Papier.',
  ],
  [
    'Send a PNG of at most 200 KiB and 2000 by 1000 pixels in base64, with something to see in it.',
    'Senden Sie ein PNG von höchstens 200 KiB und 2000 mal 1000 Pixeln in base64, auf dem etwas zu sehen ist.',
  ],
  ['Name the consent that covers it.', 'Nennen Sie die Einwilligung, die es deckt.'],
  [
    'Leave this out: only the basis consent rests on one.',
    'Lassen Sie das weg: Nur die Grundlage consent beruht auf einer Einwilligung.',
  ],
  [
    'Name the order, subpoena or statute.',
    'Nennen Sie die Anordnung, die Vorladung oder die Rechtsvorschrift.',
  ],
  [
    'Let it be due within a year, and not before tomorrow.',
    'Lassen Sie es innerhalb eines Jahres fällig werden, und nicht vor morgen.',
  ],
  ['Let it begin within a year.', 'Lassen Sie es innerhalb eines Jahres beginnen.'],
  [
    'Let it end after it has begun, not in the past, and within a year.',
    'Lassen Sie es nach dem Beginn enden, nicht in der Vergangenheit und innerhalb eines Jahres.',
  ],
  [
    'Let it end within a year, and not in the past.',
    'Lassen Sie es innerhalb eines Jahres enden, und nicht in der Vergangenheit.',
  ],
  ['Leave out brackets.', 'Lassen Sie Klammern weg.'],
  ['Give 6 to 10 digits.', 'Geben Sie 6 bis 10 Ziffern an.'],
  ['Accept or decline the terms.', 'Nehmen Sie die Bedingungen an oder lehnen Sie sie ab.'],
  ['Fill in this field.', 'Füllen Sie dieses Feld aus.'],
  ['No tries are left.', 'Sie haben keinen Versuch mehr.'],
  ['One more try is left.', 'Sie haben noch einen Versuch.'],
  ['Name each entry once.', 'Nennen Sie jeden Eintrag einmal.'],
  [
    'Name what was added to this version or to one before it.',
    'Nennen Sie, was zu dieser Fassung oder zu einer früheren ergänzt wurde.',
  ],
  [
    'Name files of this version, and only if the authorization covers files.',
    'Nennen Sie Dateien dieser Fassung, und nur, wenn die Genehmigung Dateien umfasst.',
  ],
  [
    'Take out something that is there: a span of a text, or all of a part.',
    'Nehmen Sie etwas heraus, das es gibt: eine Stelle eines Textes oder einen ganzen Teil.',
  ],
  [
    'Put at most {} of {} into the whole list, or divide it.',
    'Geben Sie in der ganzen Liste höchstens {} von {} an, oder teilen Sie sie.',
  ],
  [
    'Leave start and end out: this can only be taken out as a whole.',
    'Lassen Sie start und end weg: Das kann nur als Ganzes herausgenommen werden.',
  ],
  [
    'Let redactions of one part not overlap.',
    'Lassen Sie Schwärzungen eines Teils einander nicht überlappen.',
  ],
  ['Ask for at most 366 days.', 'Fragen Sie nach höchstens 366 Tagen.'],
  [
    'Decide at least one finding, or reject the run without.',
    'Entscheiden Sie über mindestens einen Fund, oder weisen Sie den Lauf ohne Entscheidungen zurück.',
  ],
  ['Give a day to come.', 'Geben Sie einen künftigen Tag an.'],
  [
    'Give an ISO 8601 duration of years, months and days between P1D and P120Y.',
    'Geben Sie eine Dauer nach ISO 8601 aus Jahren, Monaten und Tagen zwischen P1D und P120Y an.',
  ],
  ['Give an age that is not before majorityAge.', 'Geben Sie ein Alter an, das nicht vor majorityAge liegt.'],
  [
    'Give exactly one of subjectId, caseId and lookup.',
    'Geben Sie genau eines von subjectId, caseId und lookup an.',
  ],
  [
    'Give identifierSystem and identifierValue, or displayName and birthDate.',
    'Geben Sie identifierSystem und identifierValue an, oder displayName und birthDate.',
  ],
  [
    'Give it for an edited finding, and for no other.',
    'Geben Sie es für einen bearbeiteten Fund an, und für keinen anderen.',
  ],
  [
    'Give the confirmation code of the review, eight hexadecimal digits.',
    'Geben Sie den Bestätigungscode der Prüfung an, acht hexadezimale Ziffern.',
  ],
  ['Leave this out: only defer has a day.', 'Lassen Sie das weg: Nur defer hat einen Tag.'],
  ['Leave this out: only extend has a day.', 'Lassen Sie das weg: Nur extend hat einen Tag.'],
  [
    'Leave this out: only fixed_date counts from a day.',
    'Lassen Sie das weg: Nur fixed_date zählt ab einem Tag.',
  ],
  [
    'Leave this out: what is retired takes no place.',
    'Lassen Sie das weg: Was außer Kraft gesetzt wird, ersetzt nichts.',
  ],
  [
    'Let it begin within 30 days, and not in the past.',
    'Lassen Sie es innerhalb von 30 Tagen beginnen, und nicht in der Vergangenheit.',
  ],
  [
    'Let it end after it has begun, and within {} days.',
    'Lassen Sie es nach dem Beginn enden, und innerhalb von {} Tagen.',
  ],
  [
    'Make a follow-up or write into a draft, not both.',
    'Legen Sie eine Wiedervorlage an, oder schreiben Sie in einen Entwurf, nicht beides.',
  ],
  [
    'Name a case for the kind case, and for no other.',
    'Nennen Sie einen Fall für die Art case, und für keine andere.',
  ],
  ['Name a case of the workspace.', 'Nennen Sie einen Fall des Arbeitsbereichs.'],
  ['Name a finding of the run.', 'Nennen Sie einen Fund des Laufs.'],
  ['Name a subject of the workspace.', 'Nennen Sie einen Betroffenen des Arbeitsbereichs.'],
  [
    'Name a type for the kind case_type, and for no other.',
    'Nennen Sie einen Typ für die Art case_type, und für keine andere.',
  ],
  ['Name another policy of the workspace.', 'Nennen Sie eine andere Regel des Arbeitsbereichs.'],
  ['Name each finding once.', 'Nennen Sie jeden Fund einmal.'],
  ['Name somebody who writes in the case.', 'Nennen Sie jemanden, der in dem Fall schreibt.'],
  ['Name the day from which on is counted.', 'Nennen Sie den Tag, ab dem gezählt wird.'],
  [
    'Nothing is made of a finding that is rejected.',
    'Aus einem Fund, der abgelehnt wird, wird nichts gemacht.',
  ],
  [
    'Say how long; only retain_permanently has no end.',
    'Sagen Sie, wie lange; nur retain_permanently hat kein Ende.',
  ],
  ['Say until when the cases are kept.', 'Sagen Sie, bis wann die Fälle aufbewahrt werden.'],
  ['Say what is to be done for needs_follow_up alone.', 'Sagen Sie nur bei needs_follow_up, was zu tun ist.'],
  ['Say when it comes back.', 'Sagen Sie, wann es wiederkommt.'],
  [
    'Use the nextCursor of the page before, with the same view.',
    'Nehmen Sie den nextCursor der vorigen Seite, mit derselben Ansicht (view).',
  ],
  ['Name a retention policy that is active.', 'Nennen Sie eine Aufbewahrungsregel, die gilt.'],
];
