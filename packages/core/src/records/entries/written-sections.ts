import type { HandlerContext } from '../../kernel/handler-context.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';
import { bodySection, type SectionDefinition, type SectionValue } from '../templates/section.ts';
import { checkedValue } from '../templates/section-values.ts';
import type { WrittenSection } from './content.ts';
import type { RecordEntry } from './entry.ts';

export interface GivenContent {
  readonly sections?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: string | null | undefined;
}

/** The sections of an entry: of the version of the template that it began with (REC-53), or the one body. */
export async function definitionsOf(
  { templateId, templateVersion }: Pick<RecordEntry, 'templateId' | 'templateVersion'>,
  { recordTemplates }: Pick<RecordsPorts, 'recordTemplates'>,
): Promise<readonly SectionDefinition[]> {
  if (templateId === null || templateVersion === null) return [bodySection];
  const version = await recordTemplates.findVersion(templateId, templateVersion);
  return version?.sections ?? [];
}

/** The values with those that are given in their places; values and keys are those of the template (REC-52). */
export function withGiven(
  definitions: readonly SectionDefinition[],
  before: ReadonlyMap<string, SectionValue>,
  { sections, body }: GivenContent,
): readonly WrittenSection[] {
  const isFree = definitions.length === 1 && definitions[0] === bodySection;
  if (isFree && sections !== undefined)
    throw invalidField('/sections', 'field.unknown', 'Give body, because there is no template.');
  if (!isFree && body !== undefined)
    throw invalidField('/body', 'field.unknown', 'Give sections, because there is a template.');
  const given: Readonly<Record<string, unknown>> = isFree
    ? body === undefined
      ? {}
      : { body }
    : (sections ?? {});
  for (const key of Object.keys(given))
    if (!definitions.some((definition) => definition.key === key))
      throw invalidField(`/sections/${key}`, 'field.unknown', 'The template has no such section.');
  return definitions.map((definition) => {
    const { key, title, kind } = definition;
    const path = isFree ? '/body' : `/sections/${key}`;
    const value = Object.hasOwn(given, key)
      ? checkedValue(definition, given[key], path)
      : (before.get(key) ?? null);
    return { key, title, kind, value };
  });
}

export const defaultsOf = (definitions: readonly SectionDefinition[]): ReadonlyMap<string, SectionValue> =>
  new Map(definitions.map(({ key, defaultValue }) => [key, defaultValue]));
export const valuesOf = (sections: readonly WrittenSection[]): ReadonlyMap<string, SectionValue> =>
  new Map(sections.map(({ key, value }) => [key, value]));

/** Nothing is recorded before it happened, but for clocks that differ a little. */
export function requirePast(occurredAt: string, { now }: Pick<HandlerContext, 'now'>): void {
  if (occurredAt > plusMinutes(now, 5))
    throw invalidField('/occurredAt', 'field.out_of_range', 'Give an instant that is not in the future.');
}
