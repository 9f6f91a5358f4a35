import type { ContextPorts, Part, PortsInside } from '../../kernel/context-ports.ts';
import type { Candidacy, Candidate } from './second-person.ts';
import { candidacies } from './second-person.ts';

/** Lists the people who could act as second person, as one context knows them. */
export interface SecondPersonCandidates {
  readonly context: string;
  /** Runs in the caller's transaction, which has entered the workspace. Whether they are active members is checked afterwards. */
  eligible(workspaceId: string): Promise<readonly Candidate[]>;
}

export interface SecondPersonPart extends Part {
  readonly kind: 'second_person_candidates';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): SecondPersonCandidates;
}

/** Declares a context's candidates over its own ports. They are found because the context's index exports them. */
export const secondPersonCandidates = <S extends ContextPorts>(
  ports: S,
  declared: { eligible(workspaceId: string, ports: PortsInside<S>): Promise<readonly Candidate[]> },
): SecondPersonPart => ({
  kind: 'second_person_candidates',
  ports,
  bind: (context, own) => ({
    context,
    eligible: (workspaceId) => declared.eligible(workspaceId, own()),
  }),
});

/** Somebody who could act as second person now: an active member with an active account, and no guest (SPR-2). */
export interface Eligible extends Candidate {
  readonly displayName: string;
}

interface CandidatePorts {
  readonly secondPersonCandidates: readonly SecondPersonCandidates[];
  readonly members: {
    able(
      userIds: readonly string[] | null,
    ): Promise<readonly { readonly userId: string; readonly displayName: string; readonly role: string }[]>;
  };
}

/** Everybody who could act as second person, each once, with the first of their reasons. */
export async function eligibleIn(workspaceId: string, ports: CandidatePorts): Promise<readonly Eligible[]> {
  const because = new Map<string, Candidacy>();
  for (const candidates of ports.secondPersonCandidates)
    for (const candidate of await candidates.eligible(workspaceId)) {
      const known = because.get(candidate.userId);
      if (known === undefined || candidacies.indexOf(candidate.because) < candidacies.indexOf(known))
        because.set(candidate.userId, candidate.because);
    }
  const able = await ports.members.able([...because.keys()]);
  return able.flatMap(({ userId, displayName, role }) => {
    const reason = because.get(userId);
    return role === 'guest' || reason === undefined ? [] : [{ userId, displayName, because: reason }];
  });
}
