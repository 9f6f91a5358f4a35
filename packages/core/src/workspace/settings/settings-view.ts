import type { z } from 'zod';
import type { Workspace } from '../workspace.ts';
import type { WorkspaceSettingsView } from './settings-fields.ts';

/** The settings carry the version of the workspace that they belong to. */
export const settingsView = ({ settings, version }: Workspace): z.input<typeof WorkspaceSettingsView> => ({
  ...settings,
  allowedEmailDomains: [...settings.allowedEmailDomains],
  allowedSignInMethods: [...settings.allowedSignInMethods],
  secondFactorRoles: [...settings.secondFactorRoles],
  embeddingOrigins: [...settings.embeddingOrigins],
  version,
});
