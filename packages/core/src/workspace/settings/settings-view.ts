import type { z } from 'zod';
import type { Workspace } from '../workspace.ts';
import type { WorkspaceSettingsView } from './settings-fields.ts';

/** The settings carry the version and the times of the workspace that they belong to. */
export const settingsView = ({
  settings,
  createdAt,
  updatedAt,
  version,
}: Workspace): z.input<typeof WorkspaceSettingsView> => ({
  ...settings,
  allowedEmailDomains: [...settings.allowedEmailDomains],
  allowedSignInMethods: [...settings.allowedSignInMethods],
  secondFactorRoles: [...settings.secondFactorRoles],
  embeddingOrigins: [...settings.embeddingOrigins],
  createdAt,
  updatedAt,
  version,
});
