import { isManager } from '../kernel/access.ts';
import type { UserPrincipal } from '../kernel/principal.ts';

/** Whose eyes a document is looked at with. */
export interface Viewer {
  readonly userId: string;
  /** Owners and admins see every document of the workspace. */
  readonly seesAll: boolean;
  /** Guests see nothing but what names them. */
  readonly isGuest: boolean;
}

export const viewerOf = ({ userId, membership }: UserPrincipal): Viewer => ({
  userId,
  seesAll: isManager(membership?.role),
  isGuest: membership?.role === 'guest',
});
