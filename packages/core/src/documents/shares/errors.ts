import { failure } from '../../kernel/errors.ts';

export const shareNotFound = failure(
  'share.not_found',
  'not_found',
  'The document has no such share; read the document to find its shares.',
);
export const shareTooMany = failure(
  'share.too_many',
  'conflict',
  'A document has at most 100 active shares; revoke some first.',
);
export const shareDownloadRequired = failure(
  'share.download_required',
  'conflict',
  'A browser cannot show a file of this kind safely, so it can only be shared with allowDownload.',
);
export const sharePasscodeRequired = failure(
  'share.passcode_required',
  'forbidden',
  'The document is behind a passcode; send it, or open the share with it and use contentUrl.',
);
export const sharePasscodeIncorrect = failure(
  'share.passcode_incorrect',
  'forbidden',
  'The passcode is wrong; ask whoever sent you the link.',
);
export const shareGrantExpired = failure(
  'share.grant_expired',
  'forbidden',
  'The grant in this address is over; open the share again for a new one.',
);
