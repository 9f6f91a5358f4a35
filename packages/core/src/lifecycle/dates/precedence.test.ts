import { expect } from 'chai';
import fc from 'fast-check';
import { precedenceVectors } from '../testing/vectors.ts';
import { assignmentScopes, precedenceOf, type StandingAssignment } from './precedence.ts';

type Case = (typeof precedenceVectors.cases)[number];

function foldersAbove({ folders, document }: Case): readonly string[] {
  const above: string[] = [];
  for (let at = document.folderId; at !== null; at = folders[at] ?? null) above.push(at);
  return above;
}

const placeIn = (one: Case) => ({
  documentId: one.document.id,
  folderIds: foldersAbove(one),
  typeId: one.document.typeId,
});

describe('precedenceOf', () => {
  it('LIF-1: is tried with all golden cases', () => {
    expect(precedenceVectors.cases).to.have.length(10);
  });

  for (const one of precedenceVectors.cases) {
    it(`LIF-1: finds the policy of the golden case ${one.id}`, () => {
      const standing = one.assignments
        .filter(({ active = true }) => active)
        .map(({ policyStatus = 'active', ...assignment }) => ({ ...assignment, policyStatus }));

      const { winner, trace } = precedenceOf(placeIn(one), standing);

      const told = winner && {
        policyId: winner.policyId,
        scope: winner.scope,
        targetId: winner.targetId,
      };
      expect(told).to.deep.equal(one.expect.winner);
      // The golden cases leave out policies that are archived.
      const steps = trace.map(({ scope, targetId, assignment }) => ({
        scope,
        targetId,
        policyId: assignment?.policyStatus === 'active' ? assignment.policyId : null,
      }));
      expect(steps).to.deep.equal(one.expect.trace);
    });
  }

  it('LIF-1: lets exactly one policy win if any counts, and none that is outranked', () => {
    const folders = ['near', 'middle', 'far'];
    const targets = [
      ...['doc', 'other'].map((targetId) => ({ scope: 'document' as const, targetId })),
      ...folders.map((targetId) => ({ scope: 'folder' as const, targetId })),
      ...['lease', 'visa'].map((targetId) => ({ scope: 'type' as const, targetId })),
      { scope: 'workspace' as const, targetId: null },
    ];
    const anyAssignments = fc
      .subarray(targets)
      .chain((chosen) =>
        fc.tuple(
          ...chosen.map((target) =>
            fc
              .constantFrom('active' as const, 'archived' as const)
              .map((policyStatus) => ({ ...target, policyStatus, policyId: JSON.stringify(target) })),
          ),
        ),
      );

    fc.assert(
      fc.property(anyAssignments, (assignments) => {
        const place = { documentId: 'doc', folderIds: folders, typeId: 'lease' };

        const { winner, trace } = precedenceOf(place, assignments);

        const rank = ({ scope, targetId }: StandingAssignment) =>
          assignmentScopes.indexOf(scope) * 10 + folders.indexOf(targetId ?? '');
        const counting = assignments
          .filter(({ policyStatus }) => policyStatus === 'active')
          .filter(({ targetId }) => targetId !== 'other' && targetId !== 'visa')
          .sort((one, other) => rank(one) - rank(other));
        expect(winner).to.deep.equal(counting[0] ?? null);
        const reasons = trace.map(({ reason }) => reason);
        expect(reasons.filter((reason) => reason === 'wins')).to.have.length(winner === null ? 0 : 1);
        expect(reasons.filter((reason) => reason === 'outranked')).to.have.length(
          Math.max(0, counting.length - 1),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
