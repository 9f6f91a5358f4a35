import { z } from 'zod';
import { httpsUrl, version, visibleName } from '../kernel/shapes.ts';
import { ofRoles, onlyWhen } from '../kernel/thing-permission.ts';
import { plusDays } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { slugTaken } from './errors.ts';
import { workspaceUpdated } from './events.ts';
import { command } from './ports.ts';
import { WorkspaceView } from './views.ts';
import { slug } from './workspace.ts';

/** How long the former slug of a workspace is reserved for it (WSP-9). */
const reservationDays = 90;

export const updateWorkspace = command({
  summary: 'Change the name, slug or logo of the workspace',
  description:
    'Only owners can change the slug. The previous slug stays reserved for this workspace for 90 days.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    name: visibleName(80)
      .optional()
      .describe('The name of the workspace.')
      .meta({ examples: ['Byron & Partners'] }),
    slug: slug().optional().describe('The short name in addresses; only owners may change it.'),
    logoUrl: httpsUrl().nullable().optional().describe('The https address of the logo; null removes it.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ workspace: WorkspaceView }),
  errors: [slugTaken],

  async find({ expectedVersion: _, ...input }, { workspaces }) {
    if (Object.values(input).every((value) => value === undefined))
      throw invalidField('', 'field.required', 'Send at least one field to change.');
    await workspaces.lock();
    return workspaces.get();
  },
  may: onlyWhen(
    'the slug changes',
    (_, input: { readonly slug?: string | undefined }) => input.slug !== undefined,
    ofRoles('workspace', 'change_slug', ['owner']),
  ),
  version: (workspace) => workspace.version,

  async run({ expectedVersion: _, ...input }, { found: workspace, workspaces, now, emit }) {
    const changed = (['name', 'slug', 'logoUrl'] as const).filter(
      (field) => input[field] !== undefined && input[field] !== workspace[field],
    );
    if (changed.length === 0) return { workspace };
    if (changed.includes('slug')) {
      await workspaces.releaseSlug(workspace.slug, plusDays(now, reservationDays));
      if (!(await workspaces.claimSlug(input.slug ?? workspace.slug, now))) throw slugTaken();
    }

    const after = await workspaces.save({
      ...workspace,
      name: input.name ?? workspace.name,
      slug: input.slug ?? workspace.slug,
      logoUrl: input.logoUrl === undefined ? workspace.logoUrl : input.logoUrl,
      updatedAt: now,
    });
    const { id: workspaceId, name, slug: current, version: saved } = after;
    emit(workspaceUpdated, { workspaceId, version: saved, changed, name, slug: current });
    return { workspace: after };
  },
});
