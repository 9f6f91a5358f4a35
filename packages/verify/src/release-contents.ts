import { canonicalText } from './canonical-json.ts';
import { type DisclosedPart, type Disclosure, valuesOf } from './content.ts';
import type { ReleasedAddendum, ReleasedAttachment, ReleasedView } from './release-file.ts';

/** What was not given to the recipient, or not so that it can be proved. */
export interface WithheldPart {
  /** The position of the entry in the release. */
  readonly item: number;
  /** Null in the entry itself. */
  readonly addendum: string | null;
  /** The key of the section; null in an addendum, and for an attachment. */
  readonly section: string | null;
  readonly of: 'text' | 'attachment';
  /** From 0, in its section or among the attachments. */
  readonly position: number;
  /** Its text stands in the entry with marks over what was taken out, which nothing proves. */
  readonly isMarked: boolean;
}

/** An entry or an addendum as it is shown, in the order and the words of its first part. */
export interface Shown {
  /** What the first part has to say of it. */
  readonly frame: readonly unknown[];
  readonly sections: readonly {
    readonly key: string | null;
    readonly kind: string;
    readonly value: unknown;
  }[];
  readonly attachments: readonly ReleasedAttachment[];
}

type Head = Readonly<Record<string, unknown>>;
type Framed = { readonly key: string; readonly title: string; readonly kind: string };

const framed = (sections: unknown) =>
  Array.isArray(sections) ? sections.map(({ key, title, kind }: Framed) => [key, title, kind]) : [];

export function shownEntry({ title, entryType, occurredAt, content, attachments }: ReleasedView): Shown {
  const sections = content?.sections ?? [];
  return {
    frame: ['chancery.entry/1', title, entryType, occurredAt, framed(sections)],
    sections,
    attachments,
  };
}

export const shownAddendum = ({ id, kind, content, attachments }: ReleasedAddendum): Shown => ({
  frame: ['chancery.addendum/1', id, kind, null, []],
  sections: [{ key: null, kind: 'text', value: content }],
  attachments,
});

const frameOf = ({ format, title, addendumId, entryType, kind, occurredAt, sections }: Head) => [
  ...[format, title ?? addendumId, entryType ?? kind, occurredAt ?? null, framed(sections)],
];

/** What the first part says, before anybody has looked whether it holds: what is wrong with it is told by itself. */
export function headOf({ shown }: Disclosure): Head {
  try {
    return JSON.parse(shown.find(({ index }) => index === 0)?.part ?? '') ?? {};
  } catch {
    return {};
  }
}

const same = (one: unknown, other: unknown) => canonicalText(one) === canonicalText(other);

/** Whether all that is shown and can be proved is what the parts say. */
export function showsParts(
  { frame, sections, attachments }: Shown,
  head: Head,
  parts: readonly DisclosedPart[],
): boolean {
  const files = parts.filter(({ place, isShown }) => place.of === 'attachment' && isShown);
  const described = attachments.map(({ contentBase64: _, contentPath: __, ...file }) => file);
  return (
    JSON.stringify(frame) === JSON.stringify(frameOf(head)) &&
    same(
      described,
      files.map(({ value }) => value),
    ) &&
    sections.every((section) => showsSection(section, parts))
  );
}

/** Marks never reach over the end of a paragraph, so that the others stay where they are. */
function showsSection(section: Shown['sections'][number], parts: readonly DisclosedPart[]): boolean {
  const values = valuesOf(section);
  const own = parts.filter(({ place }) => place.of === 'text' && place.section === section.key);
  return own.every(
    ({ isShown, value }, index) => !isShown || (values.length === own.length && same(values[index], value)),
  );
}

/** The parts that are not proved, by their places. */
export function withheldParts(
  item: number,
  addendum: string | null,
  parts: readonly DisclosedPart[],
  { sections }: Shown,
): WithheldPart[] {
  return parts.flatMap(({ place, isShown }) => {
    if (isShown || place.of === 'head') return [];
    const section = place.of === 'text' ? place.section : null;
    const isMarked =
      place.of === 'text' && sections.some(({ key, value }) => key === section && value !== null);
    return { item, addendum, section, of: place.of, position: place.position, isMarked };
  });
}
