import { failure } from '../../kernel/errors.ts';

export const riskNotOpen = failure(
  'risk.not_open',
  'conflict',
  'The document does not have this risk at the moment; read its lifecycle again.',
);
