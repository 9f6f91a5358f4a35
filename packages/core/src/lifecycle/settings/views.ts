import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { dateOrders } from '../extraction/rules/date-order.ts';
import type { LifecyclePorts } from '../ports.ts';
import { ocrDefaults, settingsInForce, weekdays } from './settings.ts';

export const LifecycleSettingsView = z
  .object({
    dateOrder: z
      .enum(dateOrders)
      .describe('How numeric dates are read: the day first, or the month as in the United States.'),
    extractionLanguages: z
      .array(z.string())
      .describe('The languages in which documents are read if neither a request nor their type names any.'),
    autoExtract: z
      .boolean()
      .describe('Whether new documents of a type that expects a date are read by themselves.'),
    ocr: z.enum(ocrDefaults).describe('Whether text in pictures of pages is recognized by default.'),
    specimenAllowed: z.boolean().describe('Whether a specimen of an identity document may be verified.'),
    externalNotices: z
      .boolean()
      .describe('Whether notices of a policy may go to addresses of people who are no members.'),
    trashDays: z.int().describe('How many days a document stays in the trash before it is destroyed.'),
    digestDay: z
      .enum(weekdays)
      .nullable()
      .describe('The day of the week on which owners get a summary by mail; null for none.'),
    updatedAt: shown.instant().nullable().describe('When they were last changed; null if they never were.'),
    version: shown.version(),
  })
  .meta({ id: 'LifecycleSettings', description: 'What a workspace decided about dates and documents.' });

/** The settings of the workspace as they count at this moment. */
export async function currentSettings({
  lifecycleSettings,
  workspaceIdentity,
}: Pick<LifecyclePorts, 'lifecycleSettings' | 'workspaceIdentity'>) {
  return settingsInForce(await lifecycleSettings.get(), await workspaceIdentity.profile());
}
