import { z } from 'zod';
import { query } from '../ports.ts';
import { WorkspaceSettingsView } from './settings-fields.ts';
import { settingsView } from './settings-view.ts';

export const getSettings = query({
  summary: 'Show the settings of the workspace',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'workspace settings get' },
  input: z.strictObject({}),
  output: z.object({ settings: WorkspaceSettingsView }),

  async run(_, { workspaces }) {
    return { settings: settingsView(await workspaces.get()) };
  },
});
