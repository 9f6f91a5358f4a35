import { z } from 'zod';
import { id, multiline, visibleName } from '../../kernel/shapes.ts';
import { datesOfTypes, identifierKinds, identityFormats, typeCategories } from './document-type.ts';

export const typeId = () => id().describe('The id of the document type.');

/** A list in which each word stands once. */
export const distinct = <S extends z.ZodType>(item: S, most: number) =>
  z
    .array(item)
    .max(most)
    .refine((items) => new Set(items).size === items.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    });

export const language = () =>
  z
    .string()
    .regex(/^[a-z]{2,3}$/, 'Give the short tag of a language, such as en.')
    .meta({ examples: ['en'] });

/** What can be said about a type, with what holds if it is left out. */
export const typeFields = {
  name: visibleName(100)
    .describe(
      'The name of the type, unique among those that are not archived; letter case makes no difference.',
    )
    .meta({ examples: ['Certificate of insurance'] }),
  description: multiline(1000)
    .nullable()
    .default(null)
    .describe('What documents of this type are; null for none.'),
  category: z.enum(typeCategories).default('other').describe('What kind of type it is.'),
  expirationExpected: z
    .boolean()
    .default(true)
    .describe('Whether a document of this type without a date is a risk.'),
  ownerRequired: z
    .boolean()
    .default(false)
    .describe('Whether somebody has to be responsible for keeping such a document in force.'),
  requiredDates: distinct(z.enum(datesOfTypes), datesOfTypes.length)
    .default([])
    .describe('The dates that such a document has to have.'),
  requiredIdentifiers: distinct(z.enum(identifierKinds), 10)
    .default([])
    .describe('The numbers that such a document has to carry.'),
  extractionLanguages: distinct(language(), 5)
    .default([])
    .describe('The languages to read such documents in; empty means those of the workspace.'),
};

/** What only a type of the workspace's own can say. */
export const identityFields = {
  governmentIdentity: z.boolean().describe('Whether identities can be verified by documents of this type.'),
  identityFormats: distinct(z.enum(identityFormats), identityFormats.length).describe(
    'The formats of machine readable zones that such a document may have; empty takes all.',
  ),
};
