import type { Role } from '../kernel/access.ts';
import type { Instant } from '../kernel/time.ts';

/** Answers what other contexts ask about people of the workspace. */
export interface MemberDirectory {
  /** The members among the ids, including suspended ones. */
  find(userIds: readonly string[]): Promise<readonly DirectoryMember[]>;
  /** The active member whose verified address this is, or null. */
  byEmail(email: string): Promise<DirectoryMember | null>;
  byEmails(emails: readonly string[]): Promise<readonly DirectoryMember[]>;
  /** Both in one query: the members among the ids, and the active members among the addresses; each person once. */
  among(userIds: readonly string[], emails: readonly string[]): Promise<readonly DirectoryMember[]>;
  /** The name of a member or former member, as it was last known here. */
  nameOf(userId: string): Promise<string | null>;
  /** The active owners. */
  ownerIds(): Promise<readonly string[]>;
  /**
   * How to reach an active owner, by a verified or claimed address; null for anybody else, and if there is no address.
   * Only for reactions, since it reads accounts.
   */
  ownerContact(userId: string): Promise<OwnerContact | null>;
  /** How to reach any active member. */
  contact(userId: string): Promise<OwnerContact | null>;
}

export interface OwnerContact {
  readonly userId: string;
  readonly displayName: string;
  readonly address: string;
  readonly locale: string;
}

export interface DirectoryMember {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly role: Role;
  readonly status: 'active' | 'suspended';
}

/** The workspace as the integration API shows it. */
export interface WorkspaceIdentity {
  identity(): Promise<{
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly status: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  }>;
}
