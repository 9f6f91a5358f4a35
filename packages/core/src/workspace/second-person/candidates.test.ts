import { expect } from 'chai';
import { eligibleIn } from './candidates.ts';
import { type Candidacy, candidacies } from './second-person.ts';

/** The reason that is shown of a person for whom the contexts give these reasons. */
async function shownOf(reasons: readonly Candidacy[]) {
  const candidates = reasons.map((because) => ({
    context: because,
    eligible: async () => [{ userId: 'usr_grace', because }],
  }));
  const able = async () => [{ userId: 'usr_grace', displayName: 'Grace', role: 'member' }];
  const [eligible] = await eligibleIn('workspace_1', {
    secondPersonCandidates: candidates,
    members: { able },
  });
  return eligible?.because;
}

describe('the reasons to be second person', () => {
  const inOrder = ['owner', 'admin', 'privacy_officer', 'records_manager', 'lead', 'reviewer'] as const;

  for (const [at, reason] of inOrder.entries())
    it(`SPR-2: somebody who is ${inOrder.slice(at).join(', ')} is shown as ${reason}`, async () => {
      const reasons = inOrder.slice(at);

      expect([await shownOf(reasons), await shownOf(reasons.toReversed())]).to.deep.equal([reason, reason]);
    });

  it('SPR-2: there are these six and no other', () => {
    expect(candidacies).to.deep.equal(inOrder);
  });
});
