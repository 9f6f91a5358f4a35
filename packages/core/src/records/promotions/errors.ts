import { failure } from '../../kernel/errors.ts';

export const promotionAlreadyPromoted = failure(
  'promotion.already_promoted',
  'conflict',
  'The same was made of this version in this case already, as details say; use it, or set allowDuplicate.',
);
export const promotionSourceNotReady = failure(
  'promotion.source_not_ready',
  'conflict',
  'The source is in a state of which nothing is made yet; look at it.',
);
