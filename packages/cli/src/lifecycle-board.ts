import { calendarFile, escaped, utc } from './calendar-file.ts';
import { harmless, type Style } from './style.ts';
import { truncated, widthOf } from './table.ts';

/** What the board needs of a document. */
export interface BoardDocument {
  readonly documentId: string;
  readonly documentName: string;
  readonly status: string;
  readonly expiresOn: string | null;
  readonly confirmed: boolean;
  readonly timeZone: string;
  readonly holds: { readonly active: number };
  readonly renewal: { readonly dueOn: string } | null;
  readonly updatedAt: string;
}

export interface BoardCompliance {
  readonly missingDate: number;
  readonly missingOwner: number;
  readonly unconfirmed: number;
  readonly held: number;
}

/** Documents whose last day lies in one week; the first part has those whose day has passed. */
export interface BoardWeek {
  /** Null of what has passed. */
  readonly from: string | null;
  readonly to: string;
  readonly documents: readonly BoardDocument[];
}

const day = 86_400_000;
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
const mondayOf = (date: string): string =>
  plusDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

/** What has passed, and then the weeks from that of today on, those in which nothing ends left out. */
export function boardWeeks(
  documents: readonly BoardDocument[],
  today: string,
  weeks: number,
): readonly BoardWeek[] {
  const endsIn = (from: string, to: string) =>
    documents.filter(({ expiresOn }) => expiresOn !== null && expiresOn >= from && expiresOn <= to);
  const passed: BoardWeek = {
    from: null,
    to: plusDays(today, -1),
    documents: endsIn('0000-01-01', plusDays(today, -1)),
  };
  const monday = mondayOf(today);
  const coming = Array.from({ length: weeks }, (_, week): BoardWeek => {
    const [first, to] = [plusDays(monday, 7 * week), plusDays(monday, 7 * week + 6)];
    const from = first < today ? today : first;
    return { from, to, documents: endsIn(from, to) };
  });
  return [passed, ...coming].filter((week) => week.documents.length > 0);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const dayText = (date: string) => `${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]} ${date}`;

const mostBar = 24;
const dayWidth = 16;

/** The board as a person reads it, no wider than the terminal. */
export function boardText(
  weeks: readonly BoardWeek[],
  compliance: BoardCompliance,
  { today, width, style }: { readonly today: string; readonly width: number; readonly style: Style },
): string {
  const most = Math.max(1, ...weeks.map(({ documents }) => documents.length));
  const parts = weeks.map(({ from, to, documents }) => {
    const title = titleOf(from, to, today);
    const room = Math.max(1, Math.min(mostBar, width - widthOf(title) - 8));
    const bar = '■'.repeat(Math.max(1, Math.round((documents.length / most) * room)));
    const colour = colourOf(from, today);
    const head = truncated(`${title}  ${bar} ${documents.length}`, width);
    return [style('bold', style(colour, head)), ...documents.map((one) => lineOf(one, width, style))];
  });
  if (parts.length === 0) parts.push(['Nothing runs out in these weeks.']);
  const open = openText(compliance);
  return [...parts, ...(open === '' ? [] : [[style('dim', truncated(open, width))]])]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function titleOf(from: string | null, to: string, today: string): string {
  if (from === null) return 'Passed';
  if (from === today) return `This week, until ${dayText(to)}`;
  const monday = mondayOf(today);
  return from === plusDays(monday, 7) ? `Next week, from ${dayText(from)}` : `From ${dayText(from)}`;
}

/** Red for what has passed, yellow for the next two weeks, green for what is far away. */
const colourOf = (from: string | null, today: string) =>
  from === null ? 'red' : from < plusDays(mondayOf(today), 14) ? 'yellow' : 'green';

function lineOf(document: BoardDocument, width: number, style: Style): string {
  const { documentName, expiresOn, confirmed, holds, renewal } = document;
  const marks = [
    ...(confirmed ? [] : ['not confirmed']),
    ...(renewal === null ? [] : [`renewal due ${renewal.dueOn}`]),
    ...(holds.active > 0 ? ['on hold'] : []),
  ].join(', ');
  const room = Math.max(1, width - dayWidth - 2);
  const name = harmless(documentName);
  // The name gives way to what is to be done about it, down to half of the line.
  const told = marks === '' || room < 30 ? '' : `  ${truncated(marks, Math.floor(room / 2))}`;
  const named = truncated(name, room - widthOf(told));
  return `  ${dayText(expiresOn ?? '')}  ${named}${style('dim', told)}`;
}

const openText = ({ missingDate, missingOwner, unconfirmed, held }: BoardCompliance): string =>
  [
    [missingDate, 'without a date'],
    [missingOwner, 'without an owner'],
    [unconfirmed, 'not confirmed'],
    [held, 'on hold'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(' · ');

/** The days that come, as a table. */
export const comingRows = (documents: readonly BoardDocument[]): Record<string, string>[] =>
  documents.flatMap(({ documentId, documentName, expiresOn, confirmed, timeZone }) =>
    expiresOn === null
      ? []
      : [
          {
            day: dayText(expiresOn),
            documentName,
            confirmed: confirmed ? 'yes' : 'no',
            timeZone,
            documentId,
          },
        ],
  );

/** The same as a calendar file: one whole day for each document, which takes up nobody's time. */
export const comingFile = (documents: readonly BoardDocument[], writtenAt: Date): string =>
  calendarFile(
    documents.flatMap(({ documentId, documentName, expiresOn, confirmed, updatedAt }) =>
      expiresOn === null
        ? []
        : [
            'BEGIN:VEVENT',
            // A date that moves is the same entry.
            `UID:expiry-${documentId}`,
            `DTSTAMP:${utc(writtenAt.toISOString())}`,
            `LAST-MODIFIED:${utc(updatedAt)}`,
            `DTSTART;VALUE=DATE:${expiresOn.replaceAll('-', '')}`,
            `DTEND;VALUE=DATE:${plusDays(expiresOn, 1).replaceAll('-', '')}`,
            `SUMMARY:${escaped(`Last day of ${documentName}`)}`,
            `STATUS:${confirmed ? 'CONFIRMED' : 'TENTATIVE'}`,
            'TRANSP:TRANSPARENT',
            'END:VEVENT',
          ],
    ),
  );
