import type { ContextPorts, Part, PortsInside } from '../kernel/context-ports.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';

/** Something that only this person may finish; it blocks their leaving (ACC-2, WSP-12). */
export interface Responsibility {
  /** The kind of thing, as callers know it: `record_case`, `document`, `meeting`. */
  readonly kind: string;
  readonly count: number;
  /** Names at most 20 of them. */
  readonly ids: readonly string[];
}

/** Describes the end of one membership. */
export interface Departure {
  readonly workspaceId: string;
  readonly userId: string;
  /** The active member who takes over, never a guest; null if nobody was named. */
  readonly heirUserId: string | null;
  /** The member who ends it; null if the person leaves or deactivates the account. */
  readonly removedByUserId: string | null;
}

/** Describes that a member becomes a guest, who leads, hosts and organizes nothing. */
export interface Demotion {
  readonly workspaceId: string;
  readonly userId: string;
  /** The active member who takes over; null if there is none. */
  readonly heirUserId: string | null;
}

/** Says what became of the personal data of one kind that a context held. */
export interface Scrubbing {
  readonly kind: string;
  readonly erased: number;
  readonly kept: number;
  /** Why something was kept, in a few words that stay the same; null if nothing was kept. */
  readonly keptBecause: string | null;
}

/** What a participant holds beside the ports of its context; the transaction has entered the workspace. */
export type ParticipatingContext = FollowUpContext;

/** What one context does when a person leaves a workspace or the product; it runs in the transaction of the departure. */
export interface MembershipParticipant {
  readonly context: string;
  /** What blocks the departure; nothing does that somebody else can finish. */
  responsibilities(member: Pick<Departure, 'workspaceId' | 'userId'>): Promise<readonly Responsibility[]>;
  /** Hands over or ends what the person had, in the transaction that ends the membership, which is no longer active. */
  reassign(departure: Departure): Promise<void>;
  /** Hands on what a guest may not have, in the transaction that makes the member one. */
  becomesGuest(demotion: Demotion): Promise<void>;
  /** Erases what the context holds of a deactivated person outside records; safe to repeat (ACC-5). */
  scrub(member: Pick<Departure, 'workspaceId' | 'userId'>): Promise<readonly Scrubbing[]>;
}

/** A participant as a context declares it, over its own ports. */
type Declared<P> = {
  responsibilities?(
    member: Pick<Departure, 'workspaceId' | 'userId'>,
    context: ParticipatingContext & P,
  ): Promise<readonly Responsibility[]>;
  reassign?(departure: Departure, context: ParticipatingContext & P): Promise<void>;
  becomesGuest?(demotion: Demotion, context: ParticipatingContext & P): Promise<void>;
  scrub?(
    member: Pick<Departure, 'workspaceId' | 'userId'>,
    context: ParticipatingContext & P,
  ): Promise<readonly Scrubbing[]>;
};

export interface MembershipPart extends Part {
  readonly kind: 'membership_participant';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): MembershipParticipant;
}

/** Declares a context's participant over its own ports. The pipeline finds it in the exports of the context's index. */
export const membershipParticipant = <S extends ContextPorts>(
  ports: S,
  declared: Declared<PortsInside<S>>,
): MembershipPart => ({
  kind: 'membership_participant',
  ports,
  bind: (context, own) => ({
    context,
    responsibilities: async (member) => (await declared.responsibilities?.(member, own())) ?? [],
    reassign: async (departure) => declared.reassign?.(departure, own()),
    becomesGuest: async (demotion) => declared.becomesGuest?.(demotion, own()),
    scrub: async (member) => (await declared.scrub?.(member, own())) ?? [],
  }),
});
