import type { Instant } from '../../kernel/time.ts';
import type { DateOrder } from '../extraction/rules/date-order.ts';

/** Whether text in pictures of pages is recognized if nobody says otherwise. */
export const ocrDefaults = ['auto', 'never'] as const;

/** The days of the week as a calendar numbers them, from 1 on. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

export const [fewestTrashDays, mostTrashDays] = [1, 365];

/** What a workspace decided about dates and documents (lifecycle 2.13). */
export interface LifecycleSettings {
  /** How numeric dates are read; null follows the language of the workspace. */
  readonly dateOrder: DateOrder | null;
  /** Primary tags of the languages in which documents are read; null follows the language of the workspace. */
  readonly extractionLanguages: readonly string[] | null;
  /** Whether new documents of a type that expects a date are read by themselves (EXT-8). */
  readonly autoExtract: boolean;
  readonly ocr: (typeof ocrDefaults)[number];
  /** Whether a specimen of an identity document may be verified. */
  readonly specimenAllowed: boolean;
  /** Whether notices may go to addresses of people who are no members. */
  readonly externalNotices: boolean;
  /** How long a document stays in the trash. */
  readonly trashDays: number;
  /** On which day owners get the weekly digest; null for none. */
  readonly digestDay: Weekday | null;
  /** Null until somebody changes them. */
  readonly updatedAt: Instant | null;
  readonly version: number;
}

export const usualSettings: LifecycleSettings = {
  dateOrder: null,
  extractionLanguages: null,
  autoExtract: true,
  ocr: 'auto',
  specimenAllowed: false,
  externalNotices: false,
  trashDays: 30,
  digestDay: null,
  updatedAt: null,
  version: 1,
};

/** The settings as they count, with what follows from the language of the workspace filled in. */
export function settingsInForce(
  { dateOrder, extractionLanguages, ...rest }: LifecycleSettings,
  { defaultLocale }: { readonly defaultLocale: string },
) {
  const language = defaultLocale.split('-')[0]?.toLowerCase() ?? 'en';
  const usualOrder: DateOrder = defaultLocale.toLowerCase() === 'en-us' ? 'mdy' : 'dmy';
  return {
    ...rest,
    dateOrder: dateOrder ?? usualOrder,
    extractionLanguages: [...(extractionLanguages ?? new Set([language, 'en']))],
  };
}
