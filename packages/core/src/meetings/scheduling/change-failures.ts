import type { Failure } from '../../kernel/errors.ts';
import { invalidField } from '../../kernel/validation.ts';

/** Both PATCH endpoints require the version that the caller read (MTG-19). */
export const versionRequired = (): Failure =>
  invalidField(
    '/expectedVersion',
    'version.required',
    'Send the version that you read, as expectedVersion or If-Match.',
  );
export const nothingChanges = (): Failure => invalidField('', 'update.empty', 'Send at least one change.');
