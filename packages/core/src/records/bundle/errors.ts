import { failure } from '../../kernel/errors.ts';

export const recordsExportNotAllowed = failure(
  'records.export_not_allowed',
  'forbidden',
  'Only who leads the case or writes in it, and owners and admins, take a bundle of it; ask one of them.',
);
export const bundleEmpty = failure(
  'bundle.empty',
  'conflict',
  'Nothing of the case that you may see and asked for is finished; ask for more.',
);
export const bundleChanged = failure(
  'bundle.changed',
  'conflict',
  'The case changed while the bundle was composed; ask for it again.',
);
export const bundleTooLarge = failure(
  'bundle.too_large',
  'too_large',
  'A bundle has at most 2 000 pages and 200 MiB and takes a minute; narrow it by from, to or include.',
);
