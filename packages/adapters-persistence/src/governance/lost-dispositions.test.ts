import { createWorker } from '@chancery/core';
import { expect } from 'chai';
import { jobStore } from '../kernel/jobs.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { disposingOffice } from '../testing/disposing-office.ts';
import { MemoryBlobs } from '../testing/doubles.ts';
import { aFile } from '../testing/library.ts';
import { MemoryKeyVault } from '../testing/memory-key-vault.ts';
import { Fate, mortalPorts } from '../testing/mortal-ports.ts';

/** Longer than the lease of a job, and than the longest wait between two attempts. */
const minutesBetweenLives = 25;

onBothDatabases('a disposition whose process is lost', (database) => {
  /** An office whose process ends when its fate says so. */
  async function mortalOffice() {
    const fate = new Fate();
    const lasting = { keyVault: new MemoryKeyVault(), blobs: new MemoryBlobs() };
    const stores = { unitOfWork: unitOfWork(database()), jobs: jobStore(database()) };
    const ports = mortalPorts({ ...lasting, ...stores }, fate);
    const settings = { accessTokenSeconds: 20 * 86_400 };
    const options = { database: database(), settings, ports };
    const here = await disposingOffice(options, {
      includeSubject: true,
      trigger: 'fixed_date',
      period: 'P1D',
      fixedDate: '2026-11-01',
    });
    const { bo, cy, guest, records, open, clock } = here;
    const members = [
      { userId: cy.id, role: 'contributor' },
      { userId: guest.id, role: 'reviewer' },
    ];

    /** A case with an entry and its file, closed, whose disposition was approved. */
    const approved = async () => {
      const { id: caseId, primarySubjectId: subjectId } = await open({ members, status: 'active' }, bo);
      const { id: artifactId } = await here.begin({ caseId });
      const file = aFile('lab.txt', 'Potassium 4.1 mmol/l');
      await records.uploadEntryAttachment({ artifactId, file }, cy.session);
      const closing = { caseId, status: 'closed', reason: 'Done', closureOutcome: 'Agreed' } as const;
      await records.transitionCase({ ...closing }, here.owner.session);
      await here.worker.drain();
      return { caseId, subjectId, artifactId, review: await here.approvedReview([caseId], 0) };
    };
    /** A new process on the same data, which works until nothing is due. */
    const live = () => createWorker(here.chancery.ports).drain();
    const liveAgain = async () => {
      fate.startAgain();
      clock.advance({ minutes: minutesBetweenLives });
      await live();
    };
    return { ...here, fate, approved, live, liveAgain, ...lasting };
  }
  type Office = Awaited<ReturnType<typeof mortalOffice>>;
  type Approved = Awaited<ReturnType<Office['approved']>>;

  /** What is left of a case and its review: nothing in it depends on how often its process was lost. */
  async function leftOf(here: Office, { caseId, subjectId, artifactId, review }: Approved) {
    const { sql, workspaceId, keyVault } = here;
    const [row] = await sql(
      `select r.status review, i.state item, i.subject_state subject, c.status "case", c.title, s.display_name "name",
         (select count(*)::int from disposition_certificates where review_id = $1) certificates,
         (select count(*)::int from record_entry_versions where entry_id = $4 and content_sealed is not null) versions,
         (select count(*)::int from record_attachments where entry_id = $4 and released_at is null) files,
         (select count(*)::int from audit_event e join audit_detail d on d.ledger_id = e.ledger_id and d.seq = e.seq
          where e.case_id = $2) details
       from disposition_reviews r join disposition_items i on i.review_id = r.id
       join record_cases c on c.id = $2 join subjects s on s.id = $3 where r.id = $1`,
      [review.id, caseId, subjectId, artifactId],
    );
    const lines = await sql<{ action: string; count: number }>(
      `select action, count(*)::int "count" from audit_event where ledger_id = $1
         and (target_id = any($2) and action ~ '^disposition|disposed')
       group by action order by action`,
      [workspaceId, [review.id, caseId, subjectId]],
    );
    const keys = await sql<{ keyId: string }>(
      'select key_id "keyId" from record_keys where workspace_id = $1 and scope_id = any($2)',
      [workspaceId, [caseId, subjectId]],
    );
    const destroyed = await Promise.all(keys.map(({ keyId }) => keyVault.isDestroyed(workspaceId, keyId)));
    const blobs: string[] = [];
    for await (const key of here.blobs.list('')) blobs.push(key);
    return { ...row, destroyed, blobs, lines: lines.map(({ action, count }) => `${action} ${count}`) };
  }

  it('GOV-25: ends alike with one certificate, between whichever two steps the process was killed', async function () {
    this.timeout(600_000);
    const here = await mortalOffice();
    const whole = await here.approved();
    await here.execute(whole.review);
    await here.live();
    const expected = await leftOf(here, whole);
    expect(expected).to.deep.include({ review: 'executed', item: 'destroyed', subject: 'erased' });
    expect(expected).to.deep.include({ certificates: 1, destroyed: [true, true], blobs: [], details: 0 });

    let steps = 0;
    for (let isLost = true; isLost; steps += 1) {
      const approved = await here.approved();
      await here.execute(approved.review);
      here.fate.endAfter(steps);
      await here.live().catch(() => undefined);
      isLost = here.fate.isGone;
      for (let life = 0; isLost && life < 2; life += 1) await here.liveAgain();

      expect(await leftOf(here, approved), `lost after ${steps} steps`).to.deep.equal(expected);
    }
    // Before and after the three transactions, two keys, the object, and the last transaction; and once to the end.
    expect(steps).to.be.above(14);
  });
});
