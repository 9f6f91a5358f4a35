import {
  failureOf,
  type MemoryKeyVault,
  noteOffice,
  onBothDatabases,
  placesWith,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const started = {
  encounterType: 'contact',
  mode: 'phone',
  status: 'completed',
  startedAt: '2026-01-05T09:00:00.000Z',
  endedAt: '2026-01-05T09:30:00.000Z',
} as const;
/** Sentences that stand nowhere else; titles are plain, as names are. */
const written = {
  reason: 'She asked for the yellow astrolabe.',
  outcome: 'She found the yellow sextant.',
  location: 'The yellow house by the weir',
};
const toDo = {
  description: 'Bring her the yellow barometer.',
  outcome: 'She has the yellow barometer now.',
  cancelReason: 'She wants no yellow barometer.',
};
const sentences = [...Object.values(written), ...Object.values(toDo)];

/** An office with an encounter and two follow-ups about which everything was written that can be. */
async function textOffice(over: Parameters<typeof noteOffice>[0] = {}) {
  const here = await noteOffice(over);
  const { records, cy, aCase, chancery } = here;
  const vault = chancery.ports.keyVault as MemoryKeyVault;
  const { reason, location, outcome } = written;
  const begun = { caseId: aCase.id, ...started, title: 'A visit', reason, location };
  const { encounter } = await records.createEncounter(begun, cy.session);
  await records.updateEncounter({ encounterId: encounter.id, outcome }, cy.session);
  const about = async (title: string, input: object) => {
    const { description } = toDo;
    const { followUp } = await records.createFollowUp({ caseId: aCase.id, title, description }, cy.session);
    await records.updateFollowUp({ followUpId: followUp.id, ...input } as never, cy.session);
    return followUp.id;
  };
  const ids = {
    encounterId: encounter.id,
    doneId: await about('Done', { status: 'completed', outcome: toDo.outcome }),
    droppedId: await about('Dropped', { status: 'cancelled', cancelReason: toDo.cancelReason }),
  };
  const met = async (as = cy) =>
    (await records.getEncounter({ encounterId: ids.encounterId }, as.session)).encounter;
  /** What is written about the encounter, as it is read. */
  const ofEncounter = async () => {
    const { reason: why, outcome: came, location: place } = await met();
    return { reason: why, outcome: came, location: place };
  };
  const ofFollowUps = async (input: object = {}) =>
    (await records.listFollowUps({ caseId: aCase.id, ...input }, cy.session)).followUps.map(
      ({ title, description, outcome: came, cancelReason }) => [title, description, came, cancelReason],
    );
  const found = async (query: string) =>
    (await records.searchRecords({ query }, cy.session)).results
      .map(({ kind, snippet }) => `${kind}: ${snippet}`)
      .toSorted();
  return { ...here, ...ids, vault, met, ofEncounter, ofFollowUps, found };
}

const asWritten = [
  ['Done', toDo.description, toDo.outcome, null],
  ['Dropped', toDo.description, null, toDo.cancelReason],
];
const nothing = { reason: null, outcome: null, location: null };

type Office = Awaited<ReturnType<typeof textOffice>>;

/** Makes the rows what they were before anything was sealed, without a word in any index. */
async function makePlain({ sql, workspaceId, encounterId, doneId, droppedId }: Office) {
  const { reason, outcome, location } = written;
  await sql(
    `update encounters set text_sealed = null, reason = $3, outcome = $4, location = $5
     where workspace_id = $1 and id = $2`,
    [workspaceId, encounterId, reason, outcome, location],
  );
  const plain = `update follow_ups set text_sealed = null, searchable = title || ' ' || $3, description = $3, outcome = $4, cancel_reason = $5
     where workspace_id = $1 and id = $2`;
  await sql(plain, [workspaceId, doneId, toDo.description, toDo.outcome, null]);
  await sql(plain, [workspaceId, droppedId, toDo.description, null, toDo.cancelReason]);
}

const sealPlain = async ({ worker }: Office) => {
  await worker.run('records.seal_plain_texts');
  await worker.drain();
};

onBothDatabases('what is written about encounters and follow-ups', (database) => {
  it('GOV-26: stands in no column of the database as it was written, and is read and found as it was', async () => {
    const here = await textOffice({ database: database() });

    expect(await placesWith(sentences, here)).to.deep.equal([]);
    await here.worker.drain();
    expect(await placesWith(sentences, here)).to.deep.equal([]);
    expect(await here.ofEncounter()).to.deep.equal(written);
    expect(await here.ofFollowUps()).to.deep.equal(asWritten);
    expect(await here.ofFollowUps({ search: 'barom yell' })).to.deep.equal(asWritten);
    expect(await here.found('yellow sextant')).to.deep.equal([
      `encounter: ${written.reason} ${written.outcome}`,
    ]);
    expect(await here.found('barometer')).to.have.length(2);
  });

  it('that was there before is read as it stands, and sealed by a job that finds what is left', async () => {
    const here = await textOffice({ database: database() });
    await makePlain(here);
    expect(await here.ofEncounter()).to.deep.equal(written);
    expect(await here.ofFollowUps()).to.deep.equal(asWritten);
    expect(await here.found('sextant')).to.have.length(1);
    const { version, updatedAt } = await here.met();

    await sealPlain(here);

    expect(await placesWith(sentences, here)).to.deep.equal([]);
    expect(await here.ofEncounter()).to.deep.equal(written);
    expect(await here.ofFollowUps()).to.deep.equal(asWritten);
    expect(await here.ofFollowUps({ search: 'barometer' })).to.deep.equal(asWritten);
    expect(await here.found('sextant')).to.have.length(1);
    expect(await here.met()).to.include({ version, updatedAt });
  });
});

describe('what is written about encounters and follow-ups, and the vault', () => {
  it('REC-96: answers 503 while the vault is away, and what has no text is read without it', async () => {
    const here = await textOffice();
    const { vault, records, cy, aCase, open, bo } = here;
    const other = await open({ status: 'active' });
    const { encounter } = await records.createEncounter({ caseId: other.id, ...started }, bo.session);
    const see = () => records.getEncounter({ encounterId: encounter.id }, bo.session);

    vault.isAway = true;

    const failures = await Promise.all(
      [
        here.met(),
        here.ofFollowUps(),
        records.getCase({ caseId: aCase.id }, cy.session),
        records.updateFollowUp({ followUpId: here.doneId, title: 'Over' }, cy.session),
        records.createFollowUp({ caseId: aCase.id, title: 'Ask', description: 'Again' }, cy.session),
        records.searchRecords({ query: 'sextant' }, cy.session),
      ].map(failureOf),
    );
    expect(failures).to.deep.equal(Array(6).fill('dependency.unavailable'));
    expect((await see()).encounter).to.include(nothing);
  });

  it('REC-96: opens at its own place only: what was moved from another row is unreadable', async () => {
    const here = await textOffice();
    const { sql, doneId, droppedId } = here;

    await sql(
      'update follow_ups set text_sealed = (select text_sealed from follow_ups where id = $2) where id = $1',
      [doneId, droppedId],
    );

    expect(await failureOf(here.ofFollowUps())).to.equal('dependency.unavailable');
  });

  it('REC-96: is null once the key of the case is retired, whoever remembers it, and nothing more is written', async () => {
    const here = await textOffice();
    const { sql, aCase, records, cy, encounterId, doneId } = here;
    expect(await here.ofEncounter()).to.deep.equal(written);

    await sql("update record_keys set retired_at = now() where scope_kind = 'case' and scope_id = $1", [
      aCase.id,
    ]);

    expect(await here.ofEncounter()).to.deep.equal(nothing);
    expect(await here.ofFollowUps()).to.deep.equal([
      ['Done', null, null, null],
      ['Dropped', null, null, null],
    ]);
    const { case: seen } = await records.getCase({ caseId: aCase.id }, cy.session);
    expect(seen.recentEncounters?.map(({ reason }) => reason)).to.deep.equal([null]);
    const writing = [
      records.updateEncounter({ encounterId, outcome: 'Later' }, cy.session),
      records.updateFollowUp({ followUpId: doneId, outcome: 'Later' }, cy.session),
      records.createFollowUp({ caseId: aCase.id, title: 'Ask', description: 'Again' }, cy.session),
      records.createEncounter({ caseId: aCase.id, ...started, reason: 'Again' }, cy.session),
    ];
    expect(await Promise.all(writing.map(failureOf))).to.deep.equal(Array(4).fill('case.invalid_state'));
  });

  it('is indexed anew by a job when its labels become such that it may be found by what it says', async () => {
    const here = await textOffice();
    const { records, worker, cy, encounterId, clear } = here;
    await clear(cy, 8, []);
    const labelled = (confidentiality: 'psychotherapy' | 'standard') =>
      records.updateEncounter(
        {
          ...{ encounterId, confidentiality, purposeOfUse: 'treatment' },
          confidentialityReason: 'It was decided',
        },
        cy.session,
      );
    await labelled('psychotherapy');
    const words = () =>
      here.sql(
        "select 1 from record_search where kind = 'encounter' and id = $1 and words::text like '%sextant%'",
        [encounterId],
      );
    expect(await words()).to.deep.equal([]);

    await here.sql('update encounters set own_mask = 0 where id = $1', [encounterId]);
    expect(await here.found('sextant')).to.deep.equal([]);
    await worker.run('records.find_unindexed');
    await worker.drain();

    expect(await here.found('sextant')).to.have.length(1);
  });
});
