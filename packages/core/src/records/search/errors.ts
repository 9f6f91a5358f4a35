import { failure } from '../../kernel/errors.ts';

export const searchNoTerms = failure(
  'search.no_terms',
  'invalid',
  'Give a word to find; words that are excluded or that every text has find nothing.',
);
