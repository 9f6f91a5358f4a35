import type { Chancery } from '@chancery/sdk';
import { entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';
import {
  codeOf,
  type Installation,
  openInstallation,
  refusalOf,
  storyPassword,
} from './testing/installation.ts';
import { peopleOf } from './testing/people.ts';

const attesting = (value: string) =>
  ({
    statementId: 'attest.author.v1',
    accepted: true,
    reauthentication: { method: 'password', value },
  }) as const;

/** A practice in which Cy writes notes of a case that Ada leads, and Rae reviews them. */
async function openPractice(installation: Installation) {
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
  const cy = await people.joinByInvitation(ada, {
    email: 'cy@example.com',
    displayName: 'Cy Twombly',
    role: 'member',
  });
  const rae = await people.joinByInvitation(ada, {
    email: 'rae@example.com',
    displayName: 'Rae Armantrout',
    role: 'member',
  });
  const idOf = async (person: Chancery) => (await person.identity.getMe()).user.id;
  const { subject } = await ada.records.createSubject({ displayName: 'Ann Smith' });
  const { case: recordCase } = await ada.records.createCase({
    title: 'Smith, custody',
    caseType: 'general',
    subjectId: subject.id,
    status: 'active',
    members: [
      { userId: await idOf(cy), role: 'contributor' },
      { userId: await idOf(rae), role: 'reviewer' },
    ],
  });
  const { template } = await ada.records.createRecordTemplate({
    code: 'progress_note',
    name: 'Progress note',
    entryType: 'note',
    sections: [
      { key: 'findings', title: 'Findings', kind: 'markdown', required: true },
      { key: 'plan', title: 'Plan', kind: 'text', required: true },
    ],
  });
  return { ada, cy, rae, recordCase, template };
}

describe('story: notes of a practice (records 13, walk-throughs 1 and 2)', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openPractice>>;
  before(async () => {
    installation = await openInstallation({});
    practice = await openPractice(installation);
  });
  after(() => installation?.close());

  it('a note goes from a draft to a seal', async () => {
    const { cy, rae, recordCase, template } = practice;
    const { entry } = await cy.records.createEntry({
      caseId: recordCase.id,
      entryType: 'note',
      title: 'First interview',
      templateId: template.id,
      sections: { findings: 'She called.' },
    });
    const artifactId = entry.id;
    const versionOf = async () => (await cy.records.getEntry({ artifactId })).entry.version;

    expect(await refusalOf(cy.records.submitEntry({ artifactId }))).to.deep.equal([409, 'entry.incomplete']);
    const write = async (sections: Record<string, string>) =>
      cy.records.updateEntryDraft({ artifactId, sections, expectedVersion: await versionOf() });
    await write({ plan: 'Call back.' });
    await cy.records.submitEntry({ artifactId });
    await rae.records.returnEntry({ artifactId, reason: 'Say when she called.' });
    await write({ findings: 'She called at nine.' });
    await cy.records.submitEntry({ artifactId });
    await rae.records.approveEntry({ artifactId });

    const wrong = cy.records.finalizeEntry({ artifactId, attestation: attesting('not my password') });
    expect(await refusalOf(wrong)).to.deep.equal([403, 'attestation.reauthentication_failed']);
    const { signature } = await cy.records.finalizeEntry({
      artifactId,
      attestation: attesting(storyPassword),
    });
    expect(await refusalOf(write({ plan: 'Other.' }))).to.deep.equal([409, 'entry.invalid_state']);
    const { entry: returned } = await cy.records.getEntry({ artifactId, version: 1, submission: 1 });
    expect(returned.content?.sections.map(({ value }) => value)).to.deep.equal(['She called.', 'Call back.']);

    const { actions, facts, holds } = await installation.ledger(entry.workspaceId);
    const { keyId, publicKey } = facts[actions.indexOf('records.signing_key_created')] as {
      keyId: string;
      publicKey: string;
    };
    const statement = JSON.parse(signature.signedStatement);
    expect([holds, keyId]).to.deep.equal([true, signature.keyId]);
    expect(await entrySignatureHolds(statement, signature.signature, Buffer.from(publicKey, 'hex'))).to.equal(
      true,
    );
    const mails = (await installation.mails()).filter(({ subject }) => /An entry of C-/.test(subject));
    expect(mails.some(({ text }) => text.includes('First interview'))).to.equal(false);
    expect(mails.length).to.be.above(0);
  });

  it('fifty notes are signed at once, all or none', async () => {
    const { cy, rae, recordCase } = practice;
    const ids: string[] = [];
    for (let at = 0; at < 50; at += 1) {
      const { entry } = await cy.records.createEntry({
        caseId: recordCase.id,
        entryType: 'note',
        title: `Note ${at}`,
        body: `What was said, part ${at}.`,
      });
      ids.push(entry.id);
      // Nobody writes more than 120 times a minute (REC-91).
      installation.advance(2);
      await cy.records.submitEntry({ artifactId: entry.id });
      await rae.records.approveEntry({ artifactId: entry.id });
    }
    const [returned = '', ...others] = ids;
    await rae.records.returnEntry({ artifactId: returned, reason: 'One word is missing.' });
    const sign = (these: readonly string[]) =>
      cy.records.batchFinalizeEntries({
        items: these.map((artifactId) => ({ artifactId })),
        attestation: attesting(storyPassword),
      });

    expect(await refusalOf(sign(ids))).to.deep.equal([409, 'entry.batch_blocked']);
    const { attestationSession, results } = await sign(others);

    expect(attestationSession.entryCount).to.equal(49);
    expect(results.every(({ outcome }) => outcome === 'finalized')).to.equal(true);
    const { entry } = await cy.records.getEntry({ artifactId: others[0] ?? '' });
    expect(entry.signatures.map(({ attestationSessionId }) => attestationSessionId)).to.deep.equal([
      attestationSession.id,
    ]);
    expect(await codeOf(cy.records.getEntry({ artifactId: returned }))).to.equal('none');
  });
});
