import { z } from 'zod';
import { reauthenticationRequired } from '../../kernel/access.ts';
import { permissionDenied, versionConflict } from '../../kernel/errors.ts';
import { requireVersion } from '../../kernel/expected-version.ts';
import { admitTo } from '../../kernel/gates.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { version } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { secondPersonAvailable, settingsLockOut } from '../errors.ts';
import { workspaceSettingsChanged } from '../events.ts';
import { command } from '../ports.ts';
import type { WorkspaceSettings } from '../workspace.ts';
import { recordSecondPerson, requireNobodyElse } from './second-person-settings.ts';
import {
  fieldsOfAdmins,
  fieldsOfStepUp,
  type SettingsField,
  settingsFields,
  WorkspaceSettingsView,
} from './settings-fields.ts';
import { settingsView } from './settings-view.ts';

export const updateSettings = command({
  summary: 'Change the settings of the workspace',
  description:
    'Owners change all; admins defaults, the invite policy and the legal fields. Sign-in methods, second-factor roles and the second person need a recent proof of your password. What would shut out your own session is refused.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    ...z.strictObject(settingsFields).partial().shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ settings: WorkspaceSettingsView }),
  errors: [reauthenticationRequired, versionConflict, settingsLockOut, secondPersonAvailable],

  async find(_, { workspaces }) {
    await workspaces.lock();
    return workspaces.get();
  },

  async run({ expectedVersion, ...input }, context) {
    const { found: workspace, workspaces, user, timeZones, now, emit } = context;
    const before = workspace.settings;
    const sent = Object.entries(input).filter(([, value]) => value !== undefined);
    if (sent.length === 0) throw invalidField('', 'field.required', 'Send at least one field to change.');
    if (user.membership?.role !== 'owner' && sent.some(([field]) => !fieldsOfAdmins.has(field)))
      throw permissionDenied();
    const after: WorkspaceSettings = { ...before, ...Object.fromEntries(sent.map(withoutEmptyText)) };
    const changed = sent
      .map(([field]) => field as SettingsField)
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    if (changed.some((field) => fieldsOfStepUp.has(field))) context.requireStepUp();
    if (!timeZones.has(after.defaultTimeZone))
      throw invalidField(
        '/defaultTimeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    requireVersion(workspace.version, expectedVersion);
    if (changed.length === 0) return { settings: settingsView(workspace) };
    requireWayIn(user, after, now);
    if (changed.includes('secondPerson')) await requireNobodyElse(after, context);

    const saved = await workspaces.save({ ...workspace, settings: after, updatedAt: now });
    emit(workspaceSettingsChanged, {
      workspaceId: saved.id,
      version: saved.version,
      changed,
      before: only(before, changed),
      after: only(after, changed),
    });
    await recordSecondPerson(before, saved, context);
    return { settings: settingsView(saved) };
  },
});

/** WSP-10: the caller's own session can still act under the new settings. */
function requireWayIn(user: UserPrincipal, settings: WorkspaceSettings, now: Instant): void {
  const { workspace, membership } = user;
  if (workspace === null || membership === null) return;
  const demanded = settings.secondFactorRoles.includes(membership.role);
  const secondFactorSince = demanded ? (membership.secondFactorSince ?? now) : null;
  try {
    admitTo(
      {
        ...user,
        workspace: { ...workspace, settings },
        membership: { ...membership, secondFactorSince },
      },
      now,
    );
  } catch (cause) {
    throw settingsLockOut({ cause });
  }
}

/** Text that is emptied is not there. */
const withoutEmptyText = ([field, value]: [string, unknown]): [string, unknown] => [
  field,
  value === '' ? null : value,
];

const only = (settings: WorkspaceSettings, fields: readonly SettingsField[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const value = settings[field];
      return [field, typeof value === 'object' && value !== null ? [...value] : value];
    }),
  );
