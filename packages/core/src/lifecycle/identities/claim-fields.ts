import { z } from 'zod';
import { date, text, visibleName } from '../../kernel/shapes.ts';
import { formatOf } from './zones/zone-formats.ts';

const stateCode = (what: string) =>
  z
    .string()
    .regex(/^[A-Z]{1,3}$/, 'Give the code of one to three capital letters that the document has.')
    .optional()
    .describe(what);

/** The specimen that ICAO 9303 prints, with a later date of expiry. */
export const specimenLines = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3204153ZE184226B<<<<<16',
] as const;

/** What may be claimed about its holder. */
export const specimenClaim = {
  surname: 'Eriksson',
  givenNames: 'Anna Maria',
  birthDate: '1974-08-12',
} as const;

/** The lines of a zone as somebody has typed them. They are looked at and forgotten, so no fault repeats them. */
export const zoneLines = () =>
  z
    .array(z.string().max(100))
    .max(10)
    .refine((lines) => formatOf(lines) !== null, {
      error:
        'Give two lines of 36 or 44 characters or three of 30, of capital letters, digits and <, without blanks.',
      params: { code: 'identity.mrz_malformed' },
    })
    .meta({
      minItems: 2,
      maxItems: 3,
      examples: [specimenLines],
    });

/** What somebody claims about the holder; at least one thing. */
export const claim = () =>
  z
    .strictObject({
      surname: visibleName(100).optional().describe('The surname.'),
      givenNames: visibleName(100).optional().describe('The given names.'),
      birthDate: date().optional().describe('The date of birth.'),
      documentNumber: text(40).optional().describe('The number of the document.'),
      expiryDate: date().optional().describe('The last day of its validity.'),
      sex: z.enum(['F', 'M', 'X']).optional().describe('The sex as the document states it.'),
      nationality: stateCode('The code of the nationality.'),
      issuingState: stateCode('The code of the state that issued it.'),
    })
    .refine((said) => Object.values(said).some((value) => value !== undefined), {
      error: 'Claim at least one thing, such as the surname.',
      params: { code: 'identity.claim_required' },
    })
    .meta({ examples: [specimenClaim] });
