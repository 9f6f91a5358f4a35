import { z } from 'zod';
import { multiline, visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { onCase } from '../cases/seen-case.ts';
import { keyOfEntry, sealOf } from '../entries/case-key.ts';
import { artifactId } from '../entries/entry-fields.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import {
  caseInvalidState,
  entryInvalidState,
  entryNotFound,
  entryVersionNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { requestAmendment } from './new-amendment.ts';
import { shownAmendment } from './shown-amendment.ts';
import { AmendmentView } from './views.ts';

export const createAmendment = action({
  summary: 'Ask for a change of a signed entry',
  description:
    'Somebody else than whoever asks decides it, by default within 60 days. A contributor or reviewer can record what the subject asks for.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    reason: reason()
      .describe('Why it is to be changed.')
      .meta({ examples: ['The date is wrong'] }),
    requestedChange: multiline(5000, 1)
      .describe('What is to be changed.')
      .meta({ examples: ['She called on 3 May.'] }),
    versionNumber: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('The signed version that is to be changed; by default the newest.'),
    requestedByKind: z
      .enum(['user', 'subject'])
      .default('user')
      .describe('Who asks: you, or the subject, whose request you record.'),
    requesterName: visibleName(200)
      .nullable()
      .default(null)
      .describe('Who asks, by name; needed for the subject. Null if it is you.'),
    notifyPriorRecipients: z
      .boolean()
      .default(true)
      .describe('Whether those who were given the old version are told of the new one.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ amendment: AmendmentView }),
  errors: [
    entryNotFound,
    entryVersionNotFound,
    entryInvalidState,
    caseInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('requestAmendment'),

  prepare(input, context) {
    if (input.requestedByKind === 'subject' && input.requesterName === null)
      throw invalidField('/requesterName', 'field.required', 'Say who asks, because it is not you.');
    return keyOfEntry(input, context);
  },

  async run({ artifactId: _, purposeOfUse: __, versionNumber = null, ...given }, context) {
    const { found, prepared: key, user, accessedBy } = context;
    const seal = sealOf(key, context);
    const asked = { ...given, versionNumber, requestedByUserId: user.userId };
    const amendment = await requestAmendment(found.entry, asked, seal, context);
    accessedBy(found.used);
    return { amendment: await shownAmendment(amendment, found.entry, seal, context) };
  },
});
