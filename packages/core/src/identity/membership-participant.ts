import type { ContextPorts, Part, PortsInside } from '../kernel/context-ports.ts';
import type { FollowUpContext } from '../kernel/use-case.ts';

/** Something that only this person may finish; it blocks their leaving (ACC-2, WSP-12). */
export interface Responsibility {
  /** What it is, as callers know it: `record_case`, `document`, `meeting`. */
  readonly kind: string;
  readonly count: number;
  /** At most 20 of them. */
  readonly ids: readonly string[];
}

/** The end of one membership. */
export interface Departure {
  readonly workspaceId: string;
  readonly userId: string;
  /** Who takes over, an active member who is no guest; null where nobody was named. */
  readonly heirUserId: string | null;
  /** Who ends it; null where the person leaves, or deactivates the account. */
  readonly removedByUserId: string | null;
}

/** What became of the personal data of one kind that a context held. */
export interface Scrubbing {
  readonly kind: string;
  readonly erased: number;
  readonly kept: number;
  /** Why something was kept, in a few words that stay the same; null where nothing was. */
  readonly keptBecause: string | null;
}

/** What a participant holds beside the ports of its context; the unit has entered the workspace. */
export type ParticipatingContext = FollowUpContext;

/** What one context does when a person leaves a workspace, or the product; in the asking transaction. */
export interface MembershipParticipant {
  readonly context: string;
  /** What blocks: nothing where somebody else can finish it. */
  responsibilities(member: Pick<Departure, 'workspaceId' | 'userId'>): Promise<readonly Responsibility[]>;
  /** In the transaction that ends the membership, which is no longer active: hands on or ends what the person had. */
  reassign(departure: Departure): Promise<void>;
  /** Erases what the context holds of a deactivated person outside records; safe to repeat (ACC-5). */
  scrub(member: Pick<Departure, 'workspaceId' | 'userId'>): Promise<readonly Scrubbing[]>;
}

/** The same as a context declares it, over its own ports. */
type Declared<P> = {
  responsibilities?(
    member: Pick<Departure, 'workspaceId' | 'userId'>,
    context: ParticipatingContext & P,
  ): Promise<readonly Responsibility[]>;
  reassign?(departure: Departure, context: ParticipatingContext & P): Promise<void>;
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

/** Declares a context's participant over its own ports; exported from the context's index it is found. */
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
    scrub: async (member) => (await declared.scrub?.(member, own())) ?? [],
  }),
});
