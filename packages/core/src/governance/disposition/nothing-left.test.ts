import {
  aFile,
  disposingOffice,
  onBothDatabases,
  placesWith,
  type RowAbout,
  rowsAbout,
  tablesAboutRecords,
  textsOf,
} from '@chancery/adapters-persistence/testing';
import { aPdf, chunkOf, declared } from '@chancery/core/testing';
import { checkCertificate, entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';

type Office = Awaited<ReturnType<typeof disposingOffice>>;
/** A sentence that says where it was written, and that is found nowhere else. */
type Sentence = (place: string) => string;

const attestationOf = (statementId: string) => ({
  ...{ statementId, accepted: true },
  reauthentication: { method: 'password', value: 'correct horse battery staple' },
});

/** Everything that can be said of a case and of what is to be done in it. */
async function writeCase(here: Office, says: Sentence) {
  const { records, owner, bo, cy, aCase, create } = here;
  const { id: caseId, version } = (await records.getCase({ caseId: aCase.id }, owner.session)).case;
  await records.updateCase(
    {
      ...{ caseId, expectedVersion: version, title: says('title'), description: says('description') },
      ...{ referralSource: says('referral'), jurisdiction: 'DE', externalReference: says('reference') },
      ...{ tags: [says('tag').slice(0, 40)], customFields: { said: says('custom field') } },
    },
    bo.session,
  );
  const other = await create({ displayName: 'A neighbour' });
  await records.addCaseSubject(
    { caseId, subjectId: other.id, role: 'family', relationship: says('relationship') },
    bo.session,
  );
  const { encounter } = await records.createEncounter(
    {
      ...{ caseId, encounterType: 'contact', mode: 'phone', title: says('encounter') },
      ...{ reason: says('reason of an encounter'), location: says('location') },
      scheduledStartAt: '2026-12-01T09:00:00.000Z',
      participants: [{ kind: 'external', displayName: says('participant'), role: says('part taken') }],
    },
    cy.session,
  );
  await records.updateEncounter(
    { encounterId: encounter.id, status: 'cancelled', statusReason: says('reason of cancelling') },
    cy.session,
  );
  const dropped = { title: says('follow-up'), description: says('what is to be done') };
  const { followUp } = await records.createFollowUp({ caseId, ...dropped }, cy.session);
  const cancelled = { status: 'cancelled', cancelReason: says('reason of dropping') } as const;
  await records.updateFollowUp({ followUpId: followUp.id, ...cancelled }, cy.session);
  const done = (await records.createFollowUp({ caseId, title: says('another one') }, cy.session)).followUp;
  await records.updateFollowUp(
    { followUpId: done.id, status: 'completed', outcome: says('what came of it') },
    cy.session,
  );
}

/** Everything that can be said in an entry and about one. */
async function writeEntries(here: Office, says: Sentence, documentId: string) {
  const { records, bo, cy, begin, submit, approve, sign, addTo, denying, guest } = here;
  const { id: templateId } = await here.template({ coSignPolicy: 'required', coSignerCaseRole: 'reviewer' });
  const written = { templateId, body: undefined, sections: { findings: says('entry') } };
  const { id: artifactId } = await begin({ title: says('title of an entry'), ...written });
  await records.uploadEntryAttachment(
    { artifactId, caption: says('caption'), file: aFile(`${says('file')}.txt`, says('text of a file')) },
    cy.session,
  );
  await submit(artifactId);
  await records.returnEntry({ artifactId, reason: says('reason of returning') }, bo.session);
  await here.write(artifactId, { changeSummary: says('summary of a change') });
  await submit(artifactId);
  await approve(artifactId);
  await sign(artifactId);
  await records.coSignEntry(
    {
      ...{ artifactId, action: 'sign', comment: says('comment of a co-signer') },
      attestation: attestationOf('attest.cosign.v1') as never,
    },
    guest.session,
  );
  await addTo(artifactId, cy, { content: says('addendum') });
  const asked = {
    reason: says('reason of an amendment'),
    requestedChange: says('change that was asked for'),
  };
  const { amendment } = await records.createAmendment({ artifactId, ...asked }, cy.session);
  await records.decideAmendment(
    { ...denying, amendmentId: amendment.id, decision: 'deny', reason: says('reason of denying') },
    bo.session,
  );
  const { id: wrong } = await here.signed({ title: says('wrong entry'), body: says('wrong text') });
  await records.markEntryInError(
    {
      ...{ artifactId: wrong, reason: says('reason of the error') },
      attestation: attestationOf('attest.error.v1') as never,
    },
    bo.session,
  );
  const { id: draft } = await begin({ title: says('draft'), body: says('text of a draft') });
  await bring(here, says, draft, documentId);
  return artifactId;
}

/** What comes into an entry from elsewhere: the file of an upload session, and a document of the library. */
async function bring(here: Office, says: Sentence, artifactId: string, sourceId: string) {
  const { chancery, records, owner, cy, aCase, ports } = here;
  ports.textExtractor.says([says('text within a file')]);
  const file = aPdf(2_000);
  const purpose = 'record_attachment' as const;
  const asked = declared(file, { purpose, fileName: `${says('upload')}.pdf` });
  const { id: uploadSessionId } = (await chancery.uploads.createUploadSession(asked, cy.session))
    .uploadSession;
  await chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunkOf(file, file.length, 0) }, cy.session);
  await chancery.uploads.completeUploadSession({ uploadSessionId }, cy.session);
  await records.attachUploadToEntry({ artifactId, uploadSessionId }, cy.session);

  const { documents } = chancery;
  const name = says('source of a promotion');
  await documents.updateDocument({ documentId: sourceId, name }, owner.session);
  const promoted = { caseId: aCase.id, sourceKind: 'document', sourceId } as const;
  await records.promoteRecordSource({ ...promoted, target: 'attachment', entryId: artifactId }, cy.session);
  await records.promoteRecordSource({ ...promoted, target: 'follow_up' }, cy.session);
  // The library keeps what is its own, and says nothing of the case.
  await documents.updateDocument({ documentId: sourceId, name: 'The deed' }, owner.session);
}

/** Everything that can be said when something is disclosed, and by whoever receives it. */
async function disclose(here: Office, says: Sentence, artifactId: string) {
  const { own, authorized, prepare, approvePackage, release, decide, say, read } = here;
  const recipient = {
    ...{ kind: 'organization' as const, name: says('recipient'), organization: says('organization') },
    ...{ email: 'claims@example.org', role: says('role') },
  } as const;
  const denied = await here.ask({ recipient, note: says('note of a request') });
  await own.decideDisclosureAuthorization(
    { authorizationId: denied.id, decision: 'deny', reason: says('reason of not disclosing') },
    here.bo.session,
  );
  const { id: authorizationId } = await authorized({ legalReference: says('legal reference') });
  const redaction = { part: 'section', key: 'findings', start: 0, end: 3, code: 'X' } as const;
  const { id: packageId } = await prepare(authorizationId, {
    ...{ title: says('package'), coverNote: says('cover note'), portal: { delivery: 'manual' } },
    items: [{ artifactId, redactions: [{ ...redaction, note: says('note of a redaction') }] }],
  });
  await approvePackage(packageId);
  const token = (await release(packageId)).portalUrl?.split('#token=')[1] ?? '';
  const signer = { signerName: says('signer'), typedSignature: says('signature') };
  await decide(token, 'accept', signer);
  await say(token, 'question', { message: says('question') });
  const [item] = (await read(token, packageId)).items;
  const itemId = item?.id ?? '';
  await say(token, 'correction_request', { itemId, message: says('correction') });
  const [asked] = await here.sql<{ id: string }>(
    "select id from amendments where workspace_id = $1 and requested_by_kind = 'portal_recipient'",
    [here.workspaceId],
  );
  const reason = says('reason of not correcting');
  await here.records.decideAmendment(
    { ...here.denying, amendmentId: asked?.id ?? '', decision: 'deny', reason },
    here.bo.session,
  );
  await own.revokeReleasePackage({ packageId, reason: says('reason of revoking') }, here.bo.session);
}

/** Everything that can be said about who reaches the case. */
async function giveAccess(here: Office, says: Sentence) {
  const { governance, records, aCase, bo, cy, keeper, person } = here;
  const di = await person('member', 'Di');
  const scope = { kind: 'case', id: aCase.id } as const;
  const { grant } = await governance.createTemporaryAccess(
    {
      ...{ granteeUserId: di.id, scope, purposeOfUse: 'treatment', reason: says('reason of a grant') },
      expiresAt: '2026-11-25T12:00:00.000Z',
    },
    bo.session,
  );
  await governance.revokeTemporaryAccess(
    { grantId: grant.id, reason: says('reason of ending a grant') },
    bo.session,
  );
  const reauthentication = { method: 'password', value: 'correct horse battery staple' } as const;
  const emergency = { caseId: aCase.id, reasonCode: 'risk_to_life', reason: says('an emergency') } as const;
  const { session } = await governance.startBreakGlass({ ...emergency, reauthentication }, di.session);
  await governance.endBreakGlass(
    { sessionId: session.id, reason: says('the end of an emergency') },
    di.session,
  );
  await governance.reviewBreakGlass(
    {
      ...{ sessionId: session.id, decision: 'needs_follow_up', notes: says('notes of a review') },
      followUp: says('what is still to be done'),
    },
    keeper.session,
  );
  const handed = { caseId: aCase.id, toUserId: di.id, reason: says('reason of handing over') };
  const { transfer } = await records.transferCase(handed, bo.session);
  await records.decideCaseTransfer(
    { transferId: transfer.id, decision: 'decline', reason: says('reason of declining') },
    di.session,
  );
  const { case: seen } = await records.getCase({ caseId: aCase.id }, bo.session);
  const memberId = seen.members.find(({ userId }) => userId === cy.id)?.id ?? '';
  await records.removeCaseMember(
    { caseId: aCase.id, memberId, reason: says('reason of leaving') },
    bo.session,
  );
}

/** Everything that can be said about somebody, and about what they agreed to. */
async function writeSubject(here: Office, says: Sentence) {
  const { aCase, create, change, get, records, owner, bo } = here;
  const { primarySubjectId: subjectId } = aCase;
  const content = (of: string) => ({
    displayName: says(`${of} name`),
    name: { given: says(`given ${of} name`), family: says(`family ${of} name`) },
    aliases: [{ displayName: says(`other ${of} name`), use: 'nickname' }],
    ...{ birthDate: '1980-02-03', pronouns: says(`${of} pronouns`).slice(0, 50) },
    contacts: [{ system: 'other', value: says(`${of} contact`), note: says(`${of} note`) }],
    addresses: [
      { line1: says(`${of} street`), city: says(`${of} town`), postalCode: '10115', country: 'DE' },
    ],
    externalReference: says(`${of} reference`),
    tags: [says(`${of} tag`).slice(0, 50)],
    customFields: { said: says(`custom ${of} field`) },
  });
  await change(subjectId, content('own'), bo, (await get(subjectId)).version);
  const identifier = { type: 'other', system: says('system'), issuer: says('issuer') } as const;
  await records.addSubjectIdentifier({ subjectId, ...identifier, value: 'AB 123' }, bo.session);
  const double = await create({
    ...content('double'),
    name: content('own').name,
    duplicateOverride: { reason: says('reason of being another one') },
  });
  await records.addSubjectIdentifier({ subjectId: double.id, ...identifier, value: 'CD 456' }, bo.session);
  const versions = { expectedVersion: (await get(subjectId)).version, mergedExpectedVersion: 2 };
  await records.mergeSubject(
    { subjectId, mergedSubjectId: double.id, ...versions, reason: says('reason of merging') },
    owner.session,
  );
  await agree(here, says, subjectId);
  await reachSubject(here, says, subjectId);
  return double.id;
}

/** Consents that ended, because nobody is disposed of who has one that holds. */
async function agree({ governance, bo, worker }: Office, says: Sentence, subjectId: string) {
  const asked = {
    ...{ subjectId, category: 'disclosure', statementText: says('statement') },
    grantedBy: { kind: 'guardian', name: says('guardian'), relationship: says('kinship') },
    scope: { recipients: [{ name: says('reader'), organization: says('body') }] },
  } satisfies Partial<Parameters<typeof governance.createRecordConsent>[0]>;
  const verbal = { ...asked, method: 'verbal', witnessName: says('witness') } as const;
  const requestSignature = { email: 'guardian@example.org', message: says('message') };
  for (const input of [verbal, { ...asked, method: 'portal', requestSignature } as const]) {
    const { consent } = await governance.createRecordConsent(input, bo.session);
    await worker.drain();
    await governance.revokeRecordConsent(
      { consentId: consent.id, reason: says('reason of withdrawing') },
      bo.session,
    );
  }
}

/** Who reached the subject as a whole. */
async function reachSubject({ governance, bo, cy, keeper }: Office, says: Sentence, subjectId: string) {
  const { grant } = await governance.createTemporaryAccess(
    {
      ...{ granteeUserId: cy.id, scope: { kind: 'subject', id: subjectId }, purposeOfUse: 'treatment' },
      ...{ reason: says('reason of a wide grant'), expiresAt: '2026-11-25T12:00:00.000Z' },
    } as const,
    bo.session,
  );
  const ended = says('reason of ending a wide grant');
  await governance.revokeTemporaryAccess({ grantId: grant.id, reason: ended }, bo.session);
  const { session } = await governance.startBreakGlass(
    {
      ...{ subjectId, reasonCode: 'risk_to_life', reason: says('a wide emergency') },
      reauthentication: { method: 'password', value: 'correct horse battery staple' },
    } as const,
    cy.session,
  );
  await governance.endBreakGlass({ sessionId: session.id, reason: says('its end') }, cy.session);
  await governance.reviewBreakGlass(
    { sessionId: session.id, decision: 'justified', notes: says('notes of it') },
    keeper.session,
  );
}

/** What a machine has found in entries, and what was said of that. */
async function find(here: Office, says: Sentence) {
  const { governance, aCase, cy } = here;
  const { run } = await governance.runRecordIntelligence(
    { caseId: aCase.id, kinds: ['summary'] },
    cy.session,
  );
  await governance.reviewRecordIntelligence(
    {
      ...{ runId: run.id, comment: says('comment on a run') },
      decisions: run.findings.map(({ id: findingId }, at) =>
        at === 0
          ? { findingId, decision: 'edited' as const, editedText: says('edited finding') }
          : { findingId, decision: 'rejected' as const },
      ),
    },
    cy.session,
  );
}

/** Where the key of the case, of the subject or of nobody, still seals something about it. */
async function sealedPlaces(
  { sql, aCase, workspaceId }: Office,
  subjectIds: readonly string[],
): Promise<readonly string[]> {
  const ids = await sql<{ id: string }>(
    `select id::text from record_entries where case_id = $1 union select a.id::text from record_attachments a
     join record_entries e on e.id = a.entry_id where e.case_id = $1
     union select id::text from release_packages where case_id = $1
     union select id::text from intelligence_runs where case_id = $1 union select $1::text`,
    [aCase.id],
  );
  const columns = await sql<{ table: string; column: string }>(
    `select table_name "table", column_name "column" from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed%' and data_type = 'bytea'`,
  );
  const places: string[] = [];
  for (const { table, column } of columns) {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int "count" from "${table}" t where "${column}" is not null and to_jsonb(t)->>'workspace_id' = $1
       and exists (select from unnest($2::text[]) i where position(i in (to_jsonb(t) - '${column}')::text) > 0)`,
      [workspaceId, [...subjectIds, ...ids.map(({ id }) => id)]],
    );
    if ((row?.count ?? 0) > 0) places.push(`${table}.${column}`);
  }
  return places;
}

async function blobsOf({ ports }: Office): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of ports.blobs.list('')) keys.push(key);
  return keys.toSorted();
}

/** A case in which something was written everywhere, until it is due. */
async function fullCase(here: Office, word: string, documentId: string) {
  const says: Sentence = (place) => `The blue ${word} of ${place}`;
  const double = await writeSubject(here, says);
  await writeCase(here, says);
  const artifactId = await writeEntries(here, says, documentId);
  await disclose(here, says, artifactId);
  await find(here, says);
  await giveAccess(here, says);
  await here.governance.assignRetentionPolicy(
    { policyId: here.policy.id, target: { kind: 'case', id: here.aCase.id }, reason: says('assignment') },
    here.keeper.session,
  );
  // In an office of more than one person nobody decides alone, so the reason for that is put down here.
  await here.sql(
    `insert into second_person_uses (id, workspace_id, user_id, step, target_kind, target_id, reason, used_at)
     values (gen_random_uuid(), $1, $2, 'entry.approve', 'entry', $3, $4, $5)`,
    [here.workspaceId, here.bo.id, artifactId, says('reason of deciding alone'), here.clock.now()],
  );
  await here.worker.drain();
  await here.worker.run('records.find_unindexed');
  await here.worker.drain();
  await here.records.runIntegrityCheck(
    { scope: ['entries', 'attachments', 'search_index'], caseId: here.aCase.id },
    here.owner.session,
  );
  await here.close(here.aCase.id, {
    reason: says('reason of closing'),
    closureOutcome: says('outcome'),
    carryFollowUps: true,
  });
  return { artifactId, double };
}

/** Where those sentences are read as they are, before anything was disposed of. */
const readableBefore = [
  ...['break_glass_sessions.end_reason', 'break_glass_sessions.reason', 'break_glass_sessions.review'],
  ...['case_subjects.relationship', 'case_transfers.decision_reason', 'case_transfers.reason'],
  ...['disclosure_authorizations.decision_reason', 'disclosure_authorizations.legal_reference'],
  ...['disclosure_authorizations.note', 'disclosure_authorizations.recipient'],
  ...['encounters.participants', 'encounters.title', 'follow_ups.search_text', 'follow_ups.searchable'],
  ...['follow_ups.title', 'portal_decisions.signer_name', 'portal_decisions.typed_signature'],
  ...['record_attachments.file_name', 'record_cases.closure_outcome', 'record_cases.custom_fields'],
  ...['record_cases.description', 'record_cases.external_reference', 'record_cases.referral_source'],
  ...['record_cases.search_text', 'record_cases.searchable', 'record_cases.tags', 'record_cases.title'],
  ...['record_entries.title', 'record_search.words', 'release_packages.revocation_reason'],
  ...['retention_assignments.reason', 'second_person_uses.reason', 'temporary_grants.reason'],
  'temporary_grants.revoke_reason',
  ...['consents.granted_by', 'consents.request_message', 'consents.revocation_reason', 'consents.scope'],
  ...['consents.statement_text', 'consents.witness_name', 'record_promotions.source_title'],
  ...['subject_identifiers.issuer', 'subject_identifiers.system', 'subject_merges.reason'],
  ...['subjects.addresses', 'subjects.aliases', 'subjects.contacts', 'subjects.custom_fields'],
  ...['subjects.display_name', 'subjects.external_reference', 'subjects.merged_search_text'],
  ...['subjects.name', 'subjects.pronouns', 'subjects.search_text', 'subjects.searchable', 'subjects.tags'],
  'upload_sessions.file_name',
];
const sealedBefore = [
  ...['amendments.decision_sealed', 'amendments.request_sealed', 'intelligence_findings.edited_sealed'],
  ...['encounters.text_sealed', 'follow_ups.text_sealed'],
  ...['intelligence_findings.proposed_sealed', 'intelligence_runs.review_comment_sealed'],
  ...['record_addenda.document_sealed', 'record_attachment_texts.text_sealed'],
  ...[
    'record_attachments.caption_sealed',
    'subject_identifiers.mask_sealed',
    'subject_identifiers.value_sealed',
  ],
  ...['record_entries.error_reason_sealed', 'record_entry_submissions.document_sealed'],
  ...['record_entry_submissions.reason_sealed', 'record_entry_versions.change_summary_sealed'],
  ...['record_entry_versions.content_sealed', 'release_packages.content_sealed'],
];

/** What is said of what was disposed of: that it was, and to whom something of it was released, for six years. */
const saysThatItIsGone = /^(\s?[CS] [\d ]+)?disposed (case|subject)$/i;
const isKept = (place: string) => place.startsWith('disclosure_accounting.');

/** Texts of more than one word in the rows that lead to what was disposed of, whoever has written them. */
function sentencesIn(rows: readonly RowAbout[]): readonly string[] {
  return rows
    .flatMap(textsOf)
    .filter(({ place, text }) => /\S\s+\S/.test(text) && !saysThatItIsGone.test(text) && !isKept(place))
    .map(({ place, text }) => `${place}: ${text}`);
}

/** Lines of the ledger about what was disposed of, or about something of it, that still have a detail beside them. */
async function detailsAbout(rows: readonly RowAbout[], here: Office): Promise<readonly string[]> {
  const ids = rows.flatMap(({ row }) => (typeof row.id === 'string' ? [row.id] : []));
  const found = await here.sql<{ action: string }>(
    `select e.action from audit_event e join audit_detail d using (ledger_id, seq)
     where e.ledger_id = $1 and e.target_id = any($2) order by e.seq`,
    [here.workspaceId, ids],
  );
  return found.map(({ action }) => action);
}

/** The ledger, the signatures and the certificate hold as before, and say nothing of what was written. */
async function requireEvidence(here: Office, reviewId: string, artifactId: string) {
  const { sql, workspaceId, records, owner, keeper } = here;
  const { verification } = await records.verifyAuditLedger({}, keeper.session);
  expect(verification.ok).to.equal(true);
  const keys = (
    await sql<{ publicKey: Uint8Array }>(
      'select public_key "publicKey" from record_signing_keys where workspace_id = $1',
      [workspaceId],
    )
  ).map(({ publicKey }) => new Uint8Array(publicKey));
  const certificate = await here.certificateOf(reviewId);
  expect(await checkCertificate(certificate, keys)).to.equal(null);
  const executed = (await here.happened()).find(({ type }) => type === 'disposition.executed');
  expect(executed?.facts.sha256).to.equal(certificate.sha256);
  const signatures = await sql<{ statement: string; signature: Uint8Array }>(
    'select signed_statement "statement", signature from record_signatures where workspace_id = $1',
    [workspaceId],
  );
  expect(signatures).to.have.length.above(3);
  for (const { statement, signature } of signatures) {
    const written = Buffer.from(signature).toString('base64');
    const held = await Promise.all(
      keys.map((key) => entrySignatureHolds(JSON.parse(statement), written, key)),
    );
    expect(held).to.include(true);
  }
  const { entry } = await records.getEntry({ artifactId }, owner.session);
  expect(entry).to.include({ erased: true, content: null, title: '' });
}

onBothDatabases('what a disposition leaves', (database) => {
  it('GOV-24: of what anybody has written in a case nothing is left in any table, index or file', async () => {
    const settings = { accessTokenSeconds: 60 * 86_400 };
    const here = await disposingOffice({ database: database(), settings }, { includeSubject: true });
    const word = `lighthouse${here.owner.id.slice(-10)}`;
    const { document } = await here.chancery.documents.uploadDocument(
      { file: aFile('a.pdf') },
      here.owner.session,
    );
    const files = await blobsOf(here);
    const { artifactId, double } = await fullCase(here, word, document.id);
    expect(await placesWith([word], here)).to.include.members(readableBefore);
    const subjects = [here.aCase.primarySubjectId, double];
    expect((await sealedPlaces(here, subjects)).toSorted()).to.deep.equal(sealedBefore.toSorted());
    const withKeys = (await blobsOf(here)).filter((key) => !files.includes(key));
    expect(withKeys).to.have.length(3);
    const review = await here.approvedReview([here.aCase.id]);
    const all = [here.aCase.id, ...subjects];
    const seeded = new Set((await rowsAbout(all, here)).map(({ table }) => table));
    const notSeeded = (await tablesAboutRecords(here)).filter((table) => !seeded.has(table));
    // What was asked of clients is kept and ended by the rules of requests for files, and what was checked of identity
    // documents ends with the document that was checked.
    expect(notSeeded).to.deep.equal(['file_requests', 'identity_verifications']);

    await here.execute(review);
    await here.worker.drain();

    expect((await here.reviewed(review.id))?.status).to.equal('executed');
    expect(await placesWith([word], here)).to.deep.equal([]);
    expect(await sealedPlaces(here, subjects)).to.deep.equal([]);
    expect(await blobsOf(here)).to.deep.equal(files);
    const left = await rowsAbout(all, here);
    expect(sentencesIn(left)).to.deep.equal([]);
    expect(await detailsAbout(left, here)).to.deep.equal([]);
    await requireEvidence(here, review.id, artifactId);
  });
});
