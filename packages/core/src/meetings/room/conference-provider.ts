import type { Instant } from '../../kernel/time.ts';

export const conferenceKinds = ['embedded', 'livekit', 'jitsi'] as const;
export type ConferenceKind = (typeof conferenceKinds)[number];

/** What a person may do in the room. */
export interface ConferenceGrants {
  readonly publishAudio: boolean;
  readonly publishVideo: boolean;
  readonly shareScreen: boolean;
  readonly subscribe: boolean;
  readonly moderate: boolean;
}

/** One person's place in a room: all that the media server learns of them (meetings 8.1). */
export interface ConferenceSeat {
  /** Opaque; says nothing of title, code or people. */
  readonly room: string;
  readonly admissionId: string;
  readonly displayName: string;
  readonly role: string;
  readonly grants: ConferenceGrants;
}

/** What the media server saw; `connection` tells the devices of one person apart. */
export type ConferenceFact =
  | {
      readonly kind: 'presence';
      readonly room: string;
      /** The identity it was let in under: an admission's id, where the event is of one of ours. */
      readonly identity: string;
      readonly connection: string;
      readonly joinedAt: Instant | null;
      readonly leftAt: Instant | null;
    }
  /** Everybody who was there at that moment. */
  | {
      readonly kind: 'snapshot';
      readonly room: string;
      readonly at: Instant;
      readonly connections: readonly string[];
      /** The room is no more. */
      readonly finished: boolean;
    };

export interface ConferenceProvider {
  readonly kind: ConferenceKind;
  /** Where the client connects; null where there is no server to name. */
  readonly serverUrl: string | null;
  /** Whether a person can be thrown out of a connection that stands, and a room be ended. */
  readonly capabilities: { readonly canRemove: boolean; readonly canEndRoom: boolean };
  /** An HS256 JWT, made without asking anybody, that opens the room from 10 s before `now` until `expiresAt`. */
  joinToken(seat: ConferenceSeat, now: Instant, expiresAt: Instant): Promise<string>;
  /**
   * What a posted event says; events of no interest give none. Null where it does not prove that it comes from the media
   * server. Throws `SyntaxError` for an authentic body that cannot be read.
   */
  readEvents(
    authorization: string | null,
    body: Uint8Array,
    now: Instant,
  ): Promise<readonly ConferenceFact[] | null>;
}

export interface ConferenceProviders {
  /** The one that new meetings get. */
  readonly usual: ConferenceKind;
  /** Null where this installation has not been told how to reach it. */
  of(kind: ConferenceKind): ConferenceProvider | null;
}
