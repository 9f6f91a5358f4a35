import {
  failureOf,
  type MemoryKeyVault,
  onBothDatabases,
  recordOffice,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const insurance = { type: 'client_number', system: 'urn:de:kv', value: 'A 12-34.5' } as const;

interface Stored {
  readonly id: string;
  readonly keyId: string | null;
  readonly hasMask: boolean;
  readonly hasKey: boolean;
}

onBothDatabases('the values of identifiers under the keys of subjects', (database) => {
  const office = async () => {
    const here = await recordOffice({ database: database() });
    const subject = await here.create({ identifiers: [insurance] });
    const keyOf = async (id: string) => {
      const [row] = await here.sql<{ keyId: string }>(
        'select key_id "keyId" from record_keys where scope_id = $1',
        [id],
      );
      return row?.keyId ?? '';
    };
    const stored = () =>
      here.sql<Stored>(
        `select id, key_id "keyId", mask_sealed is not null "hasMask", value_key is not null "hasKey"
         from subject_identifiers where workspace_id = $1 order by id`,
        [here.workspaceId],
      );
    const values = async (as = here.owner) =>
      (await here.get(subject.id, as)).identifiers.map(({ value }) => value);
    const listed = async () => {
      const { subjects } = await here.records.listSubjects({ search: 'A12345' }, here.owner.session);
      return subjects.flatMap(({ identifiers }) => identifiers.map(({ value }) => value));
    };
    const vault = here.chancery.ports.keyVault as MemoryKeyVault;
    return { ...here, subject, keyOf, stored, values, listed, vault };
  };

  it('GOV-26: open with that key alone; without it their end is left, for whoever may change the subject too', async () => {
    const { subject, keyOf, stored, values, listed, vault, workspaceId, owner, records } = await office();
    const keyId = await keyOf(subject.id);
    await records.addSubjectIdentifier(
      { subjectId: subject.id, ...insurance, value: 'B 99-88.7' },
      owner.session,
    );

    expect((await stored()).map((each) => each.keyId)).to.deep.equal([keyId, keyId]);
    expect(await values()).to.deep.equal(['A 12-34.5', 'B 99-88.7']);
    await vault.destroy(workspaceId, keyId);

    expect(await values()).to.deep.equal(['••••34.5', '••••88.7']);
    expect(await listed()).to.deep.equal(['••••34.5', '••••88.7']);
  });

  it('GOV-26: are whole no more from the first step of a disposition on, before the key is destroyed', async () => {
    const { subject, values, sql, owner, records } = await office();
    await sql('update record_keys set retired_at = now() where scope_id = $1', [subject.id]);

    expect(await values()).to.deep.equal(['••••34.5']);
    const adding = records.addSubjectIdentifier(
      { subjectId: subject.id, ...insurance, value: 'B 99-88.7' },
      owner.session,
    );
    expect(await failureOf(adding)).to.equal('subject.invalid_state');
  });

  it('REC-96: show their ends without the vault; whole they wait for it', async () => {
    const { subject, values, listed, vault, owner, cy, records, stored } = await office();
    const [identifier] = await stored();
    vault.isAway = true;

    expect(await listed()).to.deep.equal(['••••34.5']);
    expect(await values(cy)).to.deep.equal(['••••34.5']);
    expect(await failureOf(values())).to.equal('dependency.unavailable');
    const changing = { subjectId: subject.id, expectedVersion: subject.version, pronouns: 'she/her' };
    expect(await failureOf(records.updateSubject(changing, owner.session))).to.equal(
      'dependency.unavailable',
    );
    vault.isAway = false;

    const { subject: changed } = await records.updateSubject(changing, owner.session);
    expect(changed.identifiers.map(({ value }) => value)).to.deep.equal(['A 12-34.5']);
    const voiding = { subjectId: subject.id, identifierId: identifier?.id ?? '', reason: 'Misread' };
    const voided = await records.voidSubjectIdentifier(voiding, owner.session);
    expect(voided.subject.identifiers.map(({ value }) => value)).to.deep.equal(['A 12-34.5']);
  });

  it('REC-15: of what was merged are whole with its own key, and so are both after a reversal', async () => {
    const { create, subject, keyOf, stored, values, owner, records, vault, workspaceId } = await office();
    const other = await create({
      displayName: 'Bob Jones',
      identifiers: [{ ...insurance, value: 'B 99-88.7' }],
    });
    const { merge, subject: survivor } = await records.mergeSubject(
      {
        ...{ subjectId: subject.id, mergedSubjectId: other.id, reason: 'The same' },
        ...{ expectedVersion: subject.version, mergedExpectedVersion: other.version },
      },
      owner.session,
    );

    expect(survivor.identifiers.map(({ value }) => value)).to.deep.equal(['A 12-34.5', 'B 99-88.7']);
    expect(await values()).to.deep.equal(['A 12-34.5', 'B 99-88.7']);
    expect(new Set((await stored()).map(({ keyId }) => keyId))).to.deep.equal(
      new Set([await keyOf(subject.id), await keyOf(other.id)]),
    );
    const reversal = { mergeId: merge.id, reason: 'Not the same' };
    const { survivingSubject, restoredSubject } = await records.reverseSubjectMerge(reversal, owner.session);
    expect([survivingSubject, restoredSubject].map(({ identifiers }) => identifiers[0]?.value)).to.deep.equal(
      ['A 12-34.5', 'B 99-88.7'],
    );
    await vault.destroy(workspaceId, await keyOf(other.id));
    expect(await values()).to.deep.equal(['A 12-34.5']);
  });

  it('GOV-26: wait under the key ring while their key cannot seal yet, are read meanwhile, and go under it by a job', async () => {
    const { sql, workspaceId, create, get, keyOf, stored, worker, owner, records, chancery } = await office();
    const other = await create({ displayName: 'Bob Jones' });
    // As keys are that were made before anything was sealed for them, and as values were kept then.
    await sql('update record_keys set public_key = null where workspace_id = $1', [workspaceId]);
    const given = { subjectId: other.id, ...insurance, value: 'B 99-88.7' };
    const { identifier } = await records.addSubjectIdentifier(given, owner.session);
    await sql('update subject_identifiers set mask_sealed = null, value_key = null where id = $1', [
      identifier.id,
    ]);
    const of = async () => (await stored()).find(({ id }) => id === identifier.id);
    const shown = async () => (await get(other.id, owner)).identifiers.map(({ value }) => value);
    const keysToMatch = () =>
      sql('select key from subject_match_keys where subject_id = $1 order by key', [other.id]);
    const matched = await keysToMatch();
    expect(await of()).to.deep.include({ keyId: null, hasMask: false, hasKey: false });
    expect(await shown()).to.deep.equal(['B 99-88.7']);
    const { version } = await get(other.id, owner);
    await records.updateSubject(
      { subjectId: other.id, expectedVersion: version, pronouns: 'he' },
      owner.session,
    );
    expect(await keysToMatch()).to.deep.equal(matched);

    await worker.run('records.seal_waiting_identifiers');
    await worker.drain();

    expect(await of()).to.deep.include({ keyId: await keyOf(other.id), hasMask: true, hasKey: true });
    expect(await shown()).to.deep.equal(['B 99-88.7']);
    const { subjects } = await chancery.records.listSubjects({ search: 'B99887' }, owner.session);
    expect(subjects.map(({ identifiers }) => identifiers[0]?.value)).to.deep.equal(['••••88.7']);
  });

  it('GOV-26: stay as they are where the key was retired meanwhile, and are not looked for again', async () => {
    const { sql, workspaceId, subject, create, stored, worker, owner, records, keyOf } = await office();
    await sql('update record_keys set public_key = null where workspace_id = $1', [workspaceId]);
    const other = await create({ displayName: 'Bob Jones' });
    for (const [subjectId, value] of [
      [subject.id, 'B 99-88.7'],
      [other.id, 'C 99-88.7'],
    ] as const)
      await records.addSubjectIdentifier({ subjectId, ...insurance, value }, owner.session);
    await sql('update record_keys set retired_at = now() where scope_id = $1', [subject.id]);

    await worker.run('records.seal_waiting_identifiers');
    await worker.drain();

    const keys = (await stored()).map(({ keyId }) => keyId);
    expect(keys).to.deep.equal([await keyOf(subject.id), null, await keyOf(other.id)]);
  });
});
