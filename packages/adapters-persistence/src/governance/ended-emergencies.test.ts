import { type Chancery, createChancery } from '@chancery/core';
import { useCases } from '@chancery/core/internal';
import { expect } from 'chai';
import { type Database, openPostgres } from '../kernel/data-source.ts';
import { jobStore } from '../kernel/jobs.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { postgresDatabase, type TestDatabase } from '../testing/databases.ts';
import { disclosingOffice } from '../testing/disclosing-office.ts';
import { aFile } from '../testing/library.ts';

/** Bo's case with something of everything in it; Di works elsewhere, and sees only what is of her own cases. */
async function filledOffice(database: TestDatabase) {
  const here = await disclosingOffice({ database });
  const { records, own, aCase, bo, cy } = here;
  const { id: caseId, primarySubjectId: subjectId } = aCase;
  await here.keep({ subjectDirectory: 'case_team' });
  const di = await here.person('member', 'Di');
  const { id: artifactId } = await here.begin({ title: 'Allergic to penicillin', body: 'She will call.' });
  const file = aFile('lab.txt', 'Potassium 4.1 mmol/l');
  const { attachment } = await records.uploadEntryAttachment({ artifactId, file }, cy.session);
  await here.submit(artifactId);
  await here.approve(artifactId);
  await here.sign(artifactId);
  const scheduledStartAt = '2026-11-21T12:00:00.000Z';
  const { encounter } = await records.createEncounter(
    { caseId, encounterType: 'contact', mode: 'phone', title: 'Call', scheduledStartAt },
    bo.session,
  );
  await records.createFollowUp({ caseId, title: 'Call back' }, bo.session);
  await records.createAmendment(
    { artifactId, reason: 'The date is wrong.', requestedChange: 'She called on 3 May.' },
    cy.session,
  );
  const { consent } = await own.createRecordConsent(
    {
      ...{ subjectId, category: 'disclosure', method: 'written', statementText: 'I agree.' },
      grantedBy: { kind: 'subject', name: 'Ann Smith' },
    },
    bo.session,
  );
  const { id: authorizationId } = await here.authorized();
  const { id: packageId } = await here.approvedWith(
    authorizationId,
    { delivery: 'manual' },
    { id: artifactId },
  );
  await own.runRecordIntelligence({ caseId, kinds: ['summary'] }, cy.session);
  await here.worker.drain();
  const ids = { caseId, subjectId, artifactId, packageId, consentId: consent.id };
  return { ...here, ...ids, di, attachmentId: attachment.id, encounterId: encounter.id };
}
type Office = Awaited<ReturnType<typeof filledOffice>>;

const emergency = { purposeOfUse: 'emergency' } as const;
type Asking = (here: Office, chancery: Chancery) => Promise<unknown>;

/** Reads of one thing: there is no such thing for whoever does not pass it. */
const ofOneThing: Readonly<Record<string, Asking>> = {
  getCase: ({ caseId, di }, { records }) => records.getCase({ caseId, ...emergency }, di.session),
  getCaseBundle: ({ caseId, di }, { records }) => records.getCaseBundle({ caseId, ...emergency }, di.session),
  getEncounter: ({ encounterId, di }, { records }) =>
    records.getEncounter({ encounterId, ...emergency }, di.session),
  getEntry: ({ artifactId, di }, { records }) => records.getEntry({ artifactId, ...emergency }, di.session),
  getEntryAttachmentContent: ({ artifactId, attachmentId, di }, { records }) =>
    records.getEntryAttachmentContent({ artifactId, attachmentId, ...emergency }, di.session),
  getSubject: ({ subjectId, di }, { records }) => records.getSubject({ subjectId, ...emergency }, di.session),
  listCaseEntries: ({ caseId, di }, { records }) =>
    records.listCaseEntries({ caseId, ...emergency }, di.session),
  listIntegrationOptions: ({ caseId, di }, { records }) =>
    records.listIntegrationOptions({ caseId, ...emergency }, di.session),
  getRecordConsent: ({ consentId, di }, { governance }) =>
    governance.getRecordConsent({ consentId, ...emergency }, di.session),
  listRecordConsents: ({ subjectId, di }, { governance }) =>
    governance.listRecordConsents({ subjectId, ...emergency }, di.session),
  getReleasePackage: ({ packageId, di }, { governance }) =>
    governance.getReleasePackage({ packageId, ...emergency }, di.session),
  listAccountingOfDisclosures: ({ subjectId, di }, { governance }) =>
    governance.listAccountingOfDisclosures({ subjectId, ...emergency }, di.session),
  listRecordIntelligence: ({ caseId, di }, { governance }) =>
    governance.listRecordIntelligence({ caseId, ...emergency }, di.session),
};

/** Reads of many things: what the caller does not pass is left out of them. */
const ofMany: Readonly<Record<string, Asking>> = {
  checkSubjectDuplicates: ({ di }, { records }) =>
    records.checkSubjectDuplicates({ displayName: 'Ann Smith', ...emergency }, di.session),
  getRecordsDashboard: ({ di }, { records }) => records.getRecordsDashboard(emergency, di.session),
  listAmendments: ({ di }, { records }) => records.listAmendments(emergency, di.session),
  listAuditEvents: ({ caseId, di }, { records }) =>
    records.listAuditEvents({ caseId, ...emergency }, di.session),
  listCases: ({ di }, { records }) => records.listCases(emergency, di.session),
  listFollowUps: ({ di }, { records }) => records.listFollowUps(emergency, di.session),
  listSubjects: ({ di }, { records }) => records.listSubjects(emergency, di.session),
  searchRecords: ({ di }, { records }) =>
    records.searchRecords({ query: 'penicillin', ...emergency }, di.session),
  getRecordReport: ({ di }, { governance }) => governance.getRecordReport(emergency, di.session),
  getRecordWorkload: ({ di }, { governance }) => governance.getRecordWorkload(emergency, di.session),
  listDisclosures: ({ caseId, di }, { governance }) =>
    governance.listDisclosures({ caseId, ...emergency }, di.session),
};

/** Reads that a member has of no case and no subject, and those of the emergency itself. */
const ofNothing = [
  ...['getAuditLogKeys', 'listRecordTemplates', 'drillBreakGlass', 'getBreakGlass', 'listRecordAccess'],
  ...['getGovernanceOverview', 'listIndustryPacks', 'listRecordWebhooks', 'listRecordWorkerActions'],
  ...['listRetention', 'getDispositionCertificate'],
  // By links, and not by people.
  ...[
    'exportPortalPackage',
    'getPortal',
    'getPortalAttachmentContent',
    'getPortalPackage',
    'listPortalPackages',
  ],
];

const isReadOfRecords = ({ context, useCase }: ReturnType<typeof useCases>[number]): boolean =>
  (context === 'records' || context === 'governance') &&
  (useCase.kind === 'query' || useCase.countsAsRead === true);
/** The ledger and its proofs are for those who answer for it; an emergency makes nobody one of them. */
const isOfLedger = ({ useCase: { may } }: ReturnType<typeof useCases>[number]): boolean =>
  [may].flat().some((each) => each?.on === 'audit ledger');

/** An answer without the moment that it was made, or the code of a refusal. */
async function answerTo(asking: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await asking).replaceAll(/"(asOf|checkedAt)":"[^"]*"/g, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

describe('an emergency that is over', () => {
  let database: TestDatabase;
  let other: Database;
  before(async () => {
    database = await postgresDatabase();
    other = await openPostgres(database.serverUrl, { poolSize: 2 });
  });
  after(async () => {
    await other?.close();
    await database?.close();
  });

  it('GOV-13: leaves every read as it was before, a millisecond after its end, in every process and without any job', async () => {
    const here = await filledOffice(database);
    const stores = { unitOfWork: unitOfWork(other), jobs: jobStore(other) };
    const processes = [here.chancery, createChancery({ ...here.chancery.ports, ...stores })];
    const reads = { ...ofOneThing, ...ofMany };
    /** What each process answers to each read. */
    const answers = async () => {
      const all: Record<string, string>[] = [];
      for (const each of processes) {
        const told: Record<string, string> = {};
        for (const [name, ask] of Object.entries(reads)) told[name] = await answerTo(ask(here, each));
        all.push(told);
      }
      return all;
    };
    const before = await answers();
    for (const name of Object.keys(ofOneThing)) expect(before[0]?.[name], name).to.match(/not_found$/);
    expect(before[1]).to.deep.equal(before[0]);

    const { session } = await here.own.startBreakGlass(
      {
        ...{ subjectId: here.subjectId, reasonCode: 'emergency_treatment' },
        reason: 'Unconscious after a fall, and nobody else knows of allergies',
        reauthentication: { method: 'password', value: 'correct horse battery staple' },
      },
      here.di.session,
    );
    here.clock.advance({ minutes: 60, seconds: -0.001 });
    const lasting = await answers();
    expect(lasting[1]).to.deep.equal(lasting[0]);
    const unopened = Object.keys(reads).filter((name) => lasting[0]?.[name] === before[0]?.[name]);
    expect(unopened).to.have.members(['getRecordReport', 'getRecordWorkload', 'listAuditEvents']);

    here.clock.advance({ seconds: 0.001 });
    expect(here.clock.now()).to.equal(session.expiresAt);
    expect(await answers()).to.deep.equal(before);
    here.clock.advance({ seconds: 0.001 });
    expect(await answers()).to.deep.equal(before);
  });

  it('GOV-13: no read of records is missing among those that are asked for that', () => {
    const asked = [...Object.keys(ofOneThing), ...Object.keys(ofMany), ...ofNothing];
    const all = useCases().filter((each) => isReadOfRecords(each) && !isOfLedger(each));

    expect(all.map(({ name }) => name).toSorted()).to.deep.equal(asked.toSorted());
  });
});
