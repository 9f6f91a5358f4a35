import { recordOffice } from './record-office.ts';
import type { Person, world } from './world.ts';

const password = 'correct horse battery staple';

/** An office with a case that Bo leads; Cy writes in it, and Gus, a guest, reviews. */
export async function noteOffice(over: Parameters<typeof world>[0] = {}) {
  const here = await recordOffice(over);
  const { records, bo, cy, guest, open, owner } = here;
  const aCase = await open({
    members: [
      { userId: cy.id, role: 'contributor' },
      { userId: guest.id, role: 'reviewer' },
    ],
    status: 'active',
  });

  /** A template with a section that has to be filled, and one that has not. */
  const template = async (input: object = {}) =>
    (
      await records.createRecordTemplate(
        {
          code: 'progress_note',
          name: 'Progress note',
          entryType: 'note',
          sections: [
            { key: 'findings', title: 'Findings', kind: 'markdown', required: true },
            {
              key: 'mood',
              title: 'Mood',
              kind: 'choice',
              options: [
                { value: 'calm', label: 'Calm' },
                { value: 'tense', label: 'Tense' },
              ],
            },
          ],
          ...input,
        },
        owner.session,
      )
    ).template;
  const begin = async (input: object = {}, as: Person = cy) =>
    (
      await records.createEntry(
        { caseId: aCase.id, entryType: 'note', title: 'First interview', body: 'She called.', ...input },
        as.session,
      )
    ).entry;
  const read = async (artifactId: string, as: Person = cy, which: object = {}) =>
    (await records.getEntry({ artifactId, ...which }, as.session)).entry;
  const write = async (artifactId: string, input: object, as: Person = cy, expectedVersion?: number) => {
    const version = expectedVersion ?? (await read(artifactId, as)).version;
    return (await records.updateEntryDraft({ artifactId, expectedVersion: version, ...input }, as.session))
      .entry;
  };
  const submit = async (artifactId: string, as: Person = cy) =>
    (await records.submitEntry({ artifactId }, as.session)).entry;
  const sendBack = async (artifactId: string, as: Person = bo) =>
    (await records.returnEntry({ artifactId, reason: 'Say when she called.' }, as.session)).entry;
  const approve = async (artifactId: string, as: Person = bo, input: object = {}) =>
    (await records.approveEntry({ artifactId, ...input }, as.session)).entry;
  const attesting = (method = 'password', value: string | null = password) => ({
    ...attestingTo('attest.author.v1'),
    reauthentication: { method: method as 'password', value },
  });
  const attestingTo = <const S extends string>(statementId: S) => ({
    statementId,
    accepted: true as const,
    reauthentication: { method: 'password' as const, value: password },
  });
  const sign = (artifactId: string, as: Person = cy, given = attesting(), input: object = {}) =>
    records.finalizeEntry({ artifactId, attestation: given, ...input }, as.session);
  /** An entry that waits for its author's signature. */
  const approved = async (input: object = {}, as: Person = cy) => {
    const { id } = await begin(input, as);
    await submit(id, as);
    return approve(id);
  };
  /** An entry that its author has signed. */
  const signed = async (input: object = {}, as: Person = cy) =>
    (await sign((await approved(input, as)).id, as)).entry;
  const addTo = (artifactId: string, as: Person = cy, input: object = {}) =>
    records.addEntryAddendum(
      {
        ...{ artifactId, kind: 'addendum', content: 'She called again.' },
        attestation: attestingTo('attest.addendum.v1'),
        ...input,
      },
      as.session,
    );
  /** Somebody asks for a change of an entry. */
  const ask = async (artifactId: string, as: Person = cy, input: object = {}) =>
    (
      await records.createAmendment(
        { artifactId, reason: 'The date is wrong.', requestedChange: 'She called on 3 May.', ...input },
        as.session,
      )
    ).amendment;
  const decide = (amendmentId: string, decision: string, as: Person = bo, input: object = {}) =>
    records.decideAmendment({ amendmentId, decision: decision as 'accept', ...input }, as.session);
  /** What a denial takes. */
  const denying = {
    reason: 'She did call on 4 May.',
    denialBasis: 'accurate_and_complete' as const,
    attestation: attestingTo('attest.addendum.v1'),
  };
  /** What the ledger says of entries and signatures, oldest first. */
  const said = async () =>
    (await here.happened()).filter(({ type }) => /^(entry|amendment|attestation|audit|access)\./.test(type));
  return {
    ...here,
    ...{ aCase, template, begin, read, write, submit, sendBack, approve, attesting, sign, approved, said },
    ...{ attestingTo, signed, addTo, ask, decide, denying },
  };
}
