import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

/** Everybody is done, or somebody asks for the seal again. It has no ledger line, since it follows an event that has one. */
export const sealDue = event('document.seal_due', z.strictObject({ documentId: id(), roundId: id() }), null);

/** The jobs that seal. */
export const sealTopic = 'documents.seal';

/** A link to the sealed file waits to be mailed; likewise without a ledger line. */
export const copyMailDue = event('signer.copy_due', z.strictObject({ signerId: id(), linkId: id() }), null);
