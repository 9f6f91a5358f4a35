import { date } from '../../kernel/shapes.ts';
import {
  type Citation,
  findingKinds,
  longestFinding,
  mostCitations,
  mostFindings,
  type ProposedFinding,
} from './finding.ts';
import type { IntelligenceAsked, ReadVersion } from './provider.ts';

/** What is left of an answer, and how many of its findings were dropped. */
export interface CheckedFindings {
  readonly findings: readonly ProposedFinding[];
  readonly dropped: number;
}

/**
 * The findings whose every citation stands where it says, word for word (GOV-30). One that cites wrongly, or that nobody
 * asked for, is dropped, and the others stay.
 */
export function checkedFindings(
  proposed: readonly ProposedFinding[],
  { kinds, versions }: Pick<IntelligenceAsked, 'kinds' | 'versions'>,
): CheckedFindings {
  const texts = new Map(versions.map((version) => [placeOf(version), new CodePoints(version.text)]));
  const stands = ({ artifactId, versionNumber, start, end, exact }: Citation): boolean =>
    texts.get(placeOf({ artifactId, versionNumber }))?.slice(start, end) === exact && exact !== '';
  const sound = proposed.filter((finding) => {
    const { kind, text, confidence, citations } = finding;
    const isWithinBounds =
      text !== '' &&
      text.length <= longestFinding &&
      confidence >= 0 &&
      confidence <= 1 &&
      citations.length > 0 &&
      citations.length <= mostCitations;
    return kinds.includes(kind) && isWithinBounds && citations.every(stands) && isSound(finding);
  });
  const findings = [...sound]
    .sort((one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind))
    .slice(0, mostFindings);
  return { findings, dropped: proposed.length - findings.length };
}

/** Whether its dates are days that there are, and its title is one. */
function isSound(finding: ProposedFinding): boolean {
  if (finding.kind === 'timeline') return isDay(finding.data.date);
  if (finding.kind !== 'follow_up_candidates') return true;
  const { title, dueOn } = finding.data;
  return title.trim() !== '' && title.length <= longestFinding && (dueOn === null || isDay(dueOn));
}

const isDay = (text: string): boolean => date().safeParse(text).success;

const placeOf = ({ artifactId, versionNumber }: Pick<ReadVersion, 'artifactId' | 'versionNumber'>): string =>
  `${artifactId}|${versionNumber}`;

/** A text whose places are counted in code points, cut once for all that is looked up in it. */
class CodePoints {
  readonly #text: string;
  #points: readonly string[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Null if there is no such place. */
  slice(start: number, end: number): string | null {
    this.#points ??= [...this.#text];
    const exists =
      Number.isInteger(start) &&
      Number.isInteger(end) &&
      start >= 0 &&
      start < end &&
      end <= this.#points.length;
    return exists ? this.#points.slice(start, end).join('') : null;
  }
}
