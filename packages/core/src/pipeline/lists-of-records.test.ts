import { noteOffice, statementsOf } from '@chancery/adapters-persistence/testing';
import { useCases } from '@chancery/core';
import { expect } from 'chai';

type Office = Awaited<ReturnType<typeof noteOffice>>;

/** What each list of records and governance is asked with; a list that is missing here fails the first test. */
const inputs: Readonly<Record<string, (office: Office, subjectId: string) => object>> = {
  listSubjects: () => ({ limit: 50 }),
  listCases: () => ({ limit: 50 }),
  listCaseEntries: ({ aCase }) => ({ caseId: aCase.id, limit: 50 }),
  listFollowUps: () => ({ limit: 50 }),
  listAmendments: () => ({ limit: 50 }),
  listRecordAccess: () => ({ limit: 50 }),
  listDisclosures: () => ({ limit: 50 }),
  listAccountingOfDisclosures: (_, subjectId) => ({ subjectId, limit: 50 }),
  listRetention: () => ({ view: 'clocks', limit: 50 }),
  listRecordIntelligence: ({ aCase }) => ({ caseId: aCase.id, limit: 50 }),
  listRecordTemplates: () => ({ limit: 50 }),
  listAuditEvents: () => ({ limit: 50 }),
  listAuditCheckpoints: () => ({ limit: 50 }),
  listIndustryPacks: () => ({}),
  listIntegrationOptions: ({ aCase }) => ({ caseId: aCase.id, limit: 50 }),
  listIntegrityChecks: () => ({ limit: 50 }),
  listRecordConsents: (_, subjectId) => ({ subjectId, limit: 50 }),
  listRecordWebhooks: () => ({}),
  listRecordWorkerActions: () => ({ limit: 50 }),
};

/** The owner reads them all, but for what only whoever works on the case is offered. */
const readerOf = (name: string, { owner, cy }: Office) =>
  (name === 'listIntegrationOptions' ? cy : owner).session;

/** Without that of the portal, which a link opens and not somebody of the workspace. */
const lists = useCases().filter(
  ({ context, name, useCase }) =>
    (context === 'records' || context === 'governance') &&
    name.startsWith('list') &&
    useCase.access !== 'anyone',
);

describe('the lists of records and of their governance', () => {
  it('REC-93: are all looked at here', () => {
    expect(lists.map(({ name }) => name).sort()).to.deep.equal(Object.keys(inputs).sort());
  });

  it('REC-93: send the same statements for ten rows as for one', async () => {
    const office = await noteOffice();
    const subjectId = office.aCase.subjects[0]?.subjectId ?? '';
    const sent = async () => {
      const texts: Record<string, readonly string[]> = {};
      for (const { context, name } of lists) {
        const useCases = office.chancery[context as 'records'] as unknown as Record<
          string,
          (input: object, caller: Office['owner']['session']) => Promise<unknown>
        >;
        const given = inputs[name]?.(office, subjectId) ?? {};
        // The first read of each kind may fill what is remembered.
        const reader = readerOf(name, office);
        await useCases[name]?.(given, reader);
        const statements = await statementsOf(office.database, async () => useCases[name]?.(given, reader));
        // The commit of a read before may still be under way.
        texts[name] = statements.filter((text) => text !== 'commit').map((text) => text.replace(/\s+/g, ' '));
      }
      return texts;
    };
    await filled(office, subjectId, 1);
    const few = await sent();

    await filled(office, subjectId, 9);

    const many = await sent();
    for (const { name } of lists) expect(many[name], name).to.deep.equal(few[name]);
  });
});

/** So many rows more of each kind. */
async function filled(office: Office, subjectId: string, count: number): Promise<void> {
  const { records, governance } = office.chancery;
  const { owner, bo, cy, aCase, clock } = office;
  for (let at = 0; at < count; at += 1) {
    clock.advance({ seconds: 2 });
    const number = `${count} ${at}`;
    const another = await office.open({
      title: `Case ${number}`,
      status: 'active',
      members: [{ userId: cy.id, role: 'contributor' }],
    });
    // Half of the notes are of one case, and each other one of its own: what is sealed under many keys is in one list.
    const caseId = at % 2 === 0 ? aCase.id : another.id;
    const { id } = await office.begin({ title: `Note ${number}`, caseId });
    await office.submit(id);
    await office.approve(id);
    await office.sign(id);
    await records.createAmendment(
      { artifactId: id, requestedChange: 'Say when she called.', reason: 'It is not said.' },
      bo.session,
    );
    await records.createFollowUp({ caseId, title: `Call ${number}`, dueAt: clock.now() }, cy.session);
    await office.template({ code: `note_${count}_${at}` });
    await governance.createRecordConsent(
      {
        subjectId,
        category: 'disclosure',
        method: 'written',
        grantedBy: { kind: 'subject', name: 'Ann Smith', relationship: null },
        statementText: `I agree, ${number}.`,
      },
      owner.session,
    );
    const { authorization } = await governance.createDisclosureAuthorization(
      {
        ...{ subjectId: another.primarySubjectId, caseId: another.id, scope: {} },
        ...{ basis: 'treatment', purposeOfUse: 'treatment' },
        recipient: { kind: 'person', name: 'Cleo', email: 'cleo@client.example' },
      },
      cy.session,
    );
    await governance.decideDisclosureAuthorization(
      { authorizationId: authorization.id, decision: 'approve' },
      bo.session,
    );
    await governance.createTemporaryAccess(
      {
        granteeUserId: office.guest.id,
        scope: { kind: 'case', id: another.id },
        purposeOfUse: 'treatment',
        reason: 'Stands in for a week',
        expiresAt: new Date(Date.parse(clock.now()) + 7 * 86_400_000).toISOString(),
      },
      bo.session,
    );
    await records.createAuditCheckpoint({}, owner.session);
    await records.runIntegrityCheck({ scope: ['audit_chain'], fromSeq: 1, toSeq: 2 }, owner.session);
  }
}
