import { z } from 'zod';
import { type Role, roles } from '../kernel/access.ts';
import { shown } from '../kernel/shapes.ts';
import { workspaceFields } from '../kernel/workspace-fields.ts';
import { isManager, type Member, memberStates } from './member.ts';
import {
  openProjectStatuses,
  type Project,
  projectPriorities,
  projectRoles,
  projectVisibilities,
} from './project.ts';

export const WorkspaceView = z
  .object({
    ...workspaceFields,
    planCode: z.string().describe('The code of the plan, such as team.'),
    closesAt: shown
      .instant()
      .nullable()
      .describe('When the closing period ends; null unless the workspace is closing.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Workspace', description: 'A workspace.' });

export const MemberView = z
  .object({
    id: z.string().describe('The id of the user.'),
    displayName: z.string().describe('The name of the person, as others see it.'),
    email: z.string().nullable().describe('The e-mail address; null when the account has no verified one.'),
    avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
    role: z.enum(roles).describe('The role in the workspace.'),
    status: z.enum(memberStates.states).describe('Whether the membership is active.'),
    joinedAt: shown.instant().describe('When the person joined.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    invitedByUserId: z.string().nullable().describe('Who invited the person; null if nobody did.'),
    suspendedAt: shown.instant().nullable().describe('When the membership was suspended; null if it is not.'),
    lastActiveAt: shown.instant().nullable().describe('When the person was last active; null if never.'),
    hasSecondFactor: z
      .boolean()
      .nullable()
      .describe('True if the account has a second factor; null unless you are an owner or an admin.'),
    version: shown.version(),
  })
  .meta({ id: 'Member', description: 'A person in a workspace.' });

/** What a member of this role sees of a member. Whoever comes back has a new membership, so it begins when they join. */
export const memberView = (member: Member, viewer: Role | undefined) => ({
  ...member,
  createdAt: member.joinedAt,
  hasSecondFactor: isManager(viewer) ? member.hasSecondFactor : null,
});

const projectFields = {
  id: shown.ownId(),
  key: z.string().describe('The short key of the project, such as OPS.'),
  name: z.string().describe('The name of the project.'),
  description: z.string().describe('What the project is about.'),
  priority: z.enum(projectPriorities).describe('How urgent it is.'),
  status: z.enum([...openProjectStatuses, 'archived']).describe('How far the project is.'),
  visibility: z.enum(projectVisibilities).describe('Who can see the project.'),
  color: z.string().describe('The colour, such as #1f6feb.'),
  startDate: shown.date().nullable().describe('The day on which it starts; null without one.'),
  targetDate: shown.date().nullable().describe('The day on which it is to be done; null without one.'),
  leadUserId: z.string().nullable().describe('Who is responsible for the project; null without a lead.'),
  archivedAt: shown.instant().nullable().describe('When it was archived; null if it is not.'),
  createdAt: shown.createdAt(),
  updatedAt: shown.updatedAt(),
  version: shown.version(),
};

export const ProjectSummaryView = z
  .object(projectFields)
  .meta({ id: 'ProjectSummary', description: 'A project, as lists show it.' });

export const ProjectView = z
  .object({
    ...projectFields,
    members: z
      .array(
        z.object({
          userId: z.string().describe('The id of the person.'),
          displayName: z.string().describe('The name that others see.'),
          role: z.enum(projectRoles).describe('The role in the project.'),
          addedAt: shown.instant().describe('When the person was added.'),
        }),
      )
      .describe('The members of the project.'),
  })
  .meta({ id: 'Project', description: 'A project with its members.' });

/** Copies the array of members, so that the caller may change it. */
export const projectView = (project: Project) => ({ ...project, members: [...project.members] });

/** Declares a format without checking it again, since up to a thousand rows a call come straight from typed columns. */
const stated = (format: 'uuid' | 'date' | 'date-time') => z.string().meta({ format });

export const IntegrationMemberView = z
  .object({
    id: z.string().describe('The id of the person.'),
    displayName: z.string().describe('The name that others see.'),
    email: z.string().nullable().describe('The e-mail address; null when the account has no verified one.'),
    avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
    role: z.enum(roles).describe('The role in the workspace.'),
    status: z.enum(memberStates.states).describe('Whether the membership is active.'),
    joinedAt: stated('date-time').describe('When the person joined.'),
    updatedAt: stated('date-time').describe('When it was last changed.'),
  })
  .meta({ id: 'IntegrationMember', description: 'A member, as integrations see it.' });

export const IntegrationProjectView = z
  .object({
    id: stated('uuid').describe('The id of the project.'),
    key: z.string().describe('The short key of the project, such as OPS.'),
    name: z.string().describe('The name of the project.'),
    description: z.string().describe('What the project is about.'),
    priority: z.enum(projectPriorities).describe('How urgent it is.'),
    status: z.enum([...openProjectStatuses, 'archived']).describe('How far the project is.'),
    color: z.string().describe('The colour, such as #1f6feb.'),
    startDate: stated('date').nullable().describe('The day on which it starts; null without one.'),
    targetDate: stated('date').nullable().describe('The day on which it is to be done; null without one.'),
    createdAt: stated('date-time').describe('When it was created.'),
    updatedAt: stated('date-time').describe('When it was last changed.'),
  })
  .meta({ id: 'IntegrationProject', description: 'A project, as integrations see it.' });
