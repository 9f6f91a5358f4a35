import type { Instant } from '../../kernel/time.ts';
import type { SubjectDirectory } from '../../records/index.ts';

export const subjectDirectories = ['workspace', 'case_team'] as const satisfies readonly SubjectDirectory[];
export const auditedReads = ['restricted', 'all'] as const;

export const [fewestBackupDays, mostBackupDays] = [1, 3650];
export const mostNotified = 50;

/** The languages that PostgreSQL reduces words of to their stems, by the primary tag of the language. */
const searchLanguageOf = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
} as const;
export type SearchLanguage = 'simple' | (typeof searchLanguageOf)[keyof typeof searchLanguageOf];
export const searchLanguages: readonly SearchLanguage[] = [
  'simple',
  ...new Set(Object.values(searchLanguageOf)),
];

/** What a workspace decided about its records (governance 4.19). */
export interface RecordSettings {
  /** Whether members see all subjects, or those of their own cases. */
  readonly subjectDirectory: SubjectDirectory;
  /** Which readings of one thing leave a line in the ledger (REC-8). */
  readonly auditReads: (typeof auditedReads)[number];
  readonly externalIntelligence: boolean;
  /** Whether what is restricted may go to an external provider (records 3.1). */
  readonly restrictedToProvider: boolean;
  /** After so many days no backup of the keys holds a destroyed one any more. */
  readonly backupRetentionDays: number;
  /** Null follows the language of the workspace. */
  readonly searchLanguage: SearchLanguage | null;
  /** Who hears of break-glass beside the privacy officers. */
  readonly breakGlassNotify: readonly string[];
  /** Null until somebody changes them. */
  readonly updatedAt: Instant | null;
  readonly version: number;
}

export const usualSettings: RecordSettings = {
  subjectDirectory: 'workspace',
  auditReads: 'restricted',
  externalIntelligence: false,
  restrictedToProvider: false,
  backupRetentionDays: 35,
  searchLanguage: null,
  breakGlassNotify: [],
  updatedAt: null,
  version: 1,
};

/** The text search configuration of a language tag; words of a language that has none are taken as they are. */
export function searchLanguageFor(locale: string): SearchLanguage {
  const primary = locale.split('-')[0]?.toLowerCase() ?? '';
  // Whether the tag is a key is asked before it is used as one.
  return Object.hasOwn(searchLanguageOf, primary)
    ? searchLanguageOf[primary as keyof typeof searchLanguageOf]
    : 'simple';
}
