import { type FailureDetail, requestInvalid } from '../kernel/errors.ts';
import { storedContent } from '../kernel/stored-content.ts';
import { mostDetails } from '../kernel/validation.ts';
import type { FoundAnchor } from './anchor-finder.ts';
import type { FieldPlace } from './drafted-fields.ts';
import type { SigningPreparing } from './ports.ts';
import { hasPagesToSign } from './signable.ts';
import type { FieldInput } from './signing-input.ts';

/** What was found of the anchors, by the place of their field in the list. */
export type FoundAnchors = ReadonlyMap<number, FoundAnchor | null>;

export const hasAnchors = (fields: readonly FieldInput[] | undefined): boolean =>
  fields?.some(({ anchor }) => anchor !== undefined) ?? false;

/** Looks for the texts by which fields say where they are (SIG-34), in no transaction; null if none does. */
export async function foundAnchors(
  documentId: string,
  fields: readonly FieldInput[] | undefined,
  { transact, blobs, anchorFinder }: SigningPreparing,
): Promise<FoundAnchors | null> {
  const asked = (fields ?? []).flatMap(({ anchor }, at) => (anchor === undefined ? [] : [{ anchor, at }]));
  if (asked.length === 0) return null;
  const original = await transact(async ({ documentLibrary }) => {
    const document = await documentLibrary.get(documentId);
    return document !== null && hasPagesToSign(document)
      ? documentLibrary.content(documentId, 'original')
      : null;
  });
  // A file without pages is refused for that, and has no anchors.
  if (original === null) return new Map();
  const found = await anchorFinder.find(
    storedContent(blobs, original),
    asked.map(({ anchor: { text, occurrence } }) => ({ text, occurrence })),
  );
  return new Map(asked.map(({ at }, index) => [at, found[index] ?? null]));
}

/** Where each field lies: as it says itself, or as its anchor was found, moved by dx and dy. */
export function placesOf(fields: readonly FieldInput[], anchors: FoundAnchors): readonly FieldPlace[] {
  const faults: FailureDetail[] = [];
  const fault = (at: number, field: string, code: string, message: string) =>
    faults.push({ path: `/fields/${at}/${field}`, code, message });
  const places = fields.map(({ page, x, y, anchor }, at): FieldPlace => {
    if (anchor === undefined) {
      for (const [name, value] of Object.entries({ page, x, y }))
        if (value === undefined) fault(at, name, 'field.required', 'Give page, x and y, or an anchor.');
      return { page: page ?? 1, x: x ?? 0, y: y ?? 0 };
    }
    if (page !== undefined || x !== undefined || y !== undefined)
      fault(at, 'anchor', 'field.not_an_option', 'Give either an anchor, or page, x and y.');
    const found = anchors.get(at) ?? null;
    if (found === null)
      fault(at, 'anchor', 'field.anchor_not_found', 'The document has no such text as often as that.');
    return {
      page: found?.page ?? 1,
      x: (found?.x ?? 0) + anchor.dx,
      y: (found?.y ?? 0) + anchor.dy,
    };
  });
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, mostDetails) });
  return places;
}
