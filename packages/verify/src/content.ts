import { bytesOfStrictHex, hexOf, u32, utf8 } from './bytes.ts';
import { canonicalText, isCanonical, parseStrictJson } from './canonical-json.ts';
import { type Hashing, hmacSha256 } from './hashing.ts';
import { isCount, LEAF, MerkleRoot } from './merkle-tree.ts';
import { fits, isObject, members } from './shape.ts';

/** One part of an entry or addendum, as a release shows it. */
export interface ShownPart {
  readonly index: number;
  /** Its canonical JSON, as text. */
  readonly part: string;
  readonly salt: string;
}

/** What a release gives of a content: what is withheld keeps its place in the tree, and tells nothing else. */
export interface Disclosure {
  readonly shown: readonly ShownPart[];
  readonly withheld: readonly { readonly index: number; readonly leafHash: string }[];
  readonly contentHash: string;
}

/** Where a part belongs: the paragraph of a section, of an addendum's text (`section` is null), or an attachment. */
export type PartPlace =
  | { readonly of: 'head' }
  | { readonly of: 'text'; readonly section: string | null; readonly position: number }
  | { readonly of: 'attachment'; readonly position: number };

export interface DisclosedPart {
  readonly index: number;
  readonly place: PartPlace;
  readonly isShown: boolean;
  /** Null as well if it is withheld. */
  readonly value: unknown;
}

export type DisclosureReport =
  | { readonly ok: true; readonly head: Record<string, unknown>; readonly parts: readonly DisclosedPart[] }
  | {
      readonly ok: false;
      readonly reason: 'malformed' | 'no_head' | 'not_canonical' | 'wrong_parts' | 'wrong_hash';
    };

const CONTENT = utf8('chancery.entry.v1.content\0');
const SALT_BYTES = 32;
const disclosed = {
  shown: [members('c:index part salt')],
  withheld: [members('c:index leafHash')],
  contentHash: 't',
} as const;

/**
 * The parts of a version document or an addendum, in their order: the document with the number of parts in place of its
 * values, then the paragraphs and other values, then the attachments.
 */
export function contentParts(document: Readonly<Record<string, unknown>>): unknown[] {
  const parts: unknown[] = [];
  const numberOf = (values: readonly unknown[]) => {
    parts.push(...values);
    return values.length;
  };
  const head: Record<string, unknown> = { ...document };
  const { sections, content, attachments } = document;
  if (Array.isArray(sections))
    head.sections = sections.map((section) => ({ ...section, value: numberOf(valuesOf(section)) }));
  if (typeof content === 'string') head.content = numberOf(paragraphsOf(content));
  if (Array.isArray(attachments)) head.attachments = numberOf(attachments);
  return [head, ...parts];
}

const isText = (kind: unknown) => kind === 'text' || kind === 'markdown';
/** The paragraphs of a text, or the one value that it is. */
export const valuesOf = ({ kind, value }: { kind: unknown; value: unknown }): unknown[] =>
  isText(kind) && typeof value === 'string' ? paragraphsOf(value) : [value];

/** Cut behind each run of two or more line feeds that is not at the end. */
const paragraphsOf = (text: string): string[] => text.split(/(?<=\n\n)(?=[^\n])/);

/** The salt of one part; to give it away gives no other. */
export const partSalt = (salt: Uint8Array, index: number): Hashing<Uint8Array> =>
  hmacSha256(salt, u32(index));

export function* partLeaf(salt: Uint8Array, part: string): Hashing<Uint8Array> {
  return yield [LEAF, salt, utf8(part)];
}

function* hashOfLeaves(leaves: readonly Uint8Array[]): Hashing<Uint8Array> {
  const tree = new MerkleRoot();
  for (const leaf of leaves) yield* tree.appendLeafHash(leaf);
  return yield [CONTENT, yield* tree.root()];
}

/** What an entry's signature and its event commit to. The salt has 32 bytes. */
export function* contentHash(
  document: Readonly<Record<string, unknown>>,
  salt: Uint8Array,
): Hashing<Uint8Array> {
  const leaves: Uint8Array[] = [];
  for (const part of contentParts(document))
    leaves.push(yield* partLeaf(yield* partSalt(salt, leaves.length), canonicalText(part)));
  return yield* hashOfLeaves(leaves);
}

/** Shows all of the content but the parts of these indices; the first part is always shown. */
export function* disclosureOf(
  document: Readonly<Record<string, unknown>>,
  salt: Uint8Array,
  withheldIndices: ReadonlySet<number> = new Set(),
): Hashing<Disclosure> {
  const shown: ShownPart[] = [];
  const withheld: { index: number; leafHash: string }[] = [];
  const leaves: Uint8Array[] = [];
  for (const [index, value] of contentParts(document).entries()) {
    const part = canonicalText(value);
    const own = yield* partSalt(salt, index);
    const leaf = yield* partLeaf(own, part);
    leaves.push(leaf);
    if (index > 0 && withheldIndices.has(index)) withheld.push({ index, leafHash: hexOf(leaf) });
    else shown.push({ index, part, salt: hexOf(own) });
  }
  return { shown, withheld, contentHash: hexOf(yield* hashOfLeaves(leaves)) };
}

/** Whether what is shown belongs to the content of this hash, and nothing of it is passed over in silence. */
export function* checkDisclosure(disclosure: Disclosure): Hashing<DisclosureReport> {
  if (!fits(disclosure, disclosed)) return { ok: false, reason: 'malformed' };
  const { shown, withheld, contentHash: expected } = disclosure;
  const leaves: Uint8Array[] = [];
  const values = new Map<number, unknown>();
  for (const { index, leafHash } of withheld) {
    const leaf = hashOfHex(leafHash);
    if (!leaf || leaves[index]) return { ok: false, reason: leaf ? 'wrong_parts' : 'malformed' };
    leaves[index] = leaf;
  }
  for (const { index, part, salt } of shown) {
    const own = hashOfHex(salt);
    if (!own || leaves[index]) return { ok: false, reason: own ? 'wrong_parts' : 'malformed' };
    const value = readPart(part);
    if (value === undefined) return { ok: false, reason: 'not_canonical' };
    values.set(index, value);
    leaves[index] = yield* partLeaf(own, part);
  }
  const head = values.get(0);
  if (!isObject(head)) return { ok: false, reason: 'no_head' };
  const places = placesOf(head, shown.length + withheld.length);
  if (!places?.every((_, index) => leaves[index])) return { ok: false, reason: 'wrong_parts' };
  if (hexOf(yield* hashOfLeaves(leaves)) !== expected) return { ok: false, reason: 'wrong_hash' };
  const parts = places.map((place, index) => ({
    index,
    place,
    isShown: values.has(index),
    value: values.get(index) ?? null,
  }));
  return { ok: true, head, parts };
}

function hashOfHex(hex: string): Uint8Array | null {
  const bytes = bytesOfStrictHex(hex);
  return bytes?.length === SALT_BYTES ? bytes : null;
}

/** Undefined if the text is not the canonical form of a value. */
function readPart(part: string): unknown {
  try {
    const value = parseStrictJson(part);
    return isCanonical(value, part) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The places of all parts that the first part counts, or null if these are not as many as there are. */
function placesOf(head: Readonly<Record<string, unknown>>, total: number): PartPlace[] | null {
  const places: PartPlace[] = [{ of: 'head' }];
  const isCounted = (count: unknown, place: (position: number) => PartPlace) => {
    if (!isCount(count) || places.length + count > total) return false;
    for (let position = 0; position < count; position += 1) places.push(place(position));
    return true;
  };
  const { sections, content, attachments } = head;
  const counted = [
    ...(Array.isArray(sections) ? sections : []).map(
      (section: unknown) =>
        isObject(section) &&
        isCounted(section.value, (position) => ({ of: 'text', section: String(section.key), position })),
    ),
    content === undefined || isCounted(content, (position) => ({ of: 'text', section: null, position })),
    attachments === undefined || isCounted(attachments, (position) => ({ of: 'attachment', position })),
  ];
  return counted.every(Boolean) && places.length === total ? places : null;
}
