import { calendarFile, escaped, utc } from './calendar-file.ts';
import type { Style } from './style.ts';
import { cellText, renderTable, type Table } from './table.ts';

/** What the agenda needs of a session. */
export interface AgendaEntry {
  readonly id: string | null;
  readonly meetingId: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localStart: string;
  readonly timeZone: string;
  readonly durationMinutes: number;
  readonly status: string;
  readonly myStatus: string;
  readonly joinUrl: string;
  readonly updatedAt: string;
  readonly version: number;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const lengthOf = (minutes: number): string =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ');

/** A week as a table. Local times are the service's: its zone data, and not this machine's, say what they are. */
export const agendaRows = (entries: readonly AgendaEntry[]): Record<string, string>[] =>
  entries.map(({ localStart, durationMinutes, title, timeZone, status, myStatus, joinUrl }) => ({
    day: `${weekdays[new Date(`${localStart}Z`).getUTCDay()]} ${localStart.slice(0, 10)}`,
    start: localStart.slice(11, 16),
    title,
    timeZone,
    status,
    answer: myStatus,
    length: lengthOf(durationMinutes),
    join: joinUrl,
  }));

/** The table, where the terminal is too narrow for it, with each address to join at on a line of its own; null if it fits. */
export function narrowAgenda(
  rows: readonly Record<string, string>[],
  width: number,
  style: Style,
): Table | null {
  if (!renderTable(rows, width, style).hiddenColumns.includes('join')) return null;
  const { text, hiddenColumns } = renderTable(
    rows.map(({ join: _, ...row }) => row),
    width,
    style,
  );
  const [head = '', ...lines] = text.split('\n');
  const joined = lines.flatMap((line, at) => [line, `  ${cellText(rows[at]?.join)}`]);
  return { text: [head, ...joined].join('\n'), hiddenColumns };
}

/** The same as a calendar file (RFC 5545) to look at or import; in UTC, so that it needs no zone of its own. */
export function agendaFile(entries: readonly AgendaEntry[], writtenAt: Date): string {
  return calendarFile(
    entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      // Of its own, so that importing it does not touch the entry that came by mail.
      `UID:agenda-${entry.id ?? `${entry.meetingId}-${entry.localStart}`}`,
      `SEQUENCE:${entry.version}`,
      `DTSTAMP:${utc(writtenAt.toISOString())}`,
      `LAST-MODIFIED:${utc(entry.updatedAt)}`,
      `DTSTART:${utc(entry.startsAt)}`,
      `DTEND:${utc(entry.endsAt)}`,
      `SUMMARY:${escaped(entry.title)}`,
      `LOCATION:${escaped(entry.joinUrl)}`,
      `STATUS:${entry.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
      `TRANSP:${entry.status === 'cancelled' || entry.myStatus === 'declined' ? 'TRANSPARENT' : 'OPAQUE'}`,
      'END:VEVENT',
    ]),
  );
}
