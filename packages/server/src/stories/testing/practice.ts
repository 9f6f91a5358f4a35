import type { Chancery, CreateEntryInput, Download } from '@chancery/sdk';
import { expect } from 'chai';
import { codeOf, type Installation, storyPassword } from './installation.ts';
import { textOfPdf } from './pdf-programs.ts';
import { peopleOf } from './people.ts';

/** What somebody states when they sign, with their password. */
export const stating = <const S extends string>(statementId: S) => ({
  statementId,
  accepted: true as const,
  reauthentication: { method: 'password' as const, value: storyPassword },
});

/**
 * A practice that Ada owns without working on its cases. Bo leads the case of Ann Smith, Cy writes in it, and Rae reviews
 * what is written.
 */
export async function openPractice(installation: Installation) {
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
  const join = (name: string, displayName: string) =>
    people.joinByInvitation(ada, { email: `${name}@example.com`, displayName, role: 'member' });
  const bo = await join('bo', 'Bo Diddley');
  const cy = await join('cy', 'Cy Twombly');
  const rae = await join('rae', 'Rae Armantrout');
  const idOf = async (person: Chancery) => (await person.identity.getMe()).user.id;
  const { subject } = await bo.records.createSubject({ displayName: 'Ann Smith' });
  const members = [
    { userId: await idOf(cy), role: 'contributor' as const },
    { userId: await idOf(rae), role: 'reviewer' as const },
  ];
  /** Opens a case about Ann Smith with these people. */
  const open = async (title: string) =>
    (
      await bo.records.createCase({
        ...{ title, caseType: 'general', subjectId: subject.id, status: 'active', members },
      })
    ).case;
  const recordCase = await open('Smith, custody');

  const begin = async (input: Partial<CreateEntryInput> = {}) =>
    (
      await cy.records.createEntry({
        ...{
          caseId: recordCase.id,
          entryType: 'note',
          title: 'First interview',
          body: 'She called at nine.',
        },
        ...input,
      })
    ).entry;
  type Named = Parameters<Chancery['records']['submitEntry']>[0];
  /** Submitted by Cy, approved by Rae and signed by Cy. */
  const finish = async (named: Named, author = cy) => {
    await author.records.submitEntry(named);
    await rae.records.approveEntry(named);
    const attestation = stating('attest.author.v1');
    return (await author.records.finalizeEntry({ ...named, attestation })).entry;
  };
  const signed = async (input: Partial<CreateEntryInput> = {}) =>
    finish({ artifactId: (await begin(input)).id });
  const rewrite = async (artifactId: string, body: string, author = cy) => {
    const { version } = (await author.records.getEntry({ artifactId })).entry;
    await author.records.updateEntryDraft({ artifactId, body, expectedVersion: version });
  };
  return { ada, bo, cy, rae, idOf, people, subject, recordCase, open, begin, finish, signed, rewrite };
}

/** Has the ledger signed as it is now. The job that signs ledgers may have been quicker: then its checkpoint covers the same. */
export async function signLedgerOf(person: Chancery): Promise<void> {
  const code = await codeOf(person.records.createAuditCheckpoint({}));
  expect(code).to.be.oneOf(['none', 'audit.no_new_events']);
}

/** A bundle of a case; a busy machine takes its time to start the process that draws it. */
export const bundleOf = (person: Chancery, asked: Parameters<Chancery['records']['getCaseBundle']>[0]) =>
  taken(person.records.getCaseBundle(asked, { timeoutMs: 120_000 }));

/** The bytes of a download, and what its headers say of them. */
export async function taken(download: Promise<Download>) {
  const { stream, response } = await download;
  const pdf = Buffer.from(await new Response(stream).arrayBuffer());
  return { pdf, headers: response.headers, text: () => textOfPdf(pdf) };
}
