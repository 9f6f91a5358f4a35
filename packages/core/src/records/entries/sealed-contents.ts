import type { Instant } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SectionDefinition } from '../templates/section.ts';
import { contentText, type EntrySeal, renderedSection } from './content.ts';
import type { RecordEntry } from './entry.ts';
import type { SealedVersion } from './ports.ts';
import { definitionsOf } from './written-sections.ts';

/** What the texts of entries are made of beside themselves, and whom they are about. */
export interface EntrySurroundings {
  definitionsOf(entry: RecordEntry): readonly SectionDefinition[];
  /** That of its encounter; null if it has none. */
  timeZoneOf(entry: RecordEntry): string | null;
  /** A day, a month or a year; null if unknown. */
  birthDateOf(entry: RecordEntry): string | null;
}

/** A version opened: its text, and where in it the values of its sections stand, in code points (records 7.7). */
export interface OpenedContent {
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly subjectId: string;
  readonly templateId: string | null;
  readonly occurredAt: Instant;
  readonly text: string;
  readonly sections: readonly {
    readonly key: string;
    readonly kind: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly birthDate: string | null;
  /** Of its encounter; null if it has none. */
  readonly timeZone: string | null;
}

type Context = Pick<RecordsPorts, 'recordTemplates' | 'subjects' | 'encounters'>;

/** Asks once for each version of a template, and once for each subject. */
export async function entrySurroundings(
  entries: readonly RecordEntry[],
  context: Context,
): Promise<EntrySurroundings> {
  const templates = new Map(entries.map((entry) => [templateKey(entry), entry]));
  const definitions = new Map<string, readonly SectionDefinition[]>();
  for (const [key, entry] of templates) definitions.set(key, await definitionsOf(entry, context));
  const births = new Map<string, string | null>();
  for (const subjectId of new Set(entries.map((entry) => entry.subjectId)))
    births.set(subjectId, (await context.subjects.find(subjectId))?.birthDate ?? null);
  const zones = new Map<string, string | null>();
  for (const id of new Set(entries.map(({ encounterId }) => encounterId)))
    if (id !== null) zones.set(id, (await context.encounters.find(id))?.timeZone ?? null);
  return {
    timeZoneOf: ({ encounterId }) => (encounterId === null ? null : (zones.get(encounterId) ?? null)),
    definitionsOf: (entry) => definitions.get(templateKey(entry)) ?? [],
    birthDateOf: ({ subjectId }) => births.get(subjectId) ?? null,
  };
}

const templateKey = ({ templateId, templateVersion }: RecordEntry): string =>
  `${templateId}|${templateVersion}`;

/** Null once the key of the case was destroyed. */
export function openedContent(
  { entry, submission }: SealedVersion,
  surroundings: EntrySurroundings,
  seal: Pick<EntrySeal, 'openSnapshot'>,
): OpenedContent | null {
  const document = seal.openSnapshot(submission)?.document;
  if (document === undefined) return null;
  const definitions = surroundings.definitionsOf(entry);
  let at = lengthOf(document.title) + 2;
  const sections = document.sections.map((section) => {
    const start = at + lengthOf(section.title) + 1;
    const end = start + lengthOf(renderedSection(section, definitions));
    at = end + 2;
    return { key: section.key, kind: section.kind, start, end };
  });
  return {
    artifactId: entry.id,
    versionNumber: submission.number,
    subjectId: entry.subjectId,
    templateId: entry.templateId,
    occurredAt: document.occurredAt,
    text: contentText(document, definitions),
    sections,
    birthDate: surroundings.birthDateOf(entry),
    timeZone: surroundings.timeZoneOf(entry),
  };
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
