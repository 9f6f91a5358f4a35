import { failure } from '../../kernel/errors.ts';

export const intelligenceRunNotFound = failure(
  'intelligence.not_found',
  'not_found',
  'There is no such run in this workspace, or you do not see what it was drawn from.',
);
export const intelligenceInvalidState = failure(
  'intelligence.invalid_state',
  'conflict',
  'The state of the run or of a finding forbids this; read it again.',
);
export const intelligenceInputChanged = failure(
  'intelligence.input_changed',
  'conflict',
  'An entry that a finding cites was amended or marked as an error since; reject the finding, or run it again.',
);
export const intelligenceNoInput = failure(
  'intelligence.no_input',
  'conflict',
  'There is no finalized entry that you see and the provider may read.',
);
export const intelligenceRunActive = failure(
  'intelligence.run_active',
  'conflict',
  'Another run of this case is not finished yet.',
);
export const intelligenceProviderNotAllowed = failure(
  'intelligence.provider_not_allowed',
  'forbidden',
  'No external provider may be asked: the workspace or the operator has not allowed one.',
);
