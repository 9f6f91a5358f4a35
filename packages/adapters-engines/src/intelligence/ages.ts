import type { governance } from '@chancery/core';
import { inconsistency } from './inconsistency.ts';
import { cited, type Sentence, titleOf } from './sentences.ts';
import type { LanguageWords } from './words.ts';

/** Ages that are more than a year off from what the date of birth says on the day of the entry. */
export const ageContradictions = (
  sentences: readonly Sentence[],
  { age }: LanguageWords,
  language: string,
): readonly governance.ProposedFinding[] =>
  sentences.flatMap((sentence) => {
    const { version, text } = sentence;
    const match = age.exec(text);
    const said = match?.slice(1).find((group) => group !== undefined);
    if (match === null || said === undefined || version.birthDate === null) return [];
    const [least, most] = agesOn(version.birthDate, version.occurredOn.slice(0, 10));
    if (Number(said) >= least - 1 && Number(said) <= most + 1) return [];
    const citations = [
      cited(sentence, match.index, match.index + match[0].length),
      cited(titleOf(version)),
    ] as const;
    return [inconsistency('age', language, citations)];
  });

/** The ages that somebody may have on a day, if only the year or the month of the birth is known. */
function agesOn(birthDate: string, day: string): readonly [least: number, most: number] {
  const [first, last] =
    birthDate.length === 4
      ? [`${birthDate}-01-01`, `${birthDate}-12-31`]
      : birthDate.length === 7
        ? [`${birthDate}-01`, `${birthDate}-31`]
        : [birthDate, birthDate];
  return [yearsBetween(last, day), yearsBetween(first, day)];
}

function yearsBetween(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}
