import { z } from 'zod';
import { secretToken, text } from '../../kernel/shapes.ts';
import type { Linker } from './linker.ts';

/** What a sign-in asks for beside its proof. */
export const signInRequestFields = {
  intent: z
    .enum(['sign_in', 'link'])
    .default('sign_in')
    .describe('`link` adds the identity to the account whose access token is sent; it needs a recent proof.'),
  invitationToken: secretToken().optional().describe('Of an invitation, for whoever has no account yet.'),
  deviceName: text(120).optional().describe('Shown in the list of sessions.'),
};

/** What the person who proved an identity asks for. */
export interface SignInRequest {
  /** Null: to sign in. */
  readonly linker: Linker | null;
  readonly invitationHash: string | null;
  readonly deviceName: string | null;
  /** Whether an address that is only claimed may be mailed the link that verifies it (THR-6). */
  readonly mayMailIt: boolean;
}
