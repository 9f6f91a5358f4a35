import type { Attended, MeetingContent } from '../../meetings/index.ts';
import type { BundleModel, BundleSection } from '../bundle/record-pdf-composer.ts';
import type { MeetingPart } from './promotion.ts';
import type { SourceWords } from './source-words.ts';

/** So many characters for people, and as many for events: both fit into one section. */
const longestList = 20_000;

/** A text as it is read in Markdown, whatever is in it: neither markup, nor a link, nor HTML (REC-54). */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[', '&lsqb;')
    .replaceAll(']', '&rsqb;')
    .replaceAll(/[\\`*_#|~>]/gu, (mark) => `\\${mark}`);

/** The first lines, as many as fit. */
function fitting(lines: readonly string[]): readonly string[] {
  let length = 0;
  return lines.filter((line) => {
    length += line.length + 3;
    return length <= longestList;
  });
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function factsOf(meeting: MeetingContent, words: SourceWords): readonly (readonly [string, string])[] {
  const { title, scheduledStartAt, session, organizer } = meeting;
  const facts = [
    [words.title, title],
    [words.scheduled, scheduledStartAt],
    [words.began, session?.startedAt],
    [words.ended, session?.endedAt],
    [words.organizer, organizer.displayName],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

const personLine = (person: Attended, words: SourceWords): string => {
  const { displayName, role, firstJoinedAt, lastLeftAt, durationSeconds } = person;
  const until = lastLeftAt === null ? '' : ` – ${lastLeftAt}`;
  const took = `${Math.floor(durationSeconds / 60)} ${words.minutes}`;
  return `${displayName} (${role}), ${firstJoinedAt}${until}, ${took}`;
};

/** A meeting as the section of an entry says it: the parts that are asked for and that the caller may read. */
export function meetingText(
  meeting: MeetingContent,
  include: readonly MeetingPart[],
  words: SourceWords,
): string {
  const { attendance, activity, status } = meeting;
  const parts: string[] = [];
  if (include.includes('details')) {
    parts.push(
      list(factsOf(meeting, words).map(([label, value]) => `${label}: ${plain(value)}`)),
      ...(status === 'cancelled' ? [words.cancelled] : []),
    );
  }
  if (include.includes('attendance') && attendance !== null) {
    const people = fitting(attendance.map((person) => plain(personLine(person, words))));
    const rest = attendance.length - people.length;
    const lines = [...people, ...(rest > 0 ? [`${rest} ${words.more}`] : [])];
    parts.push(`## ${words.attendance}`, lines.length === 0 ? words.nobody : list(lines));
  }
  if (include.includes('activity') && activity !== null) {
    const lines = activity.map(({ at, summary }) => `${at}: ${plain(summary)}`);
    parts.push(`## ${words.activity}`, list(fitting(lines)));
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What an entry says that was made of a file. */
export const fileText = (
  file: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    readonly isOfClient: boolean;
  },
  words: SourceWords,
): string =>
  list([
    `${file.isOfClient ? words.clientFile : words.document}: ${plain(file.title)}`,
    `${words.version}: ${file.version}`,
    `SHA-256: ${file.sha256}`,
  ]);

/** Who was at a meeting, as a PDF says it. */
export function attendanceModel(meeting: MeetingContent, at: string, words: SourceWords): BundleModel {
  const people = meeting.attendance ?? [];
  const section: BundleSection = {
    title: words.attendance,
    level: 1,
    blocks: [
      { kind: 'facts', rows: factsOf(meeting, words) },
      ...(people.length === 0
        ? [{ kind: 'text' as const, text: words.nobody, isStruck: false }]
        : people.map((person) => ({
            kind: 'text' as const,
            text: personLine(person, words),
            isStruck: false,
          }))),
    ],
  };
  return {
    title: meeting.title,
    at,
    ...{ cover: null, contents: null, sections: [section] },
    stamp: { before: words.attendance, page: words.page, of: words.of, after: at },
  };
}
