import { z } from 'zod';
import { secretToken, visibleName } from '../../kernel/shapes.ts';
import type { Linker } from './linker.ts';

/** The fields of a sign-in at a provider beside its proof. */
export const signInRequestFields = {
  intent: z
    .enum(['sign_in', 'link'])
    .default('sign_in')
    .describe('`link` adds the identity to the account whose access token is sent; it needs a recent proof.'),
  invitationToken: secretToken()
    .optional()
    .describe('The token of an invitation, if you have no account yet.'),
  deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
};

/** What the person who proved an identity requests. */
export interface SignInRequest {
  /** The person who links an identity; null at a sign-in. */
  readonly linker: Linker | null;
  readonly invitationHash: string | null;
  readonly deviceName: string | null;
  /** Whether an address that is only claimed may be mailed the link that verifies it (THR-6). */
  readonly mayMailIt: boolean;
}
