import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { GovernancePorts } from '../ports.ts';
import { auditedReads, searchLanguageFor, searchLanguages, subjectDirectories } from './settings.ts';

export const RecordSettingsView = z
  .object({
    subjectDirectory: z
      .enum(subjectDirectories)
      .describe('Whether members see all subjects, or those of their own cases.'),
    auditReads: z
      .enum(auditedReads)
      .describe(
        'Whether reading leaves a line in the ledger for labelled records alone, or for all of them.',
      ),
    intelligence: z
      .object({
        externalEnabled: z.boolean().describe('Whether an external provider may be asked.'),
        restrictedToProvider: z
          .boolean()
          .describe('Whether what is labelled restricted may be sent to an external provider.'),
      })
      .describe('What the computed proposals may use.'),
    backupRetentionDays: z.int().describe('After how many days backups hold no destroyed key any more.'),
    searchLanguage: z.enum(searchLanguages).describe('The language by whose rules records are searched.'),
    breakGlassNotify: z.array(z.string()).describe('Who hears of break-glass beside the privacy officers.'),
    updatedAt: shown.instant().nullable().describe('When they were last changed; null if they never were.'),
    version: shown.version(),
  })
  .meta({ id: 'RecordSettings', description: 'What a workspace decided about its records.' });

/** The settings of the workspace as they count at this moment. */
export async function currentSettings({
  recordSettings,
  workspaceIdentity,
}: Pick<GovernancePorts, 'recordSettings' | 'workspaceIdentity'>): Promise<
  z.input<typeof RecordSettingsView>
> {
  const { externalIntelligence, restrictedToProvider, ...settings } = await recordSettings.get();
  const { defaultLocale } = await workspaceIdentity.profile();
  return {
    ...settings,
    intelligence: { externalEnabled: externalIntelligence, restrictedToProvider },
    breakGlassNotify: [...settings.breakGlassNotify],
    searchLanguage: settings.searchLanguage ?? searchLanguageFor(defaultLocale),
  };
}
