import { invalidField } from '../../kernel/validation.ts';
import { markedText, type Redaction, type Span } from './redaction.ts';

/** A redaction as it is asked for. */
export interface WantedRedaction extends Omit<Redaction, 'id'> {
  readonly note: string | null;
}

/** What can be taken out of an entry. */
export interface Redactable {
  readonly sections: readonly { readonly key: string; readonly kind: string; readonly value: unknown }[];
  readonly addenda: readonly { readonly id: string; readonly content: string }[];
  readonly attachmentIds: readonly string[];
}

/** A text out of which spans can be taken, or something that can only be left out as a whole. */
type Target = { readonly text: string; readonly isMarkdown: boolean } | 'whole';

/**
 * The redactions of one item as they are applied: widened to whole characters as people see them and to whole links, and
 * merged where they touch under one code (GOV-45). Throws for the first that overlaps another or lies outside.
 */
export function soundRedactions(
  wanted: readonly WantedRedaction[],
  content: Redactable,
  { pointer, newId }: { readonly pointer: string; readonly newId: () => string },
): readonly (Redaction & { readonly note: string | null })[] {
  const placed = wanted.map((redaction, index) => ({ redaction, at: `${pointer}/redactions/${index}` }));
  const groups = new Map<string, typeof placed>();
  for (const each of placed) {
    const key = `${each.redaction.part}\0${each.redaction.key}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const target = targetOf(first.redaction, content);
    if (target === null) throw outside(first.at);
    for (const { redaction, at } of group) requireFits(redaction, target, at);
    requireApart(group);
    const sorted = group.map(({ redaction }) => redaction).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    const sound = target === 'whole' ? sorted : merged(sorted.map((each) => widened(each, target)));
    return sound.map((each) => ({ ...each, id: newId() }));
  });
}

const outside = (at: string) =>
  invalidField(
    at,
    'redaction.outside',
    'Take out something that is there: a span of a text, or all of a part.',
  );

function targetOf({ part, key }: WantedRedaction, content: Redactable): Target | null {
  if (part === 'attachment') return content.attachmentIds.includes(key) ? 'whole' : null;
  if (part === 'addendum') {
    const addendum = content.addenda.find(({ id }) => id === key);
    return addendum === undefined ? null : { text: addendum.content, isMarkdown: false };
  }
  const section = content.sections.find((each) => each.key === key);
  if (section === undefined || section.value === null) return null;
  const { kind, value } = section;
  return (kind === 'text' || kind === 'markdown') && typeof value === 'string'
    ? { text: value, isMarkdown: kind === 'markdown' }
    : 'whole';
}

function requireFits({ start, end, code }: WantedRedaction, target: Target, at: string): void {
  if (start === null && end === null) return;
  if (target === 'whole')
    throw invalidField(
      at,
      'redaction.whole',
      'Leave start and end out: this can only be taken out as a whole.',
    );
  const isSpan = start !== null && end !== null && start < end && end <= [...target.text].length;
  if (!isSpan || markedText(target.text, [{ start, end, code }], false).touched.length === 0)
    throw outside(at);
}

function requireApart(group: readonly { readonly redaction: WantedRedaction; readonly at: string }[]): void {
  const sorted = group.toSorted((a, b) => (a.redaction.start ?? 0) - (b.redaction.start ?? 0));
  for (const [index, { redaction, at }] of sorted.entries()) {
    const before = sorted[index - 1]?.redaction;
    if (before === undefined) continue;
    if (before.end === null || redaction.start === null || redaction.start < before.end)
      throw invalidField(at, 'redaction.overlap', 'Let redactions of one part not overlap.');
  }
}

/** Neither links nor images are cut: what is left of one could still lead somewhere. */
const links = /!?\[[^[\]\n]*\]\([^()\n]*\)|!?\[[^[\]\n]*\]\[[^[\]\n]*\]|<[a-z][a-z0-9+.-]*:[^<>\s]*>/giu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function widened<S extends Span>(span: S, { text, isMarkdown }: Exclude<Target, 'whole'>): S {
  if (span.start === null || span.end === null) return span;
  const characters = [...text];
  const unit = (codePoint: number) => characters.slice(0, codePoint).join('').length;
  const codePoint = (at: number) => [...text.slice(0, at)].length;
  const segments = graphemes.segment(text);
  let from = segments.containing(unit(span.start))?.index ?? 0;
  const last = segments.containing(unit(span.end) - 1);
  let to = last === undefined ? text.length : last.index + last.segment.length;
  for (const { index, 0: link } of isMarkdown ? text.matchAll(links) : [])
    if (index < to && from < index + link.length) {
      from = Math.min(from, index);
      to = Math.max(to, index + link.length);
    }
  return { ...span, start: codePoint(from), end: codePoint(to) };
}

/** Two that touch are one if they have one code; otherwise the later begins where the earlier ends. */
function merged(spans: readonly WantedRedaction[]): readonly WantedRedaction[] {
  const sound: WantedRedaction[] = [];
  for (const span of spans) {
    const before = sound.at(-1);
    if (before === undefined || before.end === null || span.start === null || span.end === null)
      sound.push(span);
    else if (before.end >= span.start && (before.code === span.code || before.end >= span.end)) {
      const note = [before.note, span.note].filter((each) => each !== null).join(' ');
      sound[sound.length - 1] = {
        ...before,
        end: Math.max(before.end, span.end),
        note: note === '' ? null : note,
      };
    } else sound.push({ ...span, start: Math.max(before.end, span.start) });
  }
  return sound;
}
