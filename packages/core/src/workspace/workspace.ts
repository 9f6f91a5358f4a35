import { z } from 'zod';
import { type Role, type SignInMethod, signInMethods } from '../kernel/access.ts';
import { machine } from '../kernel/machine.ts';
import type { CallerWorkspace, WorkspaceGateSettings } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import { workspaceInvalidState } from './errors.ts';

/**
 * The life of a workspace (platform 3.4). `closed` is final: what it held is destroyed. A workspace is abandoned if its account was
 * never verified.
 */
export const workspaceStates = machine(workspaceInvalidState, ['active'], {
  active: { close: 'closing', suspend: 'suspended', take_custody: 'suspended', abandon: 'closed' },
  closing: { reopen: 'active', finalise: 'closed', take_custody: 'suspended', abandon: 'closed' },
  suspended: { reinstate: 'active', abandon: 'closed' },
  closed: {},
});

/** A tenant. Everything but accounts and sessions belongs to one. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly logoUrl: string | null;
  readonly status: CallerWorkspace['status'];
  readonly planCode: string;
  readonly closesAt: Instant | null;
  readonly settings: WorkspaceSettings;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export interface WorkspaceSettings extends WorkspaceGateSettings {
  readonly allowedSignInMethods: readonly SignInMethod[];
  readonly weekStartsOn: 'monday' | 'sunday';
  readonly invitePolicy: 'owners' | 'admins' | 'members';
  readonly allowedEmailDomains: readonly string[];
  readonly guestsEnabled: boolean;
  readonly secondFactorRoles: readonly Role[];
  readonly secondFactorGraceDays: number;
  readonly secondPerson: 'required' | 'cooling_off';
  readonly secondPersonCoolingOffHours: number;
  readonly meetingRepliesToOrganizer: boolean;
  readonly embeddingOrigins: readonly string[];
  readonly legalName: string | null;
  readonly billingAddress: string | null;
  readonly taxId: string | null;
  readonly supportEmail: string | null;
}

/** The settings with which a workspace begins (platform 2.3). */
export const initialSettings = (defaultTimeZone: string, defaultLocale: string): WorkspaceSettings => ({
  defaultTimeZone,
  defaultLocale,
  weekStartsOn: 'monday',
  invitePolicy: 'admins',
  allowedEmailDomains: [],
  guestsEnabled: true,
  allowedSignInMethods: signInMethods,
  secondFactorRoles: [],
  secondFactorGraceDays: 7,
  secondPerson: 'required',
  secondPersonCoolingOffHours: 24,
  sessionMaxAgeHours: 2160,
  sessionIdleMinutes: 43_200,
  reauthenticationMinutes: 15,
  apiKeysEnabled: true,
  apiKeyMaxLifetimeDays: null,
  meetingRepliesToOrganizer: true,
  embeddingOrigins: [],
  legalName: null,
  billingAddress: null,
  taxId: null,
  supportEmail: null,
});

/** A new, active workspace. */
export const begun = (
  identity: Pick<Workspace, 'id' | 'name' | 'slug'>,
  settings: WorkspaceSettings,
  planCode: string,
  at: Instant,
): Workspace => ({
  ...identity,
  logoUrl: null,
  status: workspaceStates.begin('active'),
  planCode,
  closesAt: null,
  settings,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

export const closedByOwner = (workspace: Workspace, closesAt: Instant, at: Instant): Workspace => ({
  ...workspace,
  status: workspaceStates.next(workspace.status, 'close'),
  closesAt,
  updatedAt: at,
});

/** The workspace is on the default plan, since its subscription ended when it began to close. */
export const reopened = (workspace: Workspace, planCode: string, at: Instant): Workspace => ({
  ...workspace,
  status: workspaceStates.next(workspace.status, 'reopen'),
  planCode,
  closesAt: null,
  updatedAt: at,
});

export const suspendedByHost = (workspace: Workspace, at: Instant): Workspace => ({
  ...workspace,
  status: workspaceStates.next(workspace.status, 'suspend'),
  updatedAt: at,
});

export const reinstatedByHost = (workspace: Workspace, at: Instant): Workspace => ({
  ...workspace,
  status: workspaceStates.next(workspace.status, 'reinstate'),
  updatedAt: at,
});

export const inCustody = (workspace: Workspace, at: Instant): Workspace => ({
  ...workspace,
  status: workspaceStates.next(workspace.status, 'take_custody'),
  closesAt: null,
  updatedAt: at,
});

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `workspace_` and 26 base32 characters: 130 random bits. */
export const newWorkspaceId = (bytes: Uint8Array): string =>
  `workspace_${Array.from(bytes.subarray(0, 26), (byte) => base32.charAt(byte % 32)).join('')}`;

/** The slug that a name suggests: lower case, ASCII, 3 to 48 characters. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 40)
    .replace(/(?<!-)-+$/, '');
  return plain.length >= 3 ? plain : `workspace-${plain}`.replace(/-$/, '');
}

export const slug = () =>
  z
    .string()
    .min(3)
    .max(48)
    .regex(
      /^[a-z0-9][a-z0-9-]{1,46}[a-z0-9]$/,
      'Give 3 to 48 lower-case letters, digits and hyphens, no hyphen at the ends.',
    );
