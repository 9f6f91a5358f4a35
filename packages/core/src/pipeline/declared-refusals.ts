import type { UseCase } from '../kernel/declaration.ts';
import {
  type FailureType,
  idempotencyInFlight,
  idempotencyKeyReused,
  mediaTypeNotSupported,
  requestTooLarge,
} from '../kernel/errors.ts';
import { refusalsOfGates } from '../kernel/gate-refusals.ts';
import { takesFile } from '../kernel/incoming-file.ts';
import { uploadEmpty, uploadFileMissing, uploadTooLarge, uploadTooManyFiles } from '../uploads/index.ts';

/** Of a file that comes with a call (`file-intake.ts`). */
const refusalsOfIntake = [
  uploadFileMissing,
  uploadTooManyFiles,
  uploadEmpty,
  uploadTooLarge,
  // A body in parts says so itself when it is read: it is none, or its texts are too long.
  mediaTypeNotSupported,
  requestTooLarge,
];
const refusalsOfKey = [idempotencyInFlight, idempotencyKeyReused];

/**
 * Every failure that a call can be refused with, an idempotency key included if it may come with one: those of the gates
 * and those that the use case declares. The published contract is written from this.
 */
export const refusalsOf = (useCase: UseCase, takesKey: boolean): readonly FailureType[] => [
  ...refusalsOfGates(useCase),
  ...(useCase.errors ?? []),
  ...(takesFile(useCase) ? refusalsOfIntake : []),
  ...(takesKey ? refusalsOfKey : []),
];
