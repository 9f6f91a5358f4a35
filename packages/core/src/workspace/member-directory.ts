import type { Role } from '../kernel/access.ts';
import type { CursorKey } from '../kernel/pages.ts';
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
  /**
   * Active members whose name or address contains the text, whatever its case and accents, ordered by name; the empty text
   * finds all. `roles` are the roles to look among, null for all; `after` is the key of the last member of the page
   * before (`memberCursor`). `limit + 1` members mean that there are more. A text that is longer than any name or address
   * finds nobody.
   */
  search(
    text: string,
    roles: readonly Role[] | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly FoundMember[]>;
  /** In which language and zone these members live; former members are left out. */
  profiles(userIds: readonly string[]): Promise<readonly MemberProfile[]>;
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

export interface FoundMember extends DirectoryMember {
  /** The name in the form that it is sorted by. */
  readonly sortName: string;
}

/** How lists of found members continue: `pageFields(memberCursor.parts)` and `pageOf(found, limit, memberCursor.keyOf)`. */
export const memberCursor = {
  parts: ['text', 'text'],
  keyOf: ({ sortName, userId }: Pick<FoundMember, 'sortName' | 'userId'>): CursorKey => [sortName, userId],
} as const;

export interface MemberProfile {
  readonly userId: string;
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** A name of the tz database. */
  readonly timeZone: string;
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

/** As whom the workspace appears to people outside of it. */
export interface WorkspaceProfile {
  readonly id: string;
  readonly name: string;
  /** The name on invoices and seals; null without one. */
  readonly legalName: string | null;
  readonly logoUrl: string | null;
  /** A BCP 47 tag. */
  readonly defaultLocale: string;
  readonly defaultTimeZone: string;
}

export interface WorkspaceIdentity {
  profile(): Promise<WorkspaceProfile>;
  /** The workspace as the integration API shows it. */
  identity(): Promise<{
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly status: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  }>;
  /** How the workspace appears to people outside: its name, the https address of its logo, and the language of its mail. */
  brand(): Promise<{
    readonly name: string;
    readonly logoUrl: string | null;
    readonly defaultLocale: string;
  }>;
  /** The origins of web apps that may show its signing links in a frame; none of a workspace that is not there. */
  embeddingOrigins(): Promise<readonly string[]>;
}
