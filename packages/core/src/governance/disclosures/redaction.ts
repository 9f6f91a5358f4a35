import { contentParts } from '@chancery/verify';

export const redactedParts = ['section', 'addendum', 'attachment'] as const;

/** What is left out of a package: all of a part, or a span of its text in code points. */
export interface Redaction {
  readonly id: string;
  readonly part: (typeof redactedParts)[number];
  /** The key of the section, or the id of the addendum or attachment. */
  readonly key: string;
  /** Null with `end`: all of it. */
  readonly start: number | null;
  readonly end: number | null;
  /** Why, in the word of an exemption: it stands in place of the text. */
  readonly code: string;
}
export type Span = Pick<Redaction, 'start' | 'end' | 'code'>;

/** What stands where something was taken out (GOV-9). */
export const redactionMark = (code: string): string => `[redacted: ${code}]`;

/** The paragraphs of a text as they are hashed, each with the line feeds behind it. */
export const paragraphsOf = (text: string): readonly string[] =>
  contentParts({ content: text }).slice(1).map(String);

/** A text without what was taken out of it, and the positions of the paragraphs that this concerns. */
export interface MarkedText {
  readonly text: string;
  readonly touched: readonly number[];
}

/**
 * Puts marks in place of the spans. None reaches over the end of a paragraph, so that the others stay what was hashed and
 * can be proved; the line feeds between paragraphs are nothing that could be taken out.
 */
export function markedText(value: string, spans: readonly Span[], isMarkdown: boolean): MarkedText {
  const all = paragraphsOf(value);
  const whole = spans.find(({ start }) => start === null);
  if (whole !== undefined) return { text: redactionMark(whole.code), touched: all.map((_, at) => at) };
  const touched: number[] = [];
  let offset = 0;
  const marked = all.map((paragraph, position) => {
    const characters = [...paragraph];
    const own = spans.map((span) => within(span, offset, paragraph)).filter((span) => span !== null);
    offset += characters.length;
    if (own.length === 0) return paragraph;
    touched.push(position);
    return withMarks(characters, own, isMarkdown);
  });
  return { text: marked.join(''), touched };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

/** The part of a span that lies in the words of a paragraph that begins at an offset; null if none does. */
function within({ start, end, code }: Span, offset: number, paragraph: string): Cut | null {
  const length = [...paragraph].findLastIndex((character) => character !== '\n') + 1;
  const from = Math.max((start ?? 0) - offset, 0);
  const to = Math.min((end ?? 0) - offset, length);
  return from < to ? { start: from, end: to, code } : null;
}

function withMarks(characters: readonly string[], cuts: readonly Cut[], isMarkdown: boolean): string {
  let text = '';
  let at = 0;
  for (const { start, end, code } of cuts) {
    text += characters.slice(at, start).join('') + redactionMark(code);
    // Directly before these, brackets would make a link of the mark.
    if (isMarkdown && /^[([:]/.test(characters[end] ?? '')) text += ' ';
    at = end;
  }
  return text + characters.slice(at).join('');
}
