import { unfolded } from '@chancery/core/testing';
import { startsIn } from './meeting-story.ts';

/** A calendar that processes scheduling messages as RFC 5546 says, and shows what both readers make of the result. */
export class ImportingCalendar {
  /** Entries by UID and recurrence id; the empty id is the series. */
  readonly #components = new Map<string, { readonly sequence: number; readonly lines: readonly string[] }>();
  readonly #cancelled = new Set<string>();
  #zones: readonly string[] = [];

  take(file: string): void {
    const lines = unfolded(file);
    const isCancel = lines.includes('METHOD:CANCEL');
    // A definition is good for its own file; the series keeps the one that it came with.
    const isSeries = blocks(lines, 'VEVENT').some((event) => contentOf(event, 'RECURRENCE-ID') === '');
    if (isSeries && !isCancel) this.#zones = blocks(lines, 'VTIMEZONE').flat();
    for (const event of blocks(lines, 'VEVENT')) {
      const recurrenceId = contentOf(event, 'RECURRENCE-ID');
      const sequence = Number(contentOf(event, 'SEQUENCE'));
      const known = this.#components.get(recurrenceId)?.sequence ?? this.#components.get('')?.sequence ?? -1;
      if (sequence < known) continue;
      if (!isCancel) {
        this.#components.set(recurrenceId, { sequence, lines: event });
        continue;
      }
      if (recurrenceId === '') this.#components.clear();
      else {
        this.#components.delete(recurrenceId);
        this.#cancelled.add(
          event.find((line) => line.startsWith('RECURRENCE-ID'))?.slice('RECURRENCE-ID'.length) ?? '',
        );
      }
    }
  }

  starts(): readonly string[] {
    if (this.#components.size === 0) return [];
    const events = [...this.#components].flatMap(([recurrenceId, { lines }]) =>
      recurrenceId === ''
        ? lines.flatMap((line) => (line === 'END:VEVENT' ? [...this.#gaps(lines), line] : [line]))
        : lines,
    );
    const file = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Reader//EN',
      ...this.#zones,
      ...events,
      'END:VCALENDAR',
      '',
    ];
    return startsIn(file.join('\r\n'));
  }

  /** What was cancelled apart and is no EXDATE of the series yet. */
  readonly #gaps = (series: readonly string[]) =>
    [...this.#cancelled].map((cancelled) => `EXDATE${cancelled}`).filter((line) => !series.includes(line));
}

/** The components of a kind, as their lines. */
export function blocks(lines: readonly string[], kind: string): readonly (readonly string[])[] {
  const starts = lines.flatMap((line, position) => (line === `BEGIN:${kind}` ? [position] : []));
  return starts.map((start) => lines.slice(start, lines.indexOf(`END:${kind}`, start) + 1));
}

/** The first content line of a property. */
export const lineOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`)) ?? '';
export const contentOf = (lines: readonly string[], name: string) =>
  lineOf(lines, name).replace(/^[^:]*:/, '');
