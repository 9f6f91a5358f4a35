/** Kinds of files as clients know them, each with the types that the bytes may have (documents 2.10). */
export const itemTypes = {
  pdf: ['application/pdf'],
  image: ['image/png', 'image/jpeg', 'image/tiff', 'image/heic'],
  word: [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'application/rtf',
  ],
  spreadsheet: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.oasis.opendocument.spreadsheet',
    'text/csv',
  ],
  presentation: [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.presentation',
  ],
  text: ['text/plain'],
} as const;
export type ItemType = keyof typeof itemTypes;
// The keys of an object that is written above.
export const itemTypeNames = Object.keys(itemTypes) as [ItemType, ...ItemType[]];

/** How far an item is: nothing there, something to look at, all that is there accepted, or all of it rejected. */
export const itemStatuses = ['open', 'received', 'accepted', 'rejected'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const mostItems = 50;
export const mostFilesOfItem = 20;
export const usualFilesOfItem = 5;
export const mostFileBytes = 52_428_800;

/** What an item asks for. */
export interface ItemWish {
  readonly name: string;
  readonly description: string | null;
  readonly required: boolean;
  /** Empty is every kind. */
  readonly acceptedTypes: readonly ItemType[];
  readonly maxFiles: number;
  readonly maxFileSizeBytes: number;
  /** The type of the documents that accepted files become; null for none. */
  readonly documentTypeId: string | null;
}

/** One thing that a client is asked to send. */
export interface RequestItem extends ItemWish {
  readonly id: string;
  readonly status: ItemStatus;
}

/** Whether a file of this type is what the item asks for. */
export const takesType = ({ acceptedTypes }: Pick<ItemWish, 'acceptedTypes'>, mimeType: string): boolean =>
  acceptedTypes.length === 0 ||
  acceptedTypes.some((type) => (itemTypes[type] as readonly string[]).includes(mimeType));

/** The types that the bytes of a file for this item may have. */
export const typesOf = ({ acceptedTypes }: Pick<ItemWish, 'acceptedTypes'>): readonly string[] =>
  (acceptedTypes.length === 0 ? itemTypeNames : acceptedTypes).flatMap((type) => itemTypes[type]);

/** Whether everything that fits one item fits the other one too (CFR-16). */
export function isWidened(before: ItemWish, after: ItemWish): boolean {
  const fitting = new Set(typesOf(after));
  return (
    typesOf(before).every((type) => fitting.has(type)) &&
    after.maxFiles >= before.maxFiles &&
    after.maxFileSizeBytes >= before.maxFileSizeBytes
  );
}

/**
 * The items that decide whether a request is answered: those that are required, or all of them if none is.
 */
export function decisiveAmong<I extends Pick<ItemWish, 'required'>>(items: readonly I[]): readonly I[] {
  const required = items.filter((item) => item.required);
  return required.length > 0 ? required : items;
}
