import { failure } from '../kernel/errors.ts';

export const signerNotFound = failure(
  'signer.not_found',
  'not_found',
  'There is no such signer in the current round of this document; read the document again.',
);
export const signerNotPending = failure(
  'signer.not_pending',
  'conflict',
  'This person has nothing to do in the round at this time; read the document again.',
);
export const signerNotTheirTurn = failure(
  'signer.not_their_turn',
  'conflict',
  'The groups before this person are not done yet, so there is no link to send.',
);
export const signerRemindedRecently = failure(
  'signer.reminded_recently',
  'too_many',
  'This person was sent a link just now; wait as long as Retry-After says.',
);
export const documentNotSignable = failure(
  'document.not_signable',
  'conflict',
  'Only PDF files can be signed; convert the document to PDF and upload that.',
);
export const documentPdfEncrypted = failure(
  'document.pdf_encrypted',
  'conflict',
  'The PDF is protected by a password; upload it without one.',
);
export const documentPdfAlreadySigned = failure(
  'document.pdf_already_signed',
  'conflict',
  'The PDF carries a digital signature already, which signing here would break; upload one without it.',
);
export const documentPdfXfa = failure(
  'document.pdf_xfa',
  'conflict',
  'The PDF is a dynamic form (XFA); print it to a PDF file and upload that.',
);
export const documentPdfDamaged = failure(
  'document.pdf_damaged',
  'conflict',
  'The PDF cannot be read without faults; save it anew and upload that.',
);
export const documentPdfTooLarge = failure(
  'document.pdf_too_large',
  'conflict',
  'The PDF is larger than 100 MiB; split it or make its images smaller.',
);
export const documentTooManyPages = failure(
  'document.too_many_pages',
  'conflict',
  'The PDF has more than 1,000 pages; split it.',
);
export const documentNotInspected = failure(
  'document.not_inspected',
  'conflict',
  'The PDF is still being looked into; try again as Retry-After says.',
);
export const documentTooManyRounds = failure(
  'document.too_many_rounds',
  'conflict',
  'The document has had 100 signing rounds; upload it as a new document.',
);
export const signingNoRecipient = failure(
  'signing.no_recipient',
  'conflict',
  'Name at least one person who signs or approves.',
);
export const signingFieldMissing = failure(
  'signing.field_missing',
  'conflict',
  'Give each person named in details a required field for the signature, or set appendSignaturePage.',
);
export const signingDeadlinePassed = failure(
  'signing.deadline_passed',
  'conflict',
  'The deadline is less than an hour away or has passed; choose a later deadlineAt.',
);
export const documentNotSealed = failure(
  'document.not_sealed',
  'conflict',
  'There is no certificate until everybody has signed and the document is sealed.',
);
export const verificationNotFound = failure(
  'verification.not_found',
  'not_found',
  'No file with this digest was sealed here; a file that was changed, saved anew or printed has another one.',
);
