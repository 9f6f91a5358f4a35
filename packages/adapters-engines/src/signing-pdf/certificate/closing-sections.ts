import type { CertificateModel, EvidenceEvent } from '@chancery/core';
import { eventWords } from './event-words.ts';
import { grouped } from './grouped.ts';
import { type Group, type Item, type Sheet, shownTime, styles } from './sheet.ts';
import { heading, labelled } from './summary-section.ts';
import type { Words } from './words.ts';

/** Where the columns of the events begin. */
const columns = { time: 0, event: 96, person: 316, entry: 440 } as const;

/** Every event in order; the head of the table stays with the first of them. */
export function eventsSection(
  sheet: Sheet,
  { facts, language }: CertificateModel,
  words: Words,
): readonly Group[] {
  const names = new Map(facts.recipients.map(({ id, name }) => [id, name]));
  const head = sheet.beside(
    sheet.text(words.time, styles.small, columns.time),
    sheet.text(words.event, styles.small, columns.event),
    sheet.text(words.person, styles.small, columns.person),
    sheet.textAtRight(words.entry, styles.small),
  );
  const rows = facts.events.map((event) => eventRow(sheet, event, names, language));
  const [first, ...further] = rows;
  const beginning = [
    ...heading(sheet, words.events),
    head,
    sheet.gap(2),
    ...(first === undefined ? [] : [first]),
  ];
  return [beginning, ...further.map((row) => [row])];
}

function eventRow(
  sheet: Sheet,
  { seq, action, at, recipientId }: EvidenceEvent,
  names: ReadonlyMap<string, string>,
  language: string,
): Item {
  const person = recipientId === null ? '' : (names.get(recipientId) ?? recipientId);
  const said = eventWords(action, language);
  const eventWidth = columns.person - columns.event - 8;
  const what =
    said === null
      ? [sheet.text(action, styles.value, columns.event, eventWidth)]
      : [sheet.text(said, styles.value, columns.event, eventWidth), rightOf(sheet, said, action)];
  return sheet.padded(
    sheet.beside(
      sheet.text(shownTime(at), styles.value, columns.time, columns.event - 6),
      ...what,
      sheet.text(person, styles.value, columns.person, columns.entry - columns.person - 6),
      sheet.textAtRight(String(seq), styles.value),
    ),
    1.6,
  );
}

/** The name of the event as the evidence has it, behind the words for it where there is room. */
function rightOf(sheet: Sheet, said: string, action: string): Item {
  const { value, small } = styles;
  const left = columns.event + sheet.fonts.line(said, value.face).width * value.size + 6;
  const fits = left + sheet.fonts.line(action, small.face).width * small.size < columns.person - 4;
  if (!fits) return sheet.gap(0);
  return { height: 0, draw: (top) => sheet.text(action, small, left, columns.person - left).draw(top - 0.9) };
}

/** What was disclosed, where the ledger stood, and what all this means. */
export function closingSections(sheet: Sheet, { facts }: CertificateModel, words: Words): readonly Group[] {
  const { disclosure, ledger } = facts;
  const disclosed =
    disclosure === null
      ? [sheet.text(words.noDisclosure, styles.value)]
      : [
          labelled(sheet, words.disclosureVersion, disclosure.version),
          labelled(sheet, words.disclosureLanguage, disclosure.language),
          labelled(sheet, words.disclosureText, grouped(disclosure.sha256), 'digest'),
        ];
  return [
    [...heading(sheet, words.disclosure), ...disclosed],
    [
      ...heading(sheet, words.ledger),
      labelled(sheet, words.ledgerId, ledger.ledgerId),
      labelled(sheet, words.ledgerEntry, String(ledger.seq)),
      labelled(sheet, words.headHash, grouped(ledger.headHash), 'digest'),
    ],
    [...heading(sheet, words.note), sheet.text(words.legalNote, styles.note)],
  ];
}
