import { failure } from '../../kernel/errors.ts';

export const bulkTooMany = failure(
  'bulk.too_many',
  'conflict',
  'The filter finds more than 500 documents; narrow it. The details say how many it finds.',
);
