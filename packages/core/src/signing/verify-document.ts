import { z } from 'zod';
import { documentStates, sealLevels } from '../documents/index.ts';
import { shown } from '../kernel/shapes.ts';
import { verifiedFiles } from './document-verification.ts';
import { verificationNotFound } from './errors.ts';
import { query } from './ports.ts';

export const verifyDocument = query({
  summary: 'Ask whether a file is one that was sealed here',
  description:
    'By the digest of the file, which is not sent. It answers for rounds that were sealed and for nothing else, also after the document was destroyed. It names no person.',
  access: 'anyone',
  always: true,
  throttle: { bucket: 'document_verification', limit: 30, windowSeconds: 60 },
  cli: { command: 'signing verify-digest' },
  input: z.strictObject({
    sha256: z
      .string()
      .max(200)
      .describe('SHA-256 of the file in hexadecimal, in lower case.')
      .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  }),
  output: z.object({
    match: z.enum(verifiedFiles).describe('Which of the files of the round it is.'),
    workspaceName: z.string().describe('The name of the workspace that has sealed.'),
    sealedAt: shown.instant().describe('When the document was sealed.'),
    level: z.enum(sealLevels).describe('The level of the seal (PAdES); B-T has a time-stamp.'),
    sealCertificateFingerprint: z
      .string()
      .describe('SHA-256 of the certificate that the seal was made with, in hexadecimal.'),
    signerCount: z.int().describe('How many people have signed or approved.'),
    documentStatus: z.enum(documentStates.states).describe('What has become of the document.'),
    supersededBy: z
      .boolean()
      .describe(
        'Whether the sealed file has taken the place of this one, which is not the agreement itself.',
      ),
  }),
  errors: [verificationNotFound],

  // For what is no digest one of no file is looked for, so that it takes no other time.
  async run({ sha256 }, { documentVerifications }) {
    const found = await documentVerifications.find(isDigest(sha256) ? sha256 : digestOfNothing);
    if (found === null) throw verificationNotFound();
    return { ...found, supersededBy: found.match === 'original' || found.match === 'signing_copy' };
  },
});

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
const digestOfNothing = '0'.repeat(64);
