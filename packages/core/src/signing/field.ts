import type { fieldDateFormats, fieldDateModes, signingFieldKinds } from '../documents/index.ts';
import type { Instant } from '../kernel/time.ts';

export type SigningFieldKind = (typeof signingFieldKinds)[number];

export const mostFields = 500;

/** A rectangle on a page that one person fills (documents 2.6). */
export interface SigningField {
  readonly id: string;
  readonly documentId: string;
  readonly roundId: string;
  readonly signerId: string;
  readonly kind: SigningFieldKind;
  /** From 1. */
  readonly page: number;
  /** Fractions of the page as it is shown, from its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string | null;
  readonly required: boolean;
  /** The sender's own value, shown and drawn, which nobody changes. */
  readonly readOnly: boolean;
  readonly defaultValue: string | boolean | null;
  /** Of text. */
  readonly maxLength: number | null;
  readonly multiline: boolean;
  /** Of a date. */
  readonly dateMode: (typeof fieldDateModes)[number] | null;
  readonly dateFormat: (typeof fieldDateFormats)[number] | null;
  /** In points; null where no text is drawn. */
  readonly fontSize: number | null;
  /** Never a signature: those are `SignatureMaterial`. */
  readonly value: string | boolean | null;
  readonly completedAt: Instant | null;
  /** The caller's own handle. */
  readonly clientRef: string | null;
}

/** Whether the field takes a signature or initials, whose marks are kept apart from its value. */
export const isMark = ({ kind }: Pick<SigningField, 'kind'>): boolean =>
  kind === 'signature' || kind === 'initials';

/** In the order in which people read: by page, then from top to bottom, then from left to right. */
export const inReadingOrder = (one: SigningField, other: SigningField): number =>
  one.page - other.page || one.y - other.y || one.x - other.x || (one.id < other.id ? -1 : 1);
