import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { recordReindexDue } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { recordSettingsChanged } from '../events.ts';
import { command, type GovernancePorts } from '../ports.ts';
import {
  auditedReads,
  fewestBackupDays,
  mostBackupDays,
  mostNotified,
  type RecordSettings,
  searchLanguages,
  subjectDirectories,
} from './settings.ts';
import { currentSettings, RecordSettingsView } from './views.ts';

export const updateRecordSettings = command({
  summary: 'Change the settings about records',
  description: 'What is left out stays as it is.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'governance settings set', example: { subjectDirectory: 'case_team' } },
  input: z.strictObject({
    subjectDirectory: z
      .enum(subjectDirectories)
      .optional()
      .describe('Whether members see all subjects, or those of their own cases.'),
    auditReads: z
      .enum(auditedReads)
      .optional()
      .describe(
        'Whether reading leaves a line in the ledger for labelled records alone, or for all of them.',
      ),
    intelligence: z
      .strictObject({
        externalEnabled: z.boolean().optional().describe('Whether an external provider may be asked.'),
        restrictedToProvider: z
          .boolean()
          .optional()
          .describe('Whether what is labelled restricted may be sent to an external provider.'),
      })
      .optional()
      .describe('What the computed proposals may use.'),
    backupRetentionDays: z
      .int()
      .min(fewestBackupDays)
      .max(mostBackupDays)
      .optional()
      .describe('After how many days backups hold no destroyed key any more.')
      .meta({ examples: [35] }),
    searchLanguage: z
      .enum(searchLanguages)
      .nullable()
      .optional()
      .describe('The language by whose rules records are searched; null follows that of the workspace.'),
    breakGlassNotify: z
      .array(userId())
      .max(mostNotified)
      .overwrite((ids) => [...new Set(ids)])
      .optional()
      .describe('Who hears of break-glass beside the privacy officers: active members.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ settings: RecordSettingsView }),

  find: async (_, context) => ({
    reader: await context.recordReaders.of(context),
    settings: await context.recordSettings.get('for update'),
  }),
  may: onGovernance('govern'),
  version: ({ settings }) => settings.version,

  async run({ expectedVersion: _, intelligence, ...given }, context) {
    const { recordSettings, now, emit } = context;
    const { settings } = context.found;
    await requireActive(given.breakGlassNotify ?? [], context);
    const wanted: Wanted = {
      ...given,
      externalIntelligence: intelligence?.externalEnabled,
      restrictedToProvider: intelligence?.restrictedToProvider,
    };
    const changed = editableFields.filter(
      (field) => wanted[field] !== undefined && !sameJson(wanted[field], settings[field]),
    );
    if (changed.length === 0) return { settings: await currentSettings(context) };

    const after = Object.fromEntries(changed.map((field) => [field, wanted[field] ?? null]));
    const before = Object.fromEntries(changed.map((field) => [field, plain(settings[field])]));
    const { version: saved } = await recordSettings.save({ ...settings, ...after, updatedAt: now });
    emit(recordSettingsChanged, { changed, version: saved, before, after });
    // Words were kept by the rules of the language of before.
    if (changed.includes('searchLanguage')) emit(recordReindexDue, { afterCaseId: null });
    return { settings: await currentSettings(context) };
  },
});

const editableFields = [
  'subjectDirectory',
  'auditReads',
  'externalIntelligence',
  'restrictedToProvider',
  'backupRetentionDays',
  'searchLanguage',
  'breakGlassNotify',
] as const satisfies readonly (keyof RecordSettings)[];
type Wanted = { readonly [F in (typeof editableFields)[number]]?: Mutable<RecordSettings[F]> | undefined };
/** The ledger writes lists that are its own. */
type Mutable<T> = T extends readonly string[] ? string[] : T;

const plain = <T>(value: T | readonly string[]) => (Array.isArray(value) ? [...value] : (value as T));

async function requireActive(
  userIds: readonly string[],
  { memberDirectory }: Pick<GovernancePorts, 'memberDirectory'>,
): Promise<void> {
  const members = await memberDirectory.find(userIds);
  const active = new Set(members.filter(({ status }) => status === 'active').map((member) => member.userId));
  const position = userIds.findIndex((id) => !active.has(id));
  if (position >= 0)
    throw invalidField(`/breakGlassNotify/${position}`, 'field.invalid', 'Name an active member.');
}
