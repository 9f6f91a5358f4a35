import { failure } from '../../kernel/errors.ts';

export const viewNotFound = failure(
  'view.not_found',
  'not_found',
  'There is no such saved view that you see; list them with the dashboard.',
);
export const viewDuplicate = failure(
  'view.duplicate',
  'conflict',
  'You have a saved view of this name already; choose another name.',
);
export const viewTooMany = failure(
  'view.too_many',
  'conflict',
  'A person has at most 50 saved views, and a workspace shares at most 100; delete some.',
);
