import { expect } from 'chai';
import type { Sql } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { aFile, failureOf, noteOffice, type Person } from '../testing/index.ts';
import { recordSearch } from './record-search.ts';

const [confidential, restricted, psychotherapy] = [1, 2, 8];
const planned = {
  encounterType: 'contact',
  mode: 'phone',
  status: 'planned',
  scheduledStartAt: '2026-12-01T10:00:00Z',
  scheduledEndAt: '2026-12-01T11:00:00Z',
} as const;

onBothDatabases('the search for records', (database) => {
  async function archive() {
    const here = await noteOffice({ database: database() });
    const { records, approved, sign, worker, cy, sql, aCase } = here;
    const search = (input: object | string, as: Person = cy) =>
      records.searchRecords(
        typeof input === 'string' ? { query: input } : { query: '', ...input },
        as.session,
      );
    const titles = async (input: object | string, as: Person = cy) =>
      (await search(input, as)).results.map(({ title }) => title);
    /** A signed entry with this text. */
    const written = async (title: string, body: string) =>
      (await sign((await approved({ title, body })).id)).entry;
    /** Everything that waits to be opened is opened. */
    const indexed = async () => {
      await worker.run('records.find_unindexed');
      await worker.drain();
    };
    const encounter = async (input: object) =>
      (await records.createEncounter({ ...planned, caseId: aCase.id, ...input }, cy.session)).encounter;
    const followUp = async (input: object) =>
      (await records.createFollowUp({ caseId: aCase.id, title: 'Call', ...input }, cy.session)).followUp;
    /** Gives an entry labels, whoever is cleared for them. */
    const label = (artifactId: string, mask: number) =>
      sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [artifactId, mask]);
    return { ...here, search, titles, written, indexed, encounter, followUp, label };
  }

  it('GOV-33: finds cases, encounters, follow-ups and signed entries, by all words, without case, accents and endings', async () => {
    const { titles, written, indexed, encounter, followUp, aCase, begin } = await archive();
    await written('First interview', 'The meadow müller spoke of was flooded. She called at nine.');
    await begin({ title: 'A draft about the meadow' });
    await encounter({ title: 'Home visit', reason: 'See the meadow' });
    await followUp({ title: 'Ring the meadow keeper', description: 'About the flood' });
    await indexed();

    const all = ['First interview', 'Home visit', 'Ring the meadow keeper'];
    expect(await titles('meadow')).to.have.members(all);
    expect(await titles('MULLER flooding')).to.deep.equal(['First interview']);
    expect(await titles('"called at nine"')).to.deep.equal(['First interview']);
    expect(await titles('"nine at called"')).to.deep.equal([]);
    expect(await titles('meadow -flooded')).to.have.members(all.slice(1));
    expect(await titles('nine or keeper')).to.have.members(['First interview', 'Ring the meadow keeper']);
    expect(await titles('meadow nowhere')).to.deep.equal([]);
    expect(await titles(aCase.caseNumber)).to.deep.equal([aCase.title]);
    expect(await titles('draft')).to.deep.equal([]);
    expect(await titles({ query: 'meadow', kinds: ['encounter'] })).to.deep.equal(['Home visit']);
    expect(await titles({ query: 'meadow', from: '2026-12-01T00:00:00Z' })).to.deep.equal(['Home visit']);
    expect(await titles({ query: 'meadow', to: '2026-12-01T00:00:00Z' })).not.to.include('Home visit');
    expect(await titles({ query: 'meadow', caseId: aCase.primarySubjectId })).to.deep.equal([]);
  });

  it('GOV-33: answers whatever is asked with 200 or search.no_terms', async () => {
    const { search, written, indexed } = await archive();
    await written('First interview', 'She called.');
    await indexed();

    const odd = ["it's", "''", ':*', 'a:*', '&|!()', '!!', '<->', 'a <-> b', '\\\\', '%_', '""', '"a"b"'];
    for (const query of [
      ...odd,
      '--',
      '--a',
      '-called',
      'or',
      'or or',
      'called or',
      '"called',
      'called -"she',
    ])
      expect(['none', 'search.no_terms'], query).to.include(await failureOf(search(query)));
    for (const query of ['\u{1f600}'.repeat(200), '&|!()', '-called', 'called or -she'])
      expect(await failureOf(search(query)), query).to.equal('search.no_terms');
    for (const query of ['c', 'c'.repeat(201)])
      expect(await failureOf(search(query))).to.equal('request.invalid');
  });

  it('GOV-33: shows some of the text around the first word, with ranges in code points', async () => {
    const { search, written, indexed, aCase } = await archive();
    const body = `${'\u{1f600} before '.repeat(40)}the meadow\nwas flooded ${'after '.repeat(60)}`;
    const { id } = await written('First interview', body);
    await indexed();

    const [hit] = (await search('"meadow was"')).results;

    const { snippet = '', highlights = [], rank = 0 } = hit ?? {};
    expect([hit?.kind, hit?.id, hit?.artifactId, hit?.caseNumber, hit?.status]).to.deep.equal([
      ...['entry', id, id],
      aCase.caseNumber,
      'finalized',
    ]);
    expect(rank).to.be.within(0.0001, 1);
    expect([...snippet].length).to.be.within(200, 240);
    expect(highlights.map(({ start, end }) => [...snippet].slice(start, end).join(''))).to.deep.equal([
      'meadow',
      'was',
    ]);
  });

  it('REC-51: leaves out what was entered in error, unless it is asked for', async () => {
    const { titles, written, indexed, records, attesting, cy } = await archive();
    const { id } = await written('Wrong chart', 'The meadow');
    await indexed();

    const attestation = { ...attesting(), statementId: 'attest.error.v1' } as const;
    await records.markEntryInError({ artifactId: id, reason: 'The wrong case.', attestation }, cy.session);

    expect(await titles('meadow')).to.deep.equal([]);
    expect(await titles({ query: 'meadow', includeErrors: true })).to.deep.equal(['Wrong chart']);
  });

  it('REC-2, REC-4, GOV-32: finds for nobody what they do not see, nor counts it, and withholds what needs another purpose', async () => {
    const { search, titles, written, indexed, clear, label, sql, owner, bo, guest, aCase } = await archive();
    await clear(bo, restricted);
    await written('Plain', 'The meadow');
    await label((await written('Hidden', 'The meadow')).id, restricted);
    await indexed();

    for (const person of [owner, guest])
      expect(await search('meadow', person)).to.deep.include({ count: 1, withheldForPurpose: 0 });
    expect(await titles('meadow', owner)).to.deep.equal(['Plain']);
    expect(await search('meadow', bo)).to.deep.include({ count: 1, withheldForPurpose: 1 });
    expect(await titles({ query: 'meadow', purposeOfUse: 'treatment' }, bo)).to.have.members([
      'Plain',
      'Hidden',
    ]);
    await clear(bo, 0);
    expect(await search('meadow', bo)).to.deep.include({ count: 1, withheldForPurpose: 0 });
    for (const person of [owner, bo]) {
      await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [person.id]]);
      expect(await search('meadow', person)).to.deep.include({ count: 0, withheldForPurpose: 0 });
    }
  });

  it('REC-6: a search that shows what is labelled leaves a line with purpose, ids and no word of what was looked for', async () => {
    const { search, written, indexed, clear, label, cy, lines } = await archive();
    await clear(cy, restricted);
    const { id } = await written('Hidden', 'The meadow');
    await label(id, restricted);
    await indexed();

    await search('meadow');
    await search({ query: 'meadow', purposeOfUse: 'treatment' });

    const said = (await lines()).filter(({ action }) => action === 'records.searched');
    expect(said).to.have.length(1);
    const { facts, purposeOfUse, access, labels } = JSON.parse(said[0]?.payload ?? '{}');
    expect([facts, purposeOfUse, access.basis, labels]).to.deep.equal([
      { results: 1, restricted: 1, ids: [id] },
      'treatment',
      'case_member',
      ['restricted'],
    ]);
    expect(said[0]?.payload).not.to.include('meadow');
  });

  it('GOV-32: of what is labelled psychotherapy or sealed the index has the title alone, from the moment of the label on', async () => {
    const { titles, search, written, encounter, indexed, clear, label, sql, cy, aCase } = await archive();
    await clear(cy, psychotherapy);
    const { id } = await written('Session notes', 'The meadow');
    await encounter({ title: 'Session visit', reason: 'The meadow' });
    await indexed();
    expect(await titles('meadow')).to.have.members(['Session notes', 'Session visit']);
    const labelCase = (mask: number) =>
      sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [aCase.id, mask]);

    await label(id, psychotherapy);
    await labelCase(psychotherapy);

    const treatment = { purposeOfUse: 'treatment' };
    expect(await titles({ query: 'meadow', ...treatment })).to.deep.equal([]);
    await indexed();
    expect(await titles({ query: 'meadow', ...treatment })).to.deep.equal([]);
    const { results } = await search({ query: 'session', ...treatment });
    expect(results.map(({ title, snippet }) => [title, snippet])).to.have.deep.members([
      ['Session notes', 'Session notes'],
      ['Session visit', 'Session visit'],
    ]);
    const [stored] = await sql<{ words: string }>(
      "select string_agg(words::text, ' ') words from record_search where case_id = $1",
      [aCase.id],
    );
    expect(stored?.words).not.to.include('meadow');
    await label(id, confidential);
    await labelCase(0);
    await indexed();
    expect(await titles('meadow')).to.have.members(['Session notes', 'Session visit']);
  });

  it('GOV-32: finds files of signed entries by their names and their texts, under the labels of the entry', async () => {
    const {
      titles,
      search,
      begin,
      submit,
      approve,
      sign,
      records,
      cy,
      ports,
      worker,
      indexed,
      label,
      clear,
    } = await archive();
    await clear(cy, psychotherapy);
    ports.textExtractor.says(['A map of the meadow']);
    const { id } = await begin({ title: 'With a plan' });
    const file = aFile('plan.txt', 'as the extractor says');
    await records.uploadEntryAttachment({ artifactId: id, file }, cy.session);
    await worker.drain();
    expect(await titles('plan')).to.deep.equal([]);

    await submit(id);
    await approve(id);
    await sign(id);
    await indexed();

    const [hit] = (await search('meadow')).results;
    expect([hit?.kind, hit?.title, hit?.artifactId, hit?.snippet]).to.deep.equal([
      ...['attachment', 'plan.txt', id],
      'A map of the meadow',
    ]);
    expect(await titles('plan')).to.have.members(['With a plan', 'plan.txt']);
    await label(id, psychotherapy);
    await indexed();
    expect(await titles('meadow')).to.deep.equal([]);
    expect(await titles({ query: 'meadow', purposeOfUse: 'treatment' })).to.deep.equal([]);
    expect(await titles({ query: 'plan', purposeOfUse: 'treatment' })).to.have.members([
      'With a plan',
      'plan.txt',
    ]);
  });

  it('GOV-32, REC-51: finds what was added to an entry, and follow-ups under the labels of the entry that they are about', async () => {
    const { titles, search, written, records, attesting, followUp, indexed, label, clear, cy } =
      await archive();
    await clear(cy, psychotherapy);
    const { id } = await written('First interview', 'She called.');
    const attestation = { ...attesting(), statementId: 'attest.addendum.v1' } as const;
    await records.addEntryAddendum(
      { artifactId: id, kind: 'clarification', content: 'It was the meadow.', attestation },
      cy.session,
    );
    await followUp({ title: 'Ring the keeper', description: 'Of the meadow', artifactId: id });
    await indexed();

    const { results } = await search('meadow');
    expect(
      results.map(({ kind, title, artifactId, snippet }) => [kind, title, artifactId, snippet]),
    ).to.have.deep.members([
      ['addendum', 'First interview', id, 'It was the meadow.'],
      ['follow_up', 'Ring the keeper', id, 'Of the meadow'],
    ]);
    await label(id, psychotherapy);
    await indexed();
    expect(await titles('meadow')).to.deep.equal([]);
    expect(await titles({ query: 'meadow', purposeOfUse: 'treatment' })).to.deep.equal([]);
    expect(await titles({ query: 'keeper', purposeOfUse: 'treatment' })).to.deep.equal(['Ring the keeper']);
  });

  it('REC-4: continues where the page before ended, and every hit comes once', async () => {
    const { search, encounter } = await archive();
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1)
      made.push((await encounter({ title: `Visit ${at}`, reason: 'meadow '.repeat(1 + (at % 3)) })).id);

    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const more: { cursor?: string } = cursor === null ? {} : { cursor };
      const page: Awaited<ReturnType<typeof search>> = await search({ query: 'meadow', limit: 3, ...more });
      expect([page.withheldForPurpose, page.truncated]).to.deep.equal([cursor === null ? 0 : null, false]);
      walked.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);

    expect(walked).to.have.length(7);
    expect([...walked].sort()).to.deep.equal([...made].sort());
  });

  it('GOV-32: ranks the newest two thousand of more hits, and says so', async () => {
    const { search, encounter, sql } = await archive();
    const { id } = await encounter({ title: 'Visit', reason: 'meadow' });
    await sql(
      `insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
       select gen_random_uuid(), 'attachment', workspace_id, case_id, 0, occurred_at - n * interval '1 second', status, 0, words, 'fresh'
       from record_search, generate_series(1, 2000) n where id = $1`,
      [id],
    );

    expect((await search('meadow')).truncated).to.equal(true);
    expect((await search({ query: 'meadow', kinds: ['attachment'] })).truncated).to.equal(false);
  });

  it('REC-51: the job that indexes opens each version once, and what was said before is not found any more', async () => {
    const { written, indexed, titles, sql } = await archive();
    const { id } = await written('First interview', 'The meadow');
    await indexed();
    const standing = async () =>
      (await sql('select version, standing from record_search where id = $1', [id]))[0];
    expect(await standing()).to.deep.equal({ version: 1, standing: 'fresh' });

    await sql("update record_entries set current_version = 2, title = 'Second' where id = $1", [id]);

    expect(await standing()).to.deep.equal({ version: 2, standing: 'due' });
    expect(await titles('meadow')).to.deep.equal([]);
    expect(await titles('second')).to.deep.equal(['Second']);
  });

  it('GOV-33: after the language of the search was changed everything is found by its rules', async () => {
    const { written, indexed, titles, chancery, owner, worker } = await archive();
    await written('Gespräch', 'Sie sprach von den Häusern.');
    await indexed();
    const speak = async (searchLanguage: 'simple' | 'german') => {
      await chancery.governance.updateRecordSettings({ searchLanguage }, owner.session);
      await worker.drain();
    };
    await speak('simple');
    expect(await titles('Haus')).to.deep.equal([]);

    await speak('german');

    expect(await titles('Haus')).to.deep.equal(['Gespräch']);
  });

  it('GOV-33: takes for every language of a workspace the rules that the settings show', async () => {
    const { sql, workspaceId, chancery, owner } = await archive();
    const tags =
      'ar da de-CH el en-GB es fi fr ga hu id it lt nb ne nl nn no pt-BR ro ru sv ta tr ja zz'.split(' ');
    const shown: string[] = [];
    const taken: (string | undefined)[] = [];
    for (const tag of tags) {
      await sql(
        `update workspaces set settings = jsonb_set(settings, '{defaultLocale}', to_jsonb($2::text)) where id = $1`,
        [workspaceId, tag],
      );
      const { overview } = await chancery.governance.getGovernanceOverview({}, owner.session);
      shown.push(overview.settings.searchLanguage);
      const [row] = await sql<{ language: string }>('select chancery_record_language($1)::text "language"', [
        workspaceId,
      ]);
      taken.push(row?.language);
    }

    expect(taken).to.deep.equal(shown);
    expect(new Set(shown).size).to.equal(tags.length - 3);
  });
});

describe('a search for records that takes too long', () => {
  it('GOV-32: ends after two seconds with advice', async () => {
    const said: string[] = [];
    const slow = async (text: string) => {
      said.push(text.trim().slice(0, 38));
      if (text.startsWith('set')) return [];
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    };
    const reader = {
      userId: 'usr_somebody',
      role: 'owner',
      clearance: 0,
      duties: [],
      subjectDirectory: 'workspace',
      auditsAllReads: false,
    } as const;
    const searching = {
      ...{ words: 'the', kinds: null, caseId: null, from: null, to: null, includesErrors: false },
      reach: { reader, now: '2026-11-23T12:00:00.000Z', masks: [], purpose: 'treatment' as const },
    };

    // It asks for rows alone.
    const found = recordSearch(slow as unknown as Sql, 'workspace_any').find(searching, null, 1);

    const failure = await found.catch((error: Error & { code?: string }) => error);
    expect(failure).to.include({ code: 'dependency.unavailable' });
    expect((failure as Error).message).to.include('name a case');
    expect(said[0]).to.equal('set local statement_timeout = 2000');
  });
});
