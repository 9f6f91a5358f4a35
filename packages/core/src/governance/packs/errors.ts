import { failure } from '../../kernel/errors.ts';

export const industryPackNotFound = failure(
  'industry_pack.not_found',
  'not_found',
  'There is no such industry pack.',
);
export const industryPackCodeTaken = failure(
  'industry_pack.code_taken',
  'conflict',
  'There is a pack with this code; choose another one.',
);
export const industryPackAlreadyActive = failure(
  'industry_pack.already_active',
  'conflict',
  'The workspace uses this pack already.',
);
export const industryPackLimit = failure(
  'industry_pack.limit',
  'conflict',
  'A workspace makes at most 50 packs of its own.',
);
