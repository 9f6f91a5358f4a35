import type { Sentence } from './found-faults.ts';

/** What the fields of types, policies and dates say, by its English. */
export const lifecycleSentences: readonly Sentence[] = [
  ['Give the short tag of a language, such as en.', 'Geben Sie das Kürzel einer Sprache an, etwa en.'],
  [
    'Give 2 to 50 of a to z, 0 to 9 and _, a letter first.',
    'Geben Sie 2 bis 50 Zeichen aus a bis z, 0 bis 9 und _ an, zuerst einen Buchstaben.',
  ],
  ['Give a date of the years 1900 to 2199.', 'Geben Sie ein Datum der Jahre 1900 bis 2199 an.'],
  ['Give a duration of at least one day.', 'Geben Sie eine Dauer von mindestens einem Tag an.'],
  ['Give each number of days once.', 'Geben Sie jede Zahl von Tagen nur einmal an.'],
  ['Give a time such as 09:00.', 'Geben Sie eine Uhrzeit wie 09:00 an.'],
  [
    'Give the duration that is added, or choose another basis.',
    'Geben Sie die Dauer an, die dazugezählt wird, oder wählen Sie eine andere Grundlage (basis).',
  ],
  [
    'Give the date, or choose another basis.',
    'Geben Sie das Datum an, oder wählen Sie eine andere Grundlage (basis).',
  ],
  [
    'Give addresses if custom is among the recipients, and none otherwise.',
    'Geben Sie Adressen an, wenn custom unter den recipients ist, und sonst keine.',
  ],
  [
    'Give a date, or say that there is none, and not both.',
    'Geben Sie ein Datum an, oder sagen Sie, dass es keines gibt, und nicht beides.',
  ],
  [
    'Give dates in this order: issued, effective, expires.',
    'Geben Sie die Daten in dieser Reihenfolge an: ausgestellt, gültig ab, gültig bis.',
  ],
  ['Leave it out: the workspace is the target.', 'Lassen Sie es weg: Das Ziel ist der Arbeitsbereich.'],
  [
    'Give the id of the type, folder or document.',
    'Geben Sie die ID des Typs, des Ordners oder des Dokuments an.',
  ],
  ['Claim at least one thing, such as the surname.', 'Behaupten Sie mindestens eines, etwa den Nachnamen.'],
  ['Leave it out unless source is {}.', 'Lassen Sie es weg, wenn source nicht {} ist.'],
  [
    'Give the code of one to three capital letters that the document has.',
    'Geben Sie den Code aus einem bis drei Großbuchstaben an, der im Dokument steht.',
  ],
  ['Say why you reject it.', 'Sagen Sie, warum Sie es ablehnen.'],
  [
    'Give at most {} names of events such as lifecycle.confirmed, with commas between them.',
    'Geben Sie höchstens {} Namen von Ereignissen wie lifecycle.confirmed an, mit Kommas dazwischen.',
  ],
  ['Give a word to find, or a filter.', 'Geben Sie ein Wort an, das gesucht wird, oder einen Filter.'],
  ['Give it with the action {}.', 'Geben Sie es mit der Aktion {} an.'],
  ['Leave it out with the action {}.', 'Lassen Sie es mit der Aktion {} weg.'],
  ['Give it with the decision {} alone.', 'Geben Sie es nur mit der Entscheidung {} an.'],
  ['Say why it is kept.', 'Sagen Sie, warum es aufbewahrt wird.'],
  ['Give a day after today, at the latest {}.', 'Geben Sie einen Tag nach dem heutigen an, spätestens {}.'],
  ['Give the name of the document, exactly.', 'Geben Sie den Namen des Dokuments genau an.'],
  ['Say when to look at it again.', 'Sagen Sie, wann wieder darauf zu schauen ist.'],
  [
    'Remove one of the {} identifiers of the document first.',
    'Entfernen Sie zuerst eine der {} Kennungen des Dokuments.',
  ],
  ['Leave it out unless you correct the value.', 'Lassen Sie es weg, wenn Sie den Wert nicht berichtigen.'],
  ['Say what it is instead.', 'Sagen Sie, was es stattdessen ist.'],
  ['Give at most {} pages, the first one first.', 'Geben Sie höchstens {} Seiten an, die erste zuerst.'],
  [
    'Give the lines, or say with source that they are to be read in the document, and not both.',
    'Geben Sie die Zeilen an, oder sagen Sie mit source, dass sie im Dokument gelesen werden sollen, und nicht beides.',
  ],
  [
    'Give an instant within the next {} days.',
    'Geben Sie einen Zeitpunkt innerhalb der nächsten {} Tage an.',
  ],
  ['Say how many days before the date.', 'Sagen Sie, wie viele Tage vor dem Datum.'],
  ['Give the primary tag of a language, such as de.', 'Geben Sie das Hauptkürzel einer Sprache an, etwa de.'],
  [
    'Give statuses of documents, with commas between them.',
    'Geben Sie Status von Dokumenten an, mit Kommas dazwischen.',
  ],
  ['Give filters of at most {} bytes.', 'Geben Sie Filter von höchstens {} Byte an.'],
  [
    'Give names of columns, with commas between them.',
    'Geben Sie Namen von Spalten an, mit Kommas dazwischen.',
  ],
  ['Give a day that is not before from.', 'Geben Sie einen Tag an, der nicht vor from liegt.'],
  [
    'Give a day from today on, at most {} days ahead.',
    'Geben Sie einen Tag ab heute an, höchstens {} Tage voraus.',
  ],
  ['Give the address of an active member.', 'Geben Sie die Adresse eines aktiven Mitglieds an.'],
  ['Give the ids of documents, or a filter.', 'Geben Sie die Ids von Dokumenten an, oder einen Filter.'],
  [
    'Give the ids of documents, or a filter, and not both.',
    'Geben Sie die Ids von Dokumenten an, oder einen Filter, und nicht beides.',
  ],
  ['{} needs it.', 'Geben Sie es an; {} braucht es.'],
  ['Leave it out: {} does not take it.', 'Lassen Sie es weg; {} nimmt es nicht.'],
  ['Give the reason in at most {} characters.', 'Geben Sie den Grund mit höchstens {} Zeichen an.'],
  ['Give the reason, in at least three characters.', 'Geben Sie den Grund an, mit mindestens drei Zeichen.'],
];
