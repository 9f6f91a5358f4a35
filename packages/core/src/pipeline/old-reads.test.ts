import { useCases } from '@chancery/core';
import { expect } from 'chai';

const mayBeOld = useCases().filter(({ useCase }) => useCase.mayBeASecondOld);

describe('reads that a replica may answer a second late', () => {
  it('are lists and searches of what every change of leaves a line in the ledger of the workspace', () => {
    expect(mayBeOld.map(({ name }) => name).sort()).to.deep.equal([
      'listDocuments',
      'listIntegrationMeetings',
      'listIntegrationMembers',
      'listIntegrationProjects',
      'listMembers',
      'listProjects',
      'searchDocuments',
    ]);
  });

  for (const { name, useCase } of mayBeOld)
    it(`${name} writes nothing, shows no secret, and is asked by whoever has a standing in the workspace`, () => {
      const { kind, access, databaseRole, secret, denial } = useCase;

      expect({ kind, databaseRole, secret, denial }).to.deep.equal({
        kind: 'query',
        databaseRole: undefined,
        secret: undefined,
        denial: undefined,
      });
      expect(access).to.be.an('object');
    });
});
