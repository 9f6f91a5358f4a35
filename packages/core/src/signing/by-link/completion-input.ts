import { z } from 'zod';
import { signatureMethods } from '../../documents/index.ts';
import { exampleValues } from '../../kernel/example-values.ts';
import { id, multiline, visibleName } from '../../kernel/shapes.ts';
import { mostFields } from '../field.ts';
import { linkFields } from './opened-link.ts';

/** A signature or initials. As text the image may be as long as the body, so that one that is too large gets its own refusal. */
const mark = (what: string) =>
  z
    .strictObject({
      method: z.enum(signatureMethods).describe(`How the ${what} came to be.`),
      image: z
        .string()
        .max(1024 * 1024)
        .optional()
        .describe(
          'What was drawn or uploaded: a PNG of at most 256 KiB and 2000 by 1000 pixels, in base64. Needed for drawn and uploaded.',
        ),
      text: visibleName(100).optional().describe(`The ${what} in letters. Needed for typed.`),
    })
    .optional();

/** The body of a completion (documents 4.3, `CompleteDocumentSignatureDto`). */
export const completionInput = z.strictObject({
  ...linkFields,
  intent: z
    .enum(['sign', 'approve'])
    .describe('What you mean by completing: sign as a signer, approve as an approver.'),
  documentSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Give a SHA-256 in hexadecimal: 64 digits in lower case.')
    .describe('SHA-256 of the file that you were shown.')
    .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  consent: z
    .strictObject({
      accepted: z.boolean().describe('Whether you agree to sign electronically.'),
      version: z.string().max(64).describe('The version of the text that you were shown.'),
    })
    .optional()
    .describe('Your agreement to sign electronically; needed if the view says so.'),
  fields: z
    .array(
      z.strictObject({
        fieldId: id().describe('The id of one of your fields.'),
        value: z
          .union([multiline(2000), z.boolean()])
          .describe('What you put there: text, a date such as 2026-05-04, or true for a checkbox.'),
      }),
    )
    .max(mostFields)
    .describe('What you fill in; signatures and initials travel apart from these.')
    .meta({ examples: [[{ fieldId: exampleValues.id, value: 'Yes' }]] }),
  signature: mark('signature').describe('Your signature; needed if one of your required fields takes one.'),
  initials: mark('initials').describe('Your initials; needed if one of your required fields takes them.'),
  timeZone: z
    .string()
    .max(200)
    .optional()
    .describe('Your IANA time zone; one that is not known counts as not given.')
    .meta({ examples: ['Europe/Berlin'] }),
  locale: z
    .string()
    .max(200)
    .optional()
    .describe('Your language; what is no language tag counts as not given.')
    .meta({ examples: ['en'] }),
});
export type Completion = z.output<typeof completionInput>;
export type GivenMark = NonNullable<Completion['signature']>;
