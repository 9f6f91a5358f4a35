import { invalidField } from '../../kernel/validation.ts';
import type { Confidentiality } from '../access/labels.ts';
import type { CoSignPolicy, ReviewPolicy } from '../templates/template.ts';

/** The things that every trade has a word of its own for. */
export const packTerms = ['subject', 'case', 'encounter', 'entry', 'lead', 'follow_up'] as const;
export type PackTerm = (typeof packTerms)[number];

/** How one thing and several of it are called. */
export interface TermWords {
  readonly one: string;
  readonly other: string;
}

/** The words of a trade, by language. */
export type Terminology = Readonly<Record<string, Partial<Readonly<Record<PackTerm, TermWords>>>>>;

/** A kind of case, encounter or entry, and the highest label that a new one begins with. */
export interface PackType {
  readonly code: string;
  readonly label: string;
  readonly defaultConfidentiality: Confidentiality;
}

/** How records are reviewed, and within which times. */
export interface RecordWorkflow {
  readonly reviewPolicy: ReviewPolicy;
  readonly coSignPolicy: CoSignPolicy;
  /** An entry that is signed later than this after what it records is a late one. */
  readonly lateEntryHours: number;
  /** So long after it was begun, an entry is to be signed. */
  readonly signatureDueHours: number;
  /** So many days there are to decide a request for an amendment. */
  readonly amendmentDays: number;
  /** So long break-glass lasts if nobody says otherwise. */
  readonly breakGlassMinutes: number;
}

/** What holds in a workspace that has adopted no pack. */
export const usualWorkflow: RecordWorkflow = {
  reviewPolicy: 'peer',
  coSignPolicy: 'none',
  lateEntryHours: 72,
  signatureDueHours: 72,
  amendmentDays: 60,
  breakGlassMinutes: 60,
};

/** What the industry pack in use says about records. */
export interface RecordPack {
  readonly code: string;
  readonly name: string;
  readonly terminology: Terminology;
  readonly caseTypes: readonly PackType[];
  readonly encounterTypes: readonly PackType[];
  readonly entryTypes: readonly PackType[];
  readonly workflow: RecordWorkflow;
}

/** Asked of whoever keeps the packs, in the transaction. */
export interface RecordPacks {
  /** The pack that the workspace has adopted; null if it has adopted none. */
  current(): Promise<RecordPack | null>;
}

type Asking = { readonly recordPacks: RecordPacks };

/** How records are reviewed in the workspace, and within which times. */
export const workflowOf = async ({ recordPacks }: Asking): Promise<RecordWorkflow> =>
  (await recordPacks.current())?.workflow ?? usualWorkflow;

/** The highest label that a new case of the type begins with. */
export async function confidentialityOfCase(
  caseType: string,
  { recordPacks }: Asking,
): Promise<Confidentiality> {
  const pack = await recordPacks.current();
  return pack?.caseTypes.find(({ code }) => code === caseType)?.defaultConfidentiality ?? 'standard';
}

const typesOf = {
  caseType: { list: 'caseTypes', always: 'general' },
  encounterType: { list: 'encounterTypes', always: 'contact' },
  entryType: { list: 'entryTypes', always: 'note' },
} as const;

/** Passes for a type of the pack in use, for the one that every workspace has, and for any where there is no pack. */
export async function requirePackType(
  field: keyof typeof typesOf,
  wanted: string,
  { recordPacks }: Asking,
): Promise<void> {
  const { list, always } = typesOf[field];
  if (wanted === always) return;
  const pack = await recordPacks.current();
  if (pack !== null && !pack[list].some(({ code }) => code === wanted))
    throw invalidField(`/${field}`, 'field.invalid', 'Name a type of the industry pack in use.');
}
