import { type Disclosure, disclosureOf, hashedNow } from '@chancery/verify';
import { sha256 } from '../../kernel/crypto.ts';
import type { Instant } from '../../kernel/time.ts';
import { markedText, paragraphsOf, type Redaction, redactionMark } from './redaction.ts';
import type { PackageItem } from './release-package.ts';

/** A file as the hashed document names it. */
export interface PinnedAttachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface PinnedSection {
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  readonly value: unknown;
}

/** A version, or an addendum to it, as it was hashed; without its salt nothing of it can be proved. */
export interface PinnedDocument {
  readonly title: string;
  readonly entryType: string;
  readonly occurredAt: Instant;
  readonly sections: readonly PinnedSection[];
  readonly attachments: readonly PinnedAttachment[];
}
export interface PinnedAddendum {
  readonly addendumId: string;
  readonly kind: string;
  readonly content: string;
  readonly attachments: readonly PinnedAttachment[];
}

/** Everything pinned by an item, opened. */
export interface PinnedItem {
  readonly document: PinnedDocument;
  readonly salt: Uint8Array;
  readonly addenda: readonly { readonly document: PinnedAddendum; readonly salt: Uint8Array }[];
  readonly signedBy: readonly {
    readonly name: string;
    readonly title: string | null;
    readonly signedAt: Instant;
  }[];
}

/** An entry as its recipient reads it: what was taken out of it is nowhere in this (GOV-9). */
export interface RenderedItem {
  readonly id: string;
  readonly position: number;
  readonly title: string;
  readonly entryType: string;
  readonly occurredAt: Instant;
  readonly signedBy: PinnedItem['signedBy'];
  readonly content: { readonly sections: readonly PinnedSection[] };
  readonly addenda: readonly {
    readonly id: string;
    readonly kind: string;
    readonly content: string;
    readonly attachments: readonly PinnedAttachment[];
  }[];
  readonly attachments: readonly PinnedAttachment[];
  readonly redacted: boolean;
  readonly contentHash: string;
  readonly flag: PackageItem['flag'];
}

export function renderedItem(item: PackageItem, pinned: PinnedItem): RenderedItem {
  const { document, signedBy } = pinned;
  const { id, position, contentHash, flag, redactions } = item;
  return {
    ...{ id, position, contentHash, flag, signedBy },
    title: document.title,
    entryType: document.entryType,
    occurredAt: document.occurredAt,
    content: { sections: document.sections.map((section) => withoutRedacted(section, redactions)) },
    addenda: includedAddenda(item, pinned).map(({ document: addendum }) => ({
      id: addendum.addendumId,
      kind: addendum.kind,
      content: markedText(addendum.content, spansOf(redactions, 'addendum', addendum.addendumId), false).text,
      attachments: shownAttachments(addendum.attachments, item),
    })),
    attachments: shownAttachments(document.attachments, item),
    redacted: redactions.length > 0,
  };
}

/** What proves an item and its addenda, with what its recipient must not read left out (records 7.6). */
export interface ItemDisclosure {
  readonly disclosure: Disclosure;
  readonly addenda: readonly { readonly id: string; readonly disclosure: Disclosure }[];
}

export function itemDisclosure(item: PackageItem, pinned: PinnedItem): ItemDisclosure {
  const { document, salt } = pinned;
  return {
    disclosure: hashedNow(disclosureOf({ ...document }, salt, withheldOf(document, item)), sha256),
    addenda: includedAddenda(item, pinned).map((addendum) => ({
      id: addendum.document.addendumId,
      disclosure: hashedNow(
        disclosureOf({ ...addendum.document }, addendum.salt, withheldOfAddendum(addendum.document, item)),
        sha256,
      ),
    })),
  };
}

const spansOf = (redactions: readonly Redaction[], part: Redaction['part'], key: string) =>
  redactions.filter((each) => each.part === part && each.key === key);

/** Values that are no text are taken out as a whole. */
function withoutRedacted(section: PinnedSection, redactions: readonly Redaction[]): PinnedSection {
  const [first, ...more] = spansOf(redactions, 'section', section.key);
  const { kind, value } = section;
  if (first === undefined) return section;
  if (typeof value !== 'string' || !isText(kind)) return { ...section, value: redactionMark(first.code) };
  return { ...section, value: markedText(value, [first, ...more], kind === 'markdown').text };
}

const isText = (kind: string) => kind === 'text' || kind === 'markdown';

/** In the order in which they are pinned; what is missing was erased with its key. */
const includedAddenda = ({ addenda }: PackageItem, pinned: PinnedItem) =>
  addenda.flatMap(({ id }) => pinned.addenda.filter(({ document }) => document.addendumId === id));

/** Files that were chosen for the package; what is redacted is none of them. */
const shownAttachments = (
  all: readonly PinnedAttachment[],
  { attachments }: Pick<PackageItem, 'attachments'>,
): readonly PinnedAttachment[] => all.filter(({ id }) => attachments.some((shown) => shown.id === id));

/** The parts of a version that are not given: paragraphs that a redaction touches, and files that are left out. */
function withheldOf(document: PinnedDocument, item: PackageItem): ReadonlySet<number> {
  const withheld = new Set<number>();
  // Part 0 says how many there are.
  let next = 1;
  for (const { key, kind, value } of document.sections) {
    const spans = spansOf(item.redactions, 'section', key);
    const isWriting = isText(kind) && typeof value === 'string';
    const count = isWriting ? paragraphsOf(value).length : 1;
    const touched = isWriting ? markedText(value, spans, false).touched : spans.length > 0 ? [0] : [];
    for (const position of touched) withheld.add(next + position);
    next += count;
  }
  return withLeftOut(withheld, document.attachments, item, next);
}

function withheldOfAddendum(document: PinnedAddendum, item: PackageItem): ReadonlySet<number> {
  const spans = spansOf(item.redactions, 'addendum', document.addendumId);
  const { touched } = markedText(document.content, spans, false);
  const withheld = new Set(touched.map((position) => 1 + position));
  return withLeftOut(withheld, document.attachments, item, 1 + paragraphsOf(document.content).length);
}

function withLeftOut(
  withheld: Set<number>,
  attachments: readonly PinnedAttachment[],
  item: PackageItem,
  first: number,
): ReadonlySet<number> {
  const shown = shownAttachments(attachments, item);
  for (const [position, attachment] of attachments.entries())
    if (!shown.includes(attachment)) withheld.add(first + position);
  return withheld;
}
