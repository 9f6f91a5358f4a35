import type { FoundDocument, Passage } from './ports.ts';
import { snippetOf } from './snippets.ts';

export const highlightedFields = ['name', 'description', 'tags', 'fileName', 'identifiers', 'text'] as const;

export interface Highlight {
  readonly field: (typeof highlightedFields)[number];
  readonly snippet: string;
  readonly page: number | null;
}

/** Where in a document the terms were found. */
export function highlightsOf(
  { name, description, tags, fileName, identifiers }: FoundDocument,
  passage: Passage | undefined,
  terms: readonly string[],
): readonly Highlight[] {
  const texts: readonly (readonly [Highlight['field'], string, number | null])[] = [
    ['name', name, null],
    ['description', description ?? '', null],
    ['tags', tags.join(', '), null],
    ['fileName', fileName, null],
    ['identifiers', identifiers.map(({ value }) => value).join(', '), null],
    ['text', passage?.body ?? '', passage?.page ?? null],
  ];
  return texts.flatMap(([field, text, page]) => {
    const snippet = snippetOf(text, terms);
    return snippet === null ? [] : [{ field, snippet, page }];
  });
}
