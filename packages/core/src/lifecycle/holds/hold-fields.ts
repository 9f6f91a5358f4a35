import type { z } from 'zod';
import { multiline, plannedDate, text, userId } from '../../kernel/shapes.ts';

/** So long what somebody says about a hold, or about its end, may be. */
export const mostReason = 2000;
const reason = () => multiline(mostReason, 3);

export const holdFields = {
  matter: text(200)
    .describe('The matter for which the document is kept.')
    .meta({ examples: ['Byron v. Babbage'] }),
  matterReference: text(100).nullable().describe('The reference of the matter; null without one.'),
  reason: reason()
    .describe('Why the document has to be kept.')
    .meta({ examples: ['Notice of proceedings received'] }),
  releaseReason: reason()
    .describe('Why the document need not be kept any longer.')
    .meta({ examples: ['The proceedings were settled'] }),
  custodianUserId: userId()
    .nullable()
    .describe('The id of the member whom it is about or who keeps the material; null for nobody.'),
  reviewOn: plannedDate()
    .nullable()
    .describe('When somebody is to look whether it is still needed; null for never. The hold stays.'),
} satisfies Readonly<Record<string, z.ZodType>>;
