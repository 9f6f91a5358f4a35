import type { Sentence } from './found-faults.ts';

/** What the fields of subjects, cases, entries, templates and the audit ledger say, by its English. */
export const recordsSentences: readonly Sentence[] = [
  [
    'Give a year, a month or a day, such as 1980, 1980-04 or 1980-04-02.',
    'Geben Sie ein Jahr, einen Monat oder einen Tag an, etwa 1980, 1980-04 oder 1980-04-02.',
  ],
  ['Give a date that exists, from 1850 on.', 'Geben Sie ein Datum an, das es gibt, ab 1850.'],
  ['Let the last day not come before the first.', 'Lassen Sie den letzten Tag nicht vor dem ersten liegen.'],
  [
    'Give the two letters of a country, such as DE.',
    'Geben Sie die zwei Buchstaben eines Landes an, etwa DE.',
  ],
  [
    'Begin with a small letter; give at most 50 letters, digits and _.',
    'Beginnen Sie mit einem Kleinbuchstaben; geben Sie höchstens 50 Buchstaben, Ziffern und _ an.',
  ],
  ['Give at most 50 fields.', 'Geben Sie höchstens 50 Felder an.'],
  [
    'Give displayName, or a given or a family name.',
    'Geben Sie displayName oder einen Vor- oder Nachnamen an.',
  ],
  ['Give a date that is not in the future.', 'Geben Sie ein Datum an, das nicht in der Zukunft liegt.'],
  ['Let death not come before birth.', 'Lassen Sie den Tod nicht vor der Geburt liegen.'],
  [
    'Let at most one of each type be primary.',
    'Lassen Sie von jeder Art höchstens eine Kennung die erste sein.',
  ],
  [
    'Begin with a small letter; give small letters, digits and _.',
    'Beginnen Sie mit einem Kleinbuchstaben; geben Sie Kleinbuchstaben, Ziffern und _ an.',
  ],
  [
    'Give an instant that is not in the future.',
    'Geben Sie einen Zeitpunkt an, der nicht in der Zukunft liegt.',
  ],
  ['Give an instant in the future.', 'Geben Sie einen Zeitpunkt in der Zukunft an.'],
  [
    'Name each person once; you and the lead are members anyway.',
    'Nennen Sie jede Person einmal; Sie und die Leitung gehören ohnehin dazu.',
  ],
  [
    'Name a member of the workspace other than yourself.',
    'Nennen Sie ein Mitglied des Arbeitsbereichs außer sich selbst.',
  ],
  ['Say how the case ended.', 'Sagen Sie, wie der Fall ausging.'],
  ['Name each subject once.', 'Nennen Sie jeden Betroffenen einmal.'],
  ['Say why the label is removed.', 'Sagen Sie, warum die Kennzeichnung entfernt wird.'],
  ['Name an active member.', 'Nennen Sie ein aktives Mitglied.'],
  [
    'Give the id of a member or of a subject, and none for somebody from outside.',
    'Geben Sie die Id eines Mitglieds oder eines Betroffenen an, und keine für jemanden von außen.',
  ],
  ['Let it end after it begins.', 'Lassen Sie es nach dem Beginn enden.'],
  ['Let it end within 7 days.', 'Lassen Sie es innerhalb von 7 Tagen enden.'],
  [
    'Say when it is to begin, if you say when it is to end.',
    'Sagen Sie, wann es beginnen soll, wenn Sie sagen, wann es enden soll.',
  ],
  [
    'Say when it began, if you say when it ended.',
    'Sagen Sie, wann es begann, wenn Sie sagen, wann es endete.',
  ],
  ['Say when it is to begin.', 'Sagen Sie, wann es beginnen soll.'],
  ['Say when it began.', 'Sagen Sie, wann es begann.'],
  ['Say when it ended.', 'Sagen Sie, wann es endete.'],
  ['Say when it is to begin now.', 'Sagen Sie, wann es nun beginnen soll.'],
  ['Give an instant that is in the future.', 'Geben Sie einen Zeitpunkt an, der in der Zukunft liegt.'],
  [
    'Name a member of the workspace or a subject of the case.',
    'Nennen Sie ein Mitglied des Arbeitsbereichs oder einen Betroffenen des Falls.',
  ],
  [
    'Name a meeting of the workspace that you see.',
    'Nennen Sie ein Treffen des Arbeitsbereichs, das Sie sehen.',
  ],
  ['Name a subject of the case.', 'Nennen Sie einen Betroffenen des Falls.'],
  ['Name an encounter of the case.', 'Nennen Sie einen Kontakt des Falls.'],
  ['Say why.', 'Sagen Sie, warum.'],
  ['Say why it is dropped.', 'Sagen Sie, warum es aufgegeben wird.'],
  ['Say what came of it; it is critical.', 'Sagen Sie, was daraus wurde; es ist von höchster Dringlichkeit.'],
  [
    'Give the number of an event that is not before fromSeq.',
    'Geben Sie die Nummer eines Ereignisses an, das nicht vor fromSeq liegt.',
  ],
  [
    'Give the size of a checkpoint that is not smaller than from.',
    'Geben Sie die Größe eines Prüfpunkts an, der nicht kleiner als from ist.',
  ],
  ['Name another member of the case.', 'Nennen Sie ein anderes Mitglied des Falls.'],
  [
    'Name parts of a bundle, with commas between them.',
    'Nennen Sie Teile eines Auszugs, mit Kommas dazwischen.',
  ],
  ['Name exactly one source.', 'Nennen Sie genau eine Quelle.'],
  ['Name each entry once.', 'Nennen Sie jeden Eintrag nur einmal.'],
  ['Name the template too.', 'Nennen Sie auch die Vorlage.'],
  ['Name a version that there is.', 'Nennen Sie eine Version, die es gibt.'],
  ['Give at most 50 sections.', 'Geben Sie höchstens 50 Abschnitte an.'],
  [
    'Give the contentHash of the entry as you read it.',
    'Geben Sie den contentHash des Eintrags so an, wie Sie ihn gelesen haben.',
  ],
  [
    'Attest it, because the entry was signed.',
    'Bestätigen Sie es mit attestation, weil der Eintrag unterschrieben ist.',
  ],
  ['Fill this section.', 'Füllen Sie diesen Abschnitt aus.'],
  ['Give body, because there is no template.', 'Geben Sie body an, weil es keine Vorlage gibt.'],
  ['Give sections, because there is a template.', 'Geben Sie sections an, weil es eine Vorlage gibt.'],
  ['The template has no such section.', 'Lassen Sie diesen Abschnitt weg; die Vorlage hat keinen solchen.'],
  ['Give a number.', 'Geben Sie eine Zahl an.'],
  [
    'Give a number within the bounds of the template.',
    'Geben Sie eine Zahl innerhalb der Grenzen der Vorlage an.',
  ],
  ['Give one of the options of the template.', 'Geben Sie eine der Möglichkeiten der Vorlage an.'],
  ['Give a list.', 'Geben Sie eine Liste an.'],
  ['Give at most 50 options.', 'Geben Sie höchstens 50 Möglichkeiten an.'],
  [
    'Leave out HTML and links that begin with javascript: or data:.',
    'Lassen Sie HTML weg und Links, die mit javascript: oder data: beginnen.',
  ],
  // What a template itself is told.
  ['Name each section once.', 'Nennen Sie jeden Abschnitt nur einmal.'],
  [
    'Give options for a choice, and for nothing else.',
    'Geben Sie für eine Auswahl Möglichkeiten an, und sonst für nichts.',
  ],
  ['Give lengths for texts alone.', 'Geben Sie Längen nur für Texte an.'],
  ['Give bounds for numbers alone.', 'Geben Sie Grenzen nur für Zahlen an.'],
  ['Give at least minLength.', 'Geben Sie mindestens minLength an.'],
  ['Give at least min.', 'Geben Sie mindestens min an.'],
];
