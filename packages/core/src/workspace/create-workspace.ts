import { z } from 'zod';
import { accountGone } from '../identity/index.ts';
import { planLimitReached } from '../kernel/errors.ts';
import { locale, timeZone, visibleName } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { slugTaken } from './errors.ts';
import { newWorkspace } from './new-workspace.ts';
import { command } from './ports.ts';
import { MemberView, memberView, WorkspaceView } from './views.ts';
import { slug } from './workspace.ts';

const maxOwnedWorkspaces = 20;

export const createWorkspace = command({
  summary: 'Create a workspace',
  description:
    'You become its owner. Switch to it afterwards to work in it. A person can own at most twenty workspaces.',
  access: 'account',
  cli: { command: 'workspace create' },
  databaseRole: 'identity',
  outside: true,
  input: z.strictObject({
    name: visibleName(80)
      .describe('The name of the workspace.')
      .meta({ examples: ['Byron & Partners'] }),
    slug: slug().optional().describe('The short name in addresses; by default derived from the name.'),
    timeZone: timeZone()
      .optional()
      .describe('The time zone of meetings for which none is named; by default your own.'),
    locale: locale()
      .optional()
      .describe('The language for new members, meetings and mail; by default your own.'),
  }),
  output: z.object({ workspace: WorkspaceView, membership: MemberView }),
  errors: [accountGone, planLimitReached, slugTaken],

  async run(input, context) {
    const { user, people, timeZones } = context;
    const zone = input.timeZone ?? user.timeZone;
    if (!timeZones.has(zone))
      throw invalidField(
        '/timeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    const owned = await context.workspaces.ownedBy(user.userId);
    if (owned >= maxOwnedWorkspaces)
      throw planLimitReached({
        details: [
          {
            path: '',
            code: 'workspaces',
            message: `A person can own \${maxOwnedWorkspaces} workspaces at most; close one first, or make somebody else owner.`,
          },
        ],
      });
    const account = await people.account(user.userId);
    if (account === null) throw accountGone();

    const founder = { ...account, timeZone: zone, locale: input.locale ?? user.locale };
    await newWorkspace(founder, { name: input.name, slug: input.slug ?? null }, () => context, context);
    const [workspace, membership] = await Promise.all([
      context.workspaces.get(),
      context.members.get(user.userId),
    ]);
    return { workspace, membership: memberView(membership, membership.role) };
  },
});
