import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import { attestationStatements, type RecordSignature, reauthMethods } from './signature.ts';

export const SignatureView = z
  .object({
    id: shown.ownId(),
    artifactId: z.uuid().describe('The id of the entry.'),
    versionNumber: z.int().nullable().describe('The version that was signed; null of an addendum.'),
    addendumId: z.uuid().nullable().describe('The addendum that was signed; null of a version.'),
    role: z.enum(['author', 'co_signer', 'supervisor', 'witness']).describe('As what they signed.'),
    meaning: z
      .enum(['authorship', 'review', 'supervision', 'addendum', 'error'])
      .describe('What the signature means.'),
    signer: UserRef.describe('Who signed.'),
    contentHash: z.string().describe('The hash of what was signed.'),
    statementId: z.string().describe('Which statement they made.'),
    statement: z.string().describe('The statement, in the words that they were shown.'),
    reauthMethod: z.enum(reauthMethods).describe('By what they proved that it was they.'),
    attestationSessionId: z
      .uuid()
      .describe('The proof under which they signed, perhaps together with others.'),
    signedAt: shown.instant().describe('When they signed.'),
    algorithm: z.literal('Ed25519').describe('The kind of signature.'),
    keyId: z.string().describe('The key of the workspace that sealed it; the ledger holds its public half.'),
    signature: z.string().describe('The signature, in base64.'),
    signedStatement: z.string().describe('The canonical JSON that was signed.'),
  })
  .meta({ id: 'RecordSignature', description: 'A sealed statement over one content hash.' });

export const signatureView = (
  { entryId, signerUserId, signature, statementId, ...signed }: RecordSignature,
  named: NamedUsers,
): z.input<typeof SignatureView> => ({
  ...signed,
  statementId,
  artifactId: entryId,
  signer: named(signerUserId),
  statement: attestationStatements[statementId],
  algorithm: 'Ed25519',
  signature: Buffer.from(signature).toString('base64'),
});
