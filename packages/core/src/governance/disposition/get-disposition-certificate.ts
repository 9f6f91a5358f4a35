import { z } from 'zod';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import { type BundleModel, BundleTooLarge, namedUsers } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { type GovernancePorts, type GovernancePreparing, slowQuery } from '../ports.ts';
import { type CertificateSource, certificateModel, certificateText } from './certificate-pages.ts';
import { dispositionReviewNotFound } from './errors.ts';
import { type FoundReview, foundReview, reviewId } from './found-review.ts';

/** Five hundred cases with their keys take some twenty. */
const mostPages = 200;

export const getDispositionCertificate = slowQuery({
  summary: 'Read the certificate of a disposition',
  description:
    'The signed evidence of what was done, as a PDF to be filed, in the language of the workspace. The file in it, which is also there by itself as JSON, is what is signed, and anybody verifies it offline. There is none before the review was executed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance dispositions certificate' },
  input: z.strictObject({
    reviewId: reviewId(),
    format: z
      .enum(['pdf', 'json'])
      .default('pdf')
      .describe('Pages for people with the certificate for machines in them, or that alone.'),
  }),
  output: madeFile('*/*'),
  errors: [dispositionReviewNotFound],

  find: (asked, context) => foundReview(asked, context),
  may: onGovernance('seeDispositions'),

  run: (_, context) => sourceOf(context.found, context),

  async compose(source, { format }, { recordPdfComposer }) {
    const { certificateNumber } = source.certificate;
    const head = { fileName: `${certificateNumber}.${format}`, etag: null, cacheControl: null };
    if (format === 'json')
      return { ...head, mediaType: 'application/json', content: certificateText(source.certificate) };
    const content = await drawn(certificateModel(source), recordPdfComposer);
    return { ...head, mediaType: 'application/pdf', sizeBytes: content.byteLength, content };
  },
});

type Context = Pick<
  GovernancePorts,
  'dispositions' | 'retentionPolicies' | 'workspaceIdentity' | 'memberDirectory'
>;

async function sourceOf({ review, items }: FoundReview, context: Context): Promise<CertificateSource> {
  const { dispositions, retentionPolicies, workspaceIdentity } = context;
  const certificate = await dispositions.certificate(review.id);
  if (certificate === null) throw dispositionReviewNotFound();
  const people = [review.requestedByUserId, review.decidedByUserId, review.executedByUserId];
  const { id, name, legalName, defaultLocale: language } = await workspaceIdentity.profile();
  return {
    ...{ certificate, review, items },
    policies: await retentionPolicies.findAll([...new Set(items.map(({ policyId }) => policyId))]),
    workspace: { id, name: legalName ?? name, language },
    named: await namedUsers(
      people.filter((each) => each !== null),
      context,
    ),
  };
}

/** Takes far less than a minute, so whoever could not draw it in one was busy with something else. */
async function drawn(
  model: BundleModel,
  composer: GovernancePreparing['recordPdfComposer'],
): Promise<Uint8Array> {
  const { bytes } = await composer.bundle(model, [], mostPages).catch((error: unknown) => {
    const isBusy = error instanceof BundleTooLarge;
    throw isBusy ? dependencyUnavailable({ cause: error, retryAfterSeconds: 5 }) : error;
  });
  return bytes;
}
