import { failure } from '../kernel/errors.ts';

export const apiKeyNotFound = failure(
  'api_key.not_found',
  'not_found',
  'There is no such API key in this workspace.',
);
