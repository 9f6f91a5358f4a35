import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type LegalHold, legalHoldKinds, legalHoldStates } from './legal-hold.ts';

const unlessTold = 'null unless you manage the document or keep it in force';

export const LegalHoldView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document.'),
    kind: z
      .enum(legalHoldKinds)
      .describe('Whether it is the one that is switched on and off, or belongs to a matter of its own.'),
    matter: z.string().nullable().describe(`The matter for which the document is kept; ${unlessTold}.`),
    matterReference: z
      .string()
      .nullable()
      .describe(`The reference of the matter; null without one, and ${unlessTold}.`),
    reason: z.string().nullable().describe(`Why it was placed; ${unlessTold}.`),
    custodianUserId: z
      .string()
      .nullable()
      .describe(
        `The id of whom it is about or who keeps the material; null if nobody was named, and ${unlessTold}.`,
      ),
    reviewOn: shown
      .date()
      .nullable()
      .describe('When somebody is to look whether it is still needed; null if nobody said.'),
    status: z.enum(legalHoldStates.states).describe('Whether it forbids to trash and to destroy.'),
    placedByUserId: z.string().describe('The id of who placed it.'),
    placedAt: shown.instant().describe('When it was placed.'),
    releasedByUserId: z.string().nullable().describe('The id of who released it; null while it is active.'),
    releasedAt: shown.instant().nullable().describe('When it was released; null while it is active.'),
    releaseReason: z
      .string()
      .nullable()
      .describe(`Why it was released; null while it is active, and ${unlessTold}.`),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'LegalHold', description: 'The duty to keep a document for a matter.' });

const untold = {
  matter: null,
  matterReference: null,
  reason: null,
  custodianUserId: null,
  releaseReason: null,
} as const;

/** The hold as an answer shows it: its matter only to those who are to know it (HLD-5). */
export const legalHoldView = (
  { reviewToldFor: _, ...hold }: LegalHold,
  tellsMatter: boolean,
): z.input<typeof LegalHoldView> => ({
  ...hold,
  createdAt: hold.placedAt,
  ...(tellsMatter ? {} : untold),
});
