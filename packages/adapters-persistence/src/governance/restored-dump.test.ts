import { createHash } from 'node:crypto';
import { createChancery, createWorker } from '@chancery/core';
import { expect } from 'chai';
import { jobStore } from '../kernel/jobs.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { type Database, postgresDatabase, type TestDatabase } from '../testing/databases.ts';
import { disposingOffice } from '../testing/disposing-office.ts';
import { MemoryBlobs } from '../testing/doubles.ts';

import { aFile } from '../testing/library.ts';
import { mailedToken } from '../testing/mailed-links.ts';
import { MemoryKeyVault } from '../testing/memory-key-vault.ts';
import { dumpOf, isInDump, restoredFrom } from '../testing/postgres-dump.ts';
import { aPng } from '../testing/signed-documents.ts';
import { aStranger, failureOf } from '../testing/world.ts';

describe('dumps of PostgreSQL from before and after a disposition', () => {
  let database: TestDatabase;
  let restored: Database | undefined;
  before(async () => {
    database = await postgresDatabase();
  });
  after(async () => {
    await restored?.close();
    await database.close();
  });

  /** A case with an entry, its addendum and its file, and an identifier of its subject, each with a word of its own, until it is closed. */
  async function written() {
    const settings = { accessTokenSeconds: 60 * 86_400 };
    const lasting = { keyVault: new MemoryKeyVault(), blobs: new MemoryBlobs() };
    const here = await disposingOffice({ database, settings, ports: lasting }, { includeSubject: true });
    const { id: artifactId } = await here.begin({
      title: 'About a windmill',
      body: 'She spoke of the lighthouse.',
    });
    const { attachment } = await here.records.uploadEntryAttachment(
      { artifactId, file: aFile('harbour.txt', 'The sextant'), caption: 'Of the chronometer' },
      here.cy.session,
    );
    await here.submit(artifactId);
    await here.approve(artifactId);
    await here.sign(artifactId);
    await here.addTo(artifactId, here.cy, { content: 'She spoke of the compass.' });
    const { encounter } = await here.records.createEncounter(
      { ...call, caseId: here.aCase.id, reason: `${sentences[0]}`, location: 'At the belvedere' },
      here.cy.session,
    );
    await here.records.createFollowUp(
      { caseId: here.aCase.id, title: 'To do', description: `${sentences[1]}` },
      here.cy.session,
    );
    const { primarySubjectId: subjectId } = here.aCase;
    await here.records.addSubjectIdentifier({ subjectId, ...passport }, here.owner.session);
    await declined(here);
    await here.worker.drain();
    await here.close(here.aCase.id, { carryFollowUps: true });
    return { ...here, ...lasting, artifactId, attachmentId: attachment.id, encounterId: encounter.id };
  }
  const passport = { type: 'passport', system: 'urn:passports', value: 'Chronograph-4711' } as const;
  /** A consent that ends by a drawn signature, because nobody is disposed of who has one that holds. */
  async function declined(here: Awaited<ReturnType<typeof disposingOffice>>) {
    const statementText = 'I agree to a copy.';
    await here.governance.createRecordConsent(
      {
        ...{
          subjectId: here.aCase.primarySubjectId,
          category: 'disclosure',
          method: 'portal',
          statementText,
        },
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        requestSignature: { email: 'ann.smith@example.org' },
      },
      here.owner.session,
    );
    await here.governance.decidePortalConsent(
      {
        token: await mailedToken(here, 'ann.smith@example.org', 'consent'),
        ...{ decision: 'decline', kind: 'record_consent', agreedToElectronic: true },
        ...{ signerName: 'Ann Smith', signerRelationship: 'self', drawnSignaturePng: aPng('by hand') },
        statementSha256: createHash('sha256').update(statementText).digest('hex'),
      },
      aStranger(),
    );
  }
  /** What is sealed about the subject alone, by what it was bound to under the key ring, and the ids of the keys it is under. */
  const ofSubjects = async (held: Database) =>
    (
      await held.pool.query<{ bound: string; sealed: Uint8Array; keyId: string }>(
        `select 'subject-identifier:' || id bound, value_sealed sealed, key_id "keyId" from subject_identifiers
         union all select 'consent-drawing:' || id, sealed_drawing, drawing_key_id from consents`,
      )
    ).rows;
  const call = {
    encounterType: 'contact',
    mode: 'phone',
    scheduledStartAt: '2026-12-01T09:00:00.000Z',
  } as const;
  const sentences = [
    'She asked for the astrolabe of the harbour.',
    'Bring her the barometer of the windmill.',
  ];
  const plainWords = ['windmill', 'harbour'];
  const sealedWords = [
    'lighthouse',
    'chronometer',
    'compass',
    'sextant',
    'astrolabe',
    'barometer',
    'belvedere',
    passport.value,
  ];

  it('GOV-26: a dump has no word of it afterwards, and one from before is unreadable beside the key vault of afterwards', async () => {
    const here = await written();
    const { artifactId, attachmentId, encounterId, owner, aCase } = here;
    const before = await dumpOf(database);
    const readIn = (words: readonly string[], dump: string) => words.filter((word) => isInDump(word, dump));
    // Titles and names are plain in the database, and so in its older dumps until these are rotated.
    expect(readIn([...plainWords, ...sealedWords, 'Ann Smith'], before)).to.include.members(plainWords);
    // Words of what is sealed stand in the index alone, and no sentence stands anywhere.
    expect(readIn([...sentences, 'belvedere'], before)).to.deep.equal([]);
    const review = await here.approvedReview([aCase.id]);
    await here.execute(review);
    await here.worker.drain();
    expect((await here.reviewed(review.id))?.status).to.equal('executed');

    const after = await dumpOf(database);

    expect(after).to.include(artifactId);
    expect(readIn([...plainWords, ...sealedWords, 'Ann Smith'], after)).to.deep.equal([]);

    restored = await restoredFrom(before, database);
    const stores = { unitOfWork: unitOfWork(restored), jobs: jobStore(restored) };
    const { records } = createChancery({ ...here.chancery.ports, ...stores });
    await createWorker({ ...here.chancery.ports, ...stores }).drain();
    const { entry } = await records.getEntry({ artifactId }, owner.session);
    expect([entry.erased, entry.content, entry.addenda.map(({ content }) => content)]).to.deep.equal([
      true,
      null,
      [null],
    ]);
    const { encounter } = await records.getEncounter({ encounterId }, owner.session);
    const { followUps } = await records.listFollowUps({ caseId: aCase.id }, owner.session);
    expect([
      encounter.reason,
      encounter.location,
      followUps.map(({ description }) => description),
    ]).to.deep.equal([null, null, [null]]);
    const { subject } = await records.getSubject({ subjectId: aCase.primarySubjectId }, owner.session);
    // Of the identifier nothing opens but its end, which lists show without a key.
    expect(subject.identifiers.map(({ value }) => value)).to.deep.equal(['••••4711']);
    const ofSubject = await ofSubjects(restored);
    expect(ofSubject).to.have.length(2);
    for (const { bound, sealed, keyId } of ofSubject) {
      expect(await here.keyVault.open(here.workspaceId, keyId)).to.equal(null);
      expect(() => here.ports.keyRing.open(sealed, bound)).to.throw();
    }
    const file = records.getEntryAttachmentContent({ artifactId, attachmentId }, here.cy.session);
    expect(await failureOf(file)).to.equal('attachment.erased');
    const { results } = await records.searchRecords(
      { query: 'lighthouse or astrolabe or barometer' },
      owner.session,
    );
    expect(readIn(sealedWords, JSON.stringify(results))).to.deep.equal([]);
    const { verification } = await records.verifyAuditLedger({}, owner.session);
    expect(verification.ok).to.equal(true);
  });
});
