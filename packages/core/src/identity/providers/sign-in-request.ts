import type { Linker } from './linker.ts';

/** What the person who proved an identity asks for. */
export interface SignInRequest {
  /** Null: to sign in. */
  readonly linker: Linker | null;
  readonly invitationHash: string | null;
  readonly deviceName: string | null;
  /** Whether an address that is only claimed may be mailed the link that verifies it (THR-6). */
  readonly mayMailIt: boolean;
}
