import { z } from 'zod';
import { workspaceStatuses } from './principal.ts';

/** The fields with which every view of a workspace begins. */
export const workspaceFields = {
  id: z.string().describe('The id of the workspace.'),
  name: z.string().describe('The name of the workspace.'),
  slug: z.string().describe('The short name of the workspace in addresses.'),
  logoUrl: z.string().nullable().describe('The address of the logo; null without one.'),
  status: z.enum(workspaceStatuses).describe('Whether the workspace can be used.'),
};
