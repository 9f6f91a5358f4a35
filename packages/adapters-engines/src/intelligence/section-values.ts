import type { governance } from '@chancery/core';
import { inconsistency } from './inconsistency.ts';
import { inTime } from './sentences.ts';

type ReadVersion = governance.ReadVersion;

const compared: ReadonlySet<string> = new Set(['number', 'date', 'choice']);
const mostDaysApart = 7;

/** Sections of which the first is not to lie behind the second. */
const ranges = [
  ['admitted_on', 'discharged_on'],
  ['begins_on', 'ends_on'],
  ['starts_on', 'ends_on'],
  ['from', 'until'],
] as const;

/** One section of one template with different values in two entries that follow each other within a week. */
export function differentValues(
  versions: readonly ReadVersion[],
  language: string,
): readonly governance.ProposedFinding[] {
  const inOrder = versions
    .map((version) => ({ version, start: 0 }))
    .sort(inTime)
    .map(({ version }) => version);
  const last = new Map<string, governance.Citation & { readonly day: string }>();
  const found: governance.ProposedFinding[] = [];
  for (const version of inOrder)
    for (const section of version.sections) {
      const place = placeOfValue(version, section);
      if (place === null || version.templateId === null || !compared.has(section.kind)) continue;
      const key = [version.subjectId, version.templateId, section.key].join('|');
      const { day, ...before } = last.get(key) ?? { ...place, day: dayOf(version) };
      if (before.exact !== place.exact && daysBetween(day, dayOf(version)) <= mostDaysApart)
        found.push(inconsistency('different_value', language, [before, place]));
      last.set(key, { ...place, day: dayOf(version) });
    }
  return found;
}

/** Two dates of one entry of which the end lies before the beginning. */
export const reversedSections = (
  versions: readonly ReadVersion[],
  language: string,
): readonly governance.ProposedFinding[] =>
  versions.flatMap((version) =>
    ranges.flatMap(([from, to]) => {
      const [first, second] = [from, to].map((key) => {
        const section = version.sections.find((each) => each.key === key && each.kind === 'date');
        return section === undefined ? null : placeOfValue(version, section);
      });
      if (first == null || second == null || second.exact >= first.exact) return [];
      return [inconsistency('end_before_start', language, [first, second])];
    }),
  );

function placeOfValue(
  { artifactId, versionNumber, text }: ReadVersion,
  { start, end }: governance.ReadSection,
): governance.Citation | null {
  if (start >= end) return null;
  const exact = [...text].slice(start, end).join('');
  return { artifactId, versionNumber, start, end, exact };
}

const dayOf = ({ occurredOn }: ReadVersion): string => occurredOn.slice(0, 10);
const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(`${other}T00:00:00Z`) - Date.parse(`${one}T00:00:00Z`)) / 86_400_000;
