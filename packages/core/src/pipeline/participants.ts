import type { MembershipParticipant } from '../identity/index.ts';
import type { ClosureParticipant, SecondPersonCandidates } from '../workspace/index.ts';
import { contexts } from './contexts.ts';

/** What the contexts export of one kind, in the order of the contexts. */
const ofKind = (kind: string): readonly unknown[] =>
  Object.values(contexts).flatMap((door) =>
    Object.values(door).filter(
      (value: unknown) =>
        typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind,
    ),
  );

// Each kind is made by one function alone, so its name says its type.

/** What each context does when a person leaves. */
export const membershipParticipants = () =>
  ofKind('membership_participant') as readonly MembershipParticipant[];

/** What each context does when a workspace closes. */
export const closureParticipants = () => ofKind('closure_participant') as readonly ClosureParticipant[];

/** Whom each context knows that could act as second person. */
export const secondPersonCandidates = () =>
  ofKind('second_person_candidates') as readonly SecondPersonCandidates[];
