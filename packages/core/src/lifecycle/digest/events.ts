import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { userId } from '../../kernel/shapes.ts';

/** An owner gets the digest of a week. It has no ledger line: it tells of nothing that others do not show. */
export const lifecycleDigestDue = event('lifecycle.digest_due', z.strictObject({ userId: userId() }), null);
