import { z } from 'zod';
import { admitTo } from '../../kernel/gates.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { ofRoles, onlyWhen } from '../../kernel/thing-permission.ts';
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
    'Owners can change all settings; admins the defaults, the invite policy and the legal fields. To change what guards the workspace (sign-in methods, second factors, the second person, the life of sessions and of recent proofs, allowed domains, API keys), confirm your password again first. A change that would lock out your own session is refused.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace settings update' },
  input: z.strictObject({
    ...z.strictObject(settingsFields).partial().shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ settings: WorkspaceSettingsView }),
  errors: [settingsLockOut, secondPersonAvailable],

  async find(input, { workspaces, timeZones }) {
    if (sentFields(input).length === 0)
      throw invalidField('', 'field.required', 'Send at least one field to change.');
    if (input.defaultTimeZone !== undefined && !timeZones.has(input.defaultTimeZone))
      throw invalidField(
        '/defaultTimeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    await workspaces.lock();
    return workspaces.get();
  },
  may: onlyWhen(
    'a field for owners alone is sent',
    (_, input: object) => sentFields(input).some((field) => !fieldsOfAdmins.has(field)),
    ofRoles('workspace', 'change_owners_settings', ['owner']),
  ),
  stepUpWhen: ({ settings }, input) =>
    settingsAfter(settings, input).changed.some((field) => fieldsOfStepUp.has(field)),
  version: (workspace) => workspace.version,

  async run(input, context) {
    const { found: workspace, workspaces, user, now, emit } = context;
    const before = workspace.settings;
    const { after, changed } = settingsAfter(before, input);
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

/** WSP-10: refuses settings under which the caller's own session could no longer act. */
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

/** The names of the settings that the request carries. */
const sentFields = (input: object): readonly string[] =>
  Object.entries(input).flatMap(([field, value]) =>
    field === 'expectedVersion' || value === undefined ? [] : [field],
  );

/** The settings after the request, and the names of those that differ from before. */
function settingsAfter(before: WorkspaceSettings, input: object) {
  const sent = sentFields(input);
  const values = Object.entries(input).filter(([field]) => sent.includes(field));
  const after: WorkspaceSettings = { ...before, ...Object.fromEntries(values.map(withoutEmptyText)) };
  const changed = sent
    .map((field) => field as SettingsField)
    .filter((field) => !sameJson(before[field], after[field]));
  return { after, changed };
}

/** An emptied text is stored as null. */
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
