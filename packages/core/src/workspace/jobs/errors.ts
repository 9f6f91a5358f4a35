import { failure } from '../../kernel/errors.ts';

export const jobNotFound = failure('job.not_found', 'not_found', 'There is no such job in this workspace.');
