import { failureOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts, port } from '../kernel/context-ports.ts';
import type { KeyVault, OpenedKey } from '../kernel/key-vault.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import { caseInvalidState } from './errors.ts';
import type { RecordIntake } from './intake.ts';
import { openedKey } from './keys/scope-key.ts';

// This test context takes things into the records as those of governance and the portal do.
const { action } = useCasesOf(
  contextPorts({
    asks: { recordIntake: port<RecordIntake>() },
    outside: { keyVault: port<KeyVault>() },
  }),
);
type Taken = (
  intake: RecordIntake,
  key: OpenedKey | null,
  tx: Parameters<RecordIntake['openFollowUp']>[2],
) => Promise<object>;

const taking = (artifactId: string, take: Taken) =>
  action({
    summary: 'Take something into the records',
    access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
    input: z.strictObject({}),
    output: z.record(z.string(), z.string()),
    errors: [caseInvalidState],
    async prepare(_, context) {
      const keyId = await context.transact(({ recordIntake }) => recordIntake.keyIdOfEntry(artifactId));
      return keyId === null ? null : openedKey(keyId, context);
    },
    async run(_, context) {
      return (await take(context.recordIntake, context.prepared, context)) as Record<string, string>;
    },
  });

async function intakeOffice() {
  const here = await noteOffice();
  const entry = await here.signed();
  const take = async (taken: Taken) =>
    (await here.chancery.execute('takeIntoRecords', taking(entry.id, taken) as never, {}, here.cy.session))
      .data as Record<string, string>;
  return { ...here, entry, take };
}

describe('RecordIntake', () => {
  it('PORT-10: takes the request of a recipient of the portal, without a name of the staff', async () => {
    const { take, entry, records, bo, said } = await intakeOffice();

    const { amendmentId, dueOn } = await take((intake, key, tx) =>
      intake.requestAmendment(
        {
          ...{ artifactId: entry.id, versionNumber: 1, requestedByKind: 'portal_recipient' },
          ...{ requestedByUserId: null, requesterName: 'Ann Smith', notifyPriorRecipients: true },
          ...{ reason: 'The date is wrong.', requestedChange: 'I called on 3 May.' },
        },
        key,
        tx,
      ),
    );

    const { amendments } = await records.listAmendments({}, bo.session);
    expect(
      amendments.map((each) => [each.id, each.dueOn, each.requestedBy, each.requesterName, each.reason]),
    ).to.deep.equal([[amendmentId, dueOn, null, 'Ann Smith', 'The date is wrong.']]);
    expect((await said()).at(-1)?.facts).to.deep.equal({ requestedByKind: 'portal_recipient' });
  });

  it('PORT-10: opens a follow-up for whoever is named if they are on the case, and else for a lead', async () => {
    const { take, aCase, cy, bo, admin, entry, records } = await intakeOffice();
    const asked = {
      ...{ caseId: aCase.id, title: 'Answer', description: null, priority: 'medium' as const, dueAt: null },
      ...{ subjectId: null, artifactId: entry.id, createdByUserId: null },
      source: { kind: 'manual' as const, id: null },
    };

    await take((intake, _, tx) => intake.openFollowUp({ ...asked, ownerUserId: cy.id }, null, tx));
    await take((intake, _, tx) => intake.openFollowUp({ ...asked, ownerUserId: admin.id }, null, tx));

    const { followUps } = await records.listFollowUps({ caseId: aCase.id }, bo.session);
    expect(followUps.map(({ owner, artifactId }) => [owner.userId, artifactId])).to.have.deep.members([
      [cy.id, entry.id],
      [bo.id, entry.id],
    ]);
  });

  it('GOV-29: writes a draft that says what it was made from, with labels and key of its case', async () => {
    const { take, aCase, cy, entry, read, sql } = await intakeOffice();
    const source = {
      ...{ promotionId: null, kind: 'intelligence' as const, sourceId: 'run-1' },
      ...{ sourceVersion: null, sourceSha256: null },
    };

    const { artifactId = '' } = await take((intake, key, tx) =>
      intake.insertDraft(
        {
          ...{ caseId: aCase.id, entryType: 'note', title: 'Summary', body: 'She *called*.', source },
          ...{ occurredAt: null, encounterId: null, ownMask: 1, authorUserId: cy.id },
        },
        key,
        tx,
      ),
    );

    const draft = await read(artifactId);
    expect([draft.status, draft.content?.sections[0]?.value, draft.source]).to.deep.equal([
      'draft',
      'She *called*.',
      source,
    ]);
    expect([draft.author.userId, draft.effectiveLabels, draft.id]).to.deep.equal([
      cy.id,
      ['confidential'],
      artifactId,
    ]);
    expect(entry.source).to.equal(null);
    const [row] = await sql<{ content_sealed: Uint8Array }>(
      'select content_sealed from record_entry_versions where entry_id = $1',
      [artifactId],
    );
    expect(Buffer.from(row?.content_sealed ?? []).toString('latin1')).to.not.include('called');
  });

  it('REC-24: takes nothing into a closed case but requests for a change', async () => {
    const { take, aCase, cy, bo, entry, records } = await intakeOffice();
    await records.transitionCase(
      { caseId: aCase.id, status: 'closed', reason: 'It is over.', closureOutcome: 'Agreed' },
      bo.session,
    );

    expect(
      await failureOf(
        take((intake, _, tx) =>
          intake.openFollowUp(
            {
              ...{ caseId: aCase.id, title: 'Answer', description: null, priority: 'low', dueAt: null },
              ...{ subjectId: null, artifactId: null, ownerUserId: cy.id, createdByUserId: null },
              source: { kind: 'manual', id: null },
            },
            null,
            tx,
          ),
        ),
      ),
    ).to.equal('case.invalid_state');
    const { amendmentId } = await take((intake, key, tx) =>
      intake.requestAmendment(
        {
          ...{ artifactId: entry.id, versionNumber: null, requestedByKind: 'portal_recipient' },
          ...{ requestedByUserId: null, requesterName: null, notifyPriorRecipients: true },
          ...{ reason: 'Wrong.', requestedChange: 'Right.' },
        },
        key,
        tx,
      ),
    );
    expect(amendmentId).to.be.a('string');
  });
});
