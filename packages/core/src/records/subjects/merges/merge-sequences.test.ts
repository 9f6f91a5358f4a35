import { failureOf, onBothDatabases, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { allLabels } from '../../access/labels.ts';
import type { Subject } from '../subject.ts';
import { applied, type FieldChoices, mergeableFields, reversed, type SubjectMerge } from './merge.ts';
import { united } from './united-subject.ts';

/** So many random sequences run on data alone; `CHANCERY_MERGE_SEQUENCES=10000` is the long run. */
const sequences = Number(process.env.CHANCERY_MERGE_SEQUENCES ?? 3000);
/** And so many on each database, where each step is a call. */
const sequencesOnDatabase = Number(process.env.CHANCERY_MERGE_DATABASE_SEQUENCES ?? 25);

const people = 5;
const step = fc.record({
  reverses: fc.boolean(),
  survivor: fc.nat(people - 1),
  merged: fc.nat(people - 1),
  pick: fc.nat(20),
  taken: fc.subarray([...mergeableFields]),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const choicesOf = ({ taken }: Step): FieldChoices =>
  Object.fromEntries(taken.map((field) => [field, 'merged']));

const lasting = ({ version: _v, updatedAt: _a, updatedByUserId: _b, ...subject }: Subject) => subject;

describe('sequences of merges and reversals', () => {
  const start = '2031-01-01T00:00:00.000Z';
  const person = (index: number, ownMask: number): Subject => ({
    ...{ id: `s${index}`, canonicalSubjectId: `s${index}`, subjectNumber: `S-00000${index}`, kind: 'person' },
    name: { prefix: null, given: `G${index}`, middle: null, family: 'F', suffix: null, preferred: null },
    ...{
      displayName: `P ${index}`,
      aliases: [],
      birthDate: `19${10 + index}`,
      birthDateEstimated: index % 2 === 0,
    },
    ...{ deceasedOn: null, gender: index % 2 === 0 ? 'female' : null, pronouns: `p${index}`, language: null },
    ...{ interpreterNeeded: index % 2 === 1, contacts: [], addresses: [], externalReference: null, tags: [] },
    ...{
      customFields: {},
      status: index === 0 ? 'inactive' : 'active',
      ownMask,
      mergedMask: 0,
      effectiveMask: ownMask,
    },
    ...{ mergedIntoSubjectId: null, disposedAt: null, createdByUserId: 'u', createdAt: start },
    ...{ updatedByUserId: 'u', updatedAt: start, version: 1 },
  });
  type Made = Pick<SubjectMerge, 'survivingSubjectId' | 'mergedSubjectId' | 'log'> & {
    readonly before: string;
  };

  /** What there is, and the merges that stand, in the order in which they were made. */
  class Office {
    readonly subjects = new Map<string, Subject>();
    standing: Made[] = [];
    reversals = 0;

    of(id: string): Subject {
      const subject = this.subjects.get(id);
      if (subject === undefined) throw new TypeError(`There is no ${id}`);
      return subject;
    }
    members = (id: string) =>
      [...this.subjects.values()].filter(
        ({ status, canonicalSubjectId }) => status === 'merged' && canonicalSubjectId === id,
      );
    put = (...all: readonly Subject[]) => {
      for (const each of all) this.subjects.set(each.id, each);
    };
    repoint = (ids: readonly string[], canonicalSubjectId: string) =>
      this.put(...ids.map((id) => ({ ...this.of(id), canonicalSubjectId })));

    /** Both subjects, and the lines that end at them. */
    seen = (one: string, other: string) =>
      JSON.stringify(
        [this.of(one), this.of(other), ...this.members(one), ...this.members(other)]
          .map(lasting)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      );

    merge(survivorId: string, mergedId: string, choices: FieldChoices): void {
      const [survivor, merged] = [this.of(survivorId), this.of(mergedId)];
      if (survivorId === mergedId || survivor.status === 'merged' || merged.status === 'merged') return;
      const before = this.seen(survivorId, mergedId);
      const plan = applied(survivor, merged, this.members(mergedId), choices);
      this.put(plan.survivor, plan.merged);
      this.repoint(plan.repointed, survivorId);
      this.standing.push({
        survivingSubjectId: survivorId,
        mergedSubjectId: mergedId,
        log: plan.log,
        before,
      });
    }

    reverse(made: Made): void {
      const { survivingSubjectId, mergedSubjectId } = made;
      const isOfEither = (each: Made) =>
        [each.survivingSubjectId, each.mergedSubjectId].some((id) =>
          [survivingSubjectId, mergedSubjectId].includes(id),
        );
      if (this.standing.slice(this.standing.indexOf(made) + 1).some(isOfEither)) return;
      const [survivor, merged] = [this.of(survivingSubjectId), this.of(mergedSubjectId)];
      const plan = reversed(made, survivor, merged, this.members(survivingSubjectId));
      this.put(plan.survivor, plan.merged);
      for (const [end, ids] of plan.repointed) this.repoint(ids, end);
      this.standing = this.standing.filter((each) => each !== made);
      this.reversals += 1;
      expect(plan.conflicts).to.deep.equal([]);
      expect(this.seen(survivingSubjectId, mergedSubjectId)).to.equal(made.before);
    }
  }

  /** What always holds, whatever happened. */
  const requireWhole = (office: Office) => {
    for (const subject of office.subjects.values()) {
      const end = office.of(subject.canonicalSubjectId);
      expect(end.status, 'a line ends at somebody who is there').to.not.equal('merged');
      expect(subject.status === 'merged').to.equal(subject.canonicalSubjectId !== subject.id);
      expect(subject.effectiveMask & ~end.effectiveMask, 'nothing is easier to read').to.equal(0);
      if (subject.status === 'merged') continue;
      const members = office.members(subject.id);
      const all = members.reduce((mask, { ownMask }) => mask | ownMask, subject.ownMask);
      expect(subject.effectiveMask).to.equal(all);
      expect(united(subject, members).aliases.length).to.be.at.most(members.length);
    }
  };

  it(`REC-17, REC-18, REC-20: ${sequences} random ones leave lines with one end, and each reversal what was before`, function () {
    this.timeout(600_000);
    let reversals = 0;
    fc.assert(
      fc.property(
        fc.array(fc.nat(allLabels), { minLength: people, maxLength: people }),
        fc.array(step, { minLength: 4, maxLength: 24 }),
        (masks, steps) => {
          const office = new Office();
          office.put(...masks.map((mask, index) => person(index, mask)));
          const first = JSON.stringify([...office.subjects.values()].map(lasting));
          for (const each of steps) {
            const made = office.standing[each.pick % Math.max(office.standing.length, 1)];
            if (each.reverses && made !== undefined) office.reverse(made);
            else office.merge(`s${each.survivor}`, `s${each.merged}`, choicesOf(each));
            requireWhole(office);
          }
          for (const made of office.standing.toReversed()) office.reverse(made);
          expect(JSON.stringify([...office.subjects.values()].map(lasting))).to.equal(first);
          reversals += office.reversals;
        },
      ),
      { numRuns: sequences },
    );
    expect(reversals).to.be.greaterThan(sequences);
  });
});

onBothDatabases('sequences of merges and reversals', (database) => {
  it(`REC-18: ${sequencesOnDatabase} random ones give back what people saw, byte for byte`, async function () {
    this.timeout(600_000);
    const { create, records, owner, get } = await recordOffice({ database: database() });
    const see = async (subjectId: string) => {
      const {
        version: _v,
        updatedAt: _a,
        updatedBy: _b,
        merges: _m,
        ...subject
      } = await get(subjectId, owner);
      return JSON.stringify(subject);
    };
    const versionOf = async (subjectId: string) => (await get(subjectId, owner)).version;
    /** One sequence on people of its own; how many reversals it had. */
    const run = async (round: number, steps: readonly Step[]) => {
      const ids: string[] = [];
      for (let index = 0; index < people; index += 1) {
        const { id } = await create(
          {
            ...{ displayName: `Round ${round} person ${index}`, birthDate: `19${10 + index}` },
            aliases: [{ displayName: `Alias ${index % 2}`, use: 'alias' }],
            contacts: [{ system: 'email', value: `same-${index % 3}@example.org` }],
            identifiers: [{ type: 'passport', system: 'urn:p', value: `P${round}-${index}`, primary: true }],
            duplicateOverride: { reason: 'One of the test' },
          },
          owner,
        );
        ids.push(id);
      }
      const first = await Promise.all(ids.map(see));
      const standing: { id: string; parties: readonly string[]; before: readonly string[] }[] = [];
      const reverse = async (made: (typeof standing)[number]) => {
        const refusal = await failureOf(
          records.reverseSubjectMerge({ mergeId: made.id, reason: 'Two people' }, owner.session),
        );
        const later = standing
          .slice(standing.indexOf(made) + 1)
          .some(({ parties }) => parties.some((id) => made.parties.includes(id)));
        expect(refusal).to.equal(later ? 'subject_merge.later_merge_exists' : 'none');
        if (later) return 0;
        standing.splice(standing.indexOf(made), 1);
        expect(await Promise.all(made.parties.map(see))).to.deep.equal(made.before);
        return 1;
      };
      let reversals = 0;
      for (const each of steps) {
        const made = standing[each.pick % Math.max(standing.length, 1)];
        if (each.reverses && made !== undefined) {
          reversals += await reverse(made);
          continue;
        }
        const [subjectId = '', mergedSubjectId = ''] = [ids[each.survivor], ids[each.merged]];
        const before = await Promise.all([subjectId, mergedSubjectId].map(see));
        try {
          const { merge } = await records.mergeSubject(
            {
              ...{ subjectId, mergedSubjectId, reason: 'Registered twice', fieldChoices: choicesOf(each) },
              expectedVersion: await versionOf(subjectId),
              mergedExpectedVersion: await versionOf(mergedSubjectId),
            },
            owner.session,
          );
          standing.push({ id: merge.id, parties: [subjectId, mergedSubjectId], before });
        } catch (error) {
          expect((error as { code?: string }).code).to.be.oneOf([
            'subject.merge_self',
            'subject.invalid_state',
          ]);
          expect(await Promise.all([subjectId, mergedSubjectId].map(see))).to.deep.equal(before);
        }
      }
      for (const made of standing.toReversed()) reversals += await reverse(made);
      expect(await Promise.all(ids.map(see))).to.deep.equal(first);
      return reversals;
    };

    let reversals = 0;
    for (const [round, steps] of fc
      .sample(fc.array(step, { minLength: 3, maxLength: 8 }), { numRuns: sequencesOnDatabase, seed: 18 })
      .entries())
      reversals += await run(round, steps);
    expect(reversals).to.be.greaterThan(sequencesOnDatabase / 2);
  });
});
