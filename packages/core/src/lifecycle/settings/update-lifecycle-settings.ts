import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { dateOrders } from '../extraction/rules/date-order.ts';
import { command } from '../ports.ts';
import { distinct, language } from '../types/type-fields.ts';
import { lifecycleSettingsChanged } from './events.ts';
import { fewestTrashDays, type LifecycleSettings, mostTrashDays, ocrDefaults, weekdays } from './settings.ts';
import { currentSettings, LifecycleSettingsView } from './views.ts';

export const updateLifecycleSettings = command({
  summary: 'Change the settings about dates and documents',
  description: 'What is left out stays as it is. Documents that are in the trash already keep their day.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  outside: ({ externalNotices }) => externalNotices === true,
  cli: { command: 'documents lifecycle settings set', example: { trashDays: 60 } },
  input: z.strictObject({
    dateOrder: z
      .enum(dateOrders)
      .nullable()
      .optional()
      .describe('How numeric dates are read: dmy or mdy; null follows the language of the workspace.'),
    extractionLanguages: distinct(language(), 5)
      .min(1)
      .nullable()
      .optional()
      .describe('The languages in which documents are read; null follows the language of the workspace.')
      .meta({ examples: [['de', 'en']] }),
    autoExtract: z
      .boolean()
      .optional()
      .describe(
        'Whether new documents of a type that expects a date are read by themselves, unless they are restricted.',
      ),
    ocr: z
      .enum(ocrDefaults)
      .optional()
      .describe('Whether text in pictures of pages is recognized by default.'),
    specimenAllowed: z
      .boolean()
      .optional()
      .describe('Whether a specimen of an identity document may be verified.'),
    externalNotices: z
      .boolean()
      .optional()
      .describe('Whether notices of a policy may go to addresses of people who are no members.'),
    trashDays: z
      .int()
      .min(fewestTrashDays)
      .max(mostTrashDays)
      .optional()
      .describe('How many days a document stays in the trash before it is destroyed.')
      .meta({ examples: [60] }),
    digestDay: z
      .enum(weekdays)
      .nullable()
      .optional()
      .describe('The day of the week on which owners get a summary by mail, at nine; null for none.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ settings: LifecycleSettingsView }),

  find: (_, { lifecycleSettings }) => lifecycleSettings.get('for update'),
  version: (settings) => settings.version,

  async run({ expectedVersion: _, ...given }, context) {
    const { found: settings, lifecycleSettings, now, emit } = context;
    const changed = editableFields.filter(
      (field) => given[field] !== undefined && !sameJson(given[field], settings[field]),
    );
    if (changed.length === 0) return { settings: await currentSettings(context) };

    const after = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
    const before = Object.fromEntries(changed.map((field) => [field, plain(settings[field])]));
    const { version: saved } = await lifecycleSettings.save({ ...settings, ...after, updatedAt: now });
    emit(lifecycleSettingsChanged, { changed, version: saved, before, after });
    return { settings: await currentSettings(context) };
  },
});

const editableFields = [
  'dateOrder',
  'extractionLanguages',
  'autoExtract',
  'ocr',
  'specimenAllowed',
  'externalNotices',
  'trashDays',
  'digestDay',
] as const satisfies readonly (keyof LifecycleSettings)[];

/** As the ledger writes it. */
const plain = <T>(value: T | readonly string[]) => (Array.isArray(value) ? [...value] : (value as T));
