/** What can be written in a section, and how it is shown. */
export const sectionKinds = [
  'text',
  'markdown',
  'number',
  'boolean',
  'date',
  'choice',
  'multi_choice',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

export type SectionValue = string | number | boolean | readonly string[] | null;

export interface SectionOption {
  readonly value: string;
  readonly label: string;
}

/** One section of the entries that are written from a template. */
export interface SectionDefinition {
  readonly key: string;
  readonly title: string;
  readonly kind: SectionKind;
  /** Whether an entry has to have it to be submitted. */
  readonly required: boolean;
  readonly help: string | null;
  /** Of choices alone. */
  readonly options: readonly SectionOption[];
  /** Of texts, in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Of numbers. */
  readonly min: number | null;
  readonly max: number | null;
  readonly defaultValue: SectionValue;
}

export const longestOfKind = { text: 2000, markdown: 50_000 } as const;

export const isChoice = (kind: SectionKind): boolean => kind === 'choice' || kind === 'multi_choice';
export const isWriting = (kind: SectionKind): kind is 'text' | 'markdown' =>
  kind === 'text' || kind === 'markdown';

/** The one section of an entry that is written without a template. */
export const bodySection: SectionDefinition = {
  key: 'body',
  title: 'Text',
  kind: 'markdown',
  required: true,
  help: null,
  options: [],
  minLength: null,
  maxLength: null,
  min: null,
  max: null,
  defaultValue: null,
};
