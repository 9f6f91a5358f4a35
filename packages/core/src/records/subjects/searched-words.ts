import type { Subject } from './subject.ts';

/** The words of a text as they are searched for: whatever stands between letters and digits separates them. */
export const searchedWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** All words that a subject is found by. */
export const wordsOfSubject = ({
  subjectNumber,
  displayName,
  name,
  aliases,
}: Pick<Subject, 'subjectNumber' | 'displayName' | 'name' | 'aliases'>): readonly string[] => [
  ...new Set(
    [
      subjectNumber,
      displayName,
      ...Object.values(name ?? {}).filter((part) => part !== null),
      ...aliases.map((alias) => alias.displayName),
    ].flatMap(searchedWords),
  ),
];
