import { z } from 'zod';
import { linkGone, linkNotFound } from '../kernel/links.ts';
import { linkThrottle } from './by-link/link-throttle.ts';
import { query } from './ports.ts';

/**
 * Which web apps may show the signing page of a workspace in a frame: asked by whoever serves that page, before its link is
 * known. It has no endpoint, because a browser learns the answer from the policy of the page. A workspace that names no origin
 * is answered like one that is not there.
 */
export const getSigningFrame = query({
  summary: 'Show which web apps may hold the signing page of a workspace in a frame',
  access: 'anyone',
  always: true,
  throttle: linkThrottle,
  input: z.strictObject({ workspaceId: z.string().max(64).describe('The workspace whose page it is.') }),
  output: z.object({ origins: z.array(z.string()).describe('Their origins.') }),
  errors: [linkNotFound, linkGone],

  async run({ workspaceId }, context) {
    await context.enterByLink(workspaceId);
    const origins = await context.workspaceIdentity.embeddingOrigins();
    if (origins.length === 0) throw linkNotFound();
    return { origins: [...origins] };
  },
});
