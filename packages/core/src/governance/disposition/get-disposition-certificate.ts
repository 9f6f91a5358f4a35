import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { shownCertificate } from './certificate.ts';
import { dispositionReviewNotFound } from './errors.ts';
import { foundReview, reviewId } from './found-review.ts';

export const getDispositionCertificate = query({
  summary: 'Read the certificate of a disposition',
  description:
    'The signed evidence of what was done, as JSON that chancery verifies offline. There is none before the review was executed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance dispositions certificate' },
  input: z.strictObject({
    reviewId: reviewId(),
    format: z.enum(['json']).default('json').describe('In which form.'),
  }),
  output: madeFile('application/json'),
  errors: [dispositionReviewNotFound],

  find: (asked, context) => foundReview(asked, context),
  may: onGovernance('seeDispositions'),

  async run(_, context) {
    const { review } = context.found;
    const certificate = await context.dispositions.certificate(review.id);
    if (certificate === null) throw dispositionReviewNotFound();
    return {
      mediaType: 'application/json',
      fileName: `${certificate.certificateNumber}.json`,
      content: JSON.stringify(shownCertificate(certificate), null, 2),
      etag: null,
      cacheControl: null,
    };
  },
});
