import { z } from 'zod';
import { type Role, roles } from '../kernel/access.ts';
import { shown } from '../kernel/shapes.ts';
import { isManager, type Member } from './member.ts';
import {
  openProjectStatuses,
  type Project,
  projectPriorities,
  projectRoles,
  projectVisibilities,
} from './project.ts';

export const WorkspaceView = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    status: z.enum(['active', 'suspended', 'closing', 'closed']),
    planCode: z.string(),
    closesAt: shown.instant().nullable().describe('When the closing period ends.'),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'Workspace' });

export const MemberView = z
  .object({
    id: z.string().describe('The id of the user.'),
    displayName: z.string(),
    email: z.string().nullable().describe('Null when the account has no verified address.'),
    avatarUrl: z.string().nullable(),
    role: z.enum(roles),
    status: z.enum(['active', 'suspended', 'removed']),
    joinedAt: shown.instant(),
    updatedAt: shown.instant(),
    invitedByUserId: z.string().nullable(),
    suspendedAt: shown.instant().nullable(),
    lastActiveAt: shown.instant().nullable(),
    hasSecondFactor: z.boolean().nullable().describe('Shown to owners and admins; null for everybody else.'),
    version: z.int(),
  })
  .meta({ id: 'Member' });

/** What a member of this role sees of a member. */
export const memberView = (member: Member, viewer: Role | undefined) => ({
  ...member,
  hasSecondFactor: isManager(viewer) ? member.hasSecondFactor : null,
});

const projectFields = {
  id: shown.id(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  priority: z.enum(projectPriorities),
  status: z.enum([...openProjectStatuses, 'archived']),
  visibility: z.enum(projectVisibilities),
  color: z.string(),
  startDate: shown.date().nullable(),
  targetDate: shown.date().nullable(),
  leadUserId: z.string().nullable().describe('The lead who is responsible for the project.'),
  archivedAt: shown.instant().nullable(),
  createdAt: shown.instant(),
  updatedAt: shown.instant(),
  version: z.int(),
};

export const ProjectSummaryView = z.object(projectFields).meta({ id: 'ProjectSummary' });

export const ProjectView = z
  .object({
    ...projectFields,
    members: z.array(
      z.object({
        userId: z.string(),
        displayName: z.string(),
        role: z.enum(projectRoles),
        addedAt: shown.instant(),
      }),
    ),
  })
  .meta({ id: 'Project' });

/** Copies the array of members, so that the caller may change it. */
export const projectView = (project: Project) => ({ ...project, members: [...project.members] });

/** Declares a format without checking it again, since up to a thousand rows a call come straight from typed columns. */
const stated = (format: 'uuid' | 'date' | 'date-time') => z.string().meta({ format });

export const IntegrationMemberView = z
  .object({
    id: z.string(),
    displayName: z.string(),
    email: z.string().nullable().describe('Null when the account has no verified address.'),
    avatarUrl: z.string().nullable(),
    role: z.enum(roles),
    status: z.enum(['active', 'suspended', 'removed']),
    joinedAt: stated('date-time'),
    updatedAt: stated('date-time'),
  })
  .meta({ id: 'IntegrationMember' });

export const IntegrationProjectView = z
  .object({
    id: stated('uuid'),
    key: z.string(),
    name: z.string(),
    description: z.string(),
    priority: z.enum(projectPriorities),
    status: z.enum([...openProjectStatuses, 'archived']),
    color: z.string(),
    startDate: stated('date').nullable(),
    targetDate: stated('date').nullable(),
    createdAt: stated('date-time'),
    updatedAt: stated('date-time'),
  })
  .meta({ id: 'IntegrationProject' });
