import { z } from 'zod';
import { id, instant, multiline, secret, text, userId, version, visibleName } from '../../kernel/shapes.ts';
import { subjectFields } from '../subjects/subject-fields.ts';
import { attestationStatements, reauthMethods, type StatementId } from './signature.ts';

export const artifactId = () => id().describe('The id of the entry.');

export const expectedVersion = () => version().optional();

const sectionValue = z.union([
  z.string().max(200_064),
  z.number(),
  z.boolean(),
  z.array(z.string().max(100)).max(50),
  z.null(),
]);

export const entryFields = {
  title: visibleName(300)
    .describe('What people call the entry.')
    .meta({ examples: ['First interview'] }),
  sections: z
    .record(z.string().max(50), sectionValue)
    .refine((sections) => Object.keys(sections).length <= 50, { error: 'Give at most 50 sections.' })
    .describe('What is written in the sections of the template, by their keys; null empties one.'),
  body: z
    .string()
    .max(200_064)
    .nullable()
    .describe('What is written, in Markdown, in an entry without a template; null for nothing.'),
  occurredAt: instant().describe('When what is recorded happened.'),
  encounterId: id().nullable().describe('The encounter of the case that it belongs to; null for none.'),
  confidentiality: subjectFields.confidentiality,
  additionalLabels: subjectFields.additionalLabels,
  coSignFromUserId: userId()
    .nullable()
    .describe('The member of the case who is asked to sign too; null for nobody.'),
};

/** Why somebody takes a step; null if they do not say. */
export const stepReason = () =>
  multiline(1000, 1).nullable().default(null).describe('Why; null if nothing is said.');
export const singlePersonReason = () =>
  text(1000, 20)
    .optional()
    .describe('Why you approve what you wrote yourself, where the workspace lets one person do both.');

export const reauthentication = () =>
  z
    .strictObject({
      method: z.enum(reauthMethods).describe('By what you prove that it is you.'),
      value: secret(z.string().min(1).max(4096))
        .nullable()
        .default(null)
        .describe(
          'The password, the code, or the answer of the browser as JSON with ceremonyId and response; null for recent_session, which takes a proof of the last five minutes.',
        ),
    })
    .meta({ examples: [{ method: 'recent_session', value: null }] });

const attestationNames = {
  'attest.author.v1': 'AuthorAttestation',
  'attest.cosign.v1': 'CoSignerAttestation',
  'attest.supervisor.v1': 'SupervisorAttestation',
  'attest.addendum.v1': 'AddendumAttestation',
  'attest.error.v1': 'ErrorAttestation',
} as const satisfies Readonly<Record<StatementId, string>>;

/** One statement, or the choice between several. */
export const attestation = <const S extends StatementId>(first: S, ...others: readonly S[]) =>
  z
    .strictObject({
      statementId: z
        .enum([first, ...others])
        .describe(
          `What you state: ${[first, ...others].map((each) => attestationStatements[each]).join(' Or: ')}`,
        ),
      accepted: z.literal(true).describe('That you state it.'),
      reauthentication: reauthentication().describe('The proof that it is you who signs.'),
    })
    .meta({
      id: attestationNames[first],
      description: 'What somebody states who signs, and the proof that it is they.',
    });
export type Attestation = z.output<ReturnType<typeof attestation<StatementId>>>;
