import { z } from 'zod';
import { type Role, roles } from '../kernel/access.ts';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import type { WebhookData, WebhookEntry } from '../kernel/webhook-events.ts';
import { secondPersonSteps } from './second-person/second-person.ts';

export {
  projectArchived,
  projectCreated,
  projectMemberChanged,
  projectRestored,
  projectUpdated,
} from './project-events.ts';

export const workspaceCreated = event(
  'workspace.created',
  z.strictObject({ workspaceId: z.string(), name: z.string() }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId, version: 1 }),
    detail: ({ name }) => ({ name }),
  },
);

/** The name of a field, and no word that anybody chose. */
const fieldName = z.string().regex(/^[a-z][A-Za-z]*$/);
const workspace = { workspaceId: z.string(), version: z.int(), changed: z.array(fieldName) };
const workspaceTarget = (data: { readonly workspaceId: string; readonly version: number }) => ({
  kind: 'workspace',
  id: data.workspaceId,
  version: data.version,
});

export const workspaceUpdated = event(
  'workspace.updated',
  z.strictObject({ ...workspace, name: z.string(), slug: z.string() }),
  {
    target: workspaceTarget,
    facts: ({ changed }) => ({ changed }),
    detail: ({ name, slug }) => ({ name, slug }),
  },
);

/** `before` and `after` hold only the settings that changed. */
export const workspaceSettingsChanged = event(
  'workspace.settings_changed',
  z.strictObject({
    ...workspace,
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
  }),
  {
    target: workspaceTarget,
    facts: ({ changed }) => ({ changed }),
    detail: ({ before, after }) => ({ before, after }),
  },
);

export const workspaceClosing = event(
  'workspace.closing',
  z.strictObject({
    workspaceId: z.string(),
    closesAt: z.iso.datetime(),
    reason: z.string(),
    version: z.int(),
  }),
  {
    target: (data) => ({ kind: 'workspace', id: data.workspaceId, version: data.version }),
    facts: ({ closesAt }) => ({ closesAt }),
    detail: ({ reason }) => (reason === '' ? null : { reason }),
  },
);

const state = { workspaceId: z.string(), version: z.int() };

export const workspaceReopened = event(
  'workspace.reopened',
  z.strictObject({ ...state, planCode: z.string() }),
  { target: workspaceTarget, facts: ({ planCode }) => ({ planCode }) },
);

/** Writes the last line of the workspace's ledger. */
export const workspaceClosed = event('workspace.closed', z.strictObject(state), { target: workspaceTarget });

/** The data of what an operator does at the command line. */
const byOperator = z.strictObject({ ...state, reason: z.string() });
export const workspaceSuspended = event('workspace.suspended', byOperator, {
  target: workspaceTarget,
  detail: ({ reason }) => (reason === '' ? null : { reason }),
});
export const workspaceReinstated = event('workspace.reinstated', byOperator, {
  target: workspaceTarget,
  detail: ({ reason }) => (reason === '' ? null : { reason }),
});
export const workspaceCustodyTaken = event(
  'workspace.custody_taken',
  z.strictObject({ ...state, reason: z.string(), ownerUserId: userId() }),
  {
    target: workspaceTarget,
    facts: ({ ownerUserId }) => ({ ownerUserId }),
    detail: ({ reason }) => (reason === '' ? null : { reason }),
  },
);

/** One for each person to notify. `planned`: it closes on `closesAt`; `blocked`: that day has come and something forbids it. */
export const workspaceClosingNotice = event(
  'workspace.closing_notice',
  z.strictObject({ userId: userId(), notice: z.enum(['planned', 'blocked']), closesAt: z.iso.datetime() }),
  null,
);

export const secondPersonCoolingOffEnabled = event(
  'second_person.cooling_off_enabled',
  z.strictObject({ ...state, coolingOffHours: z.int() }),
  { target: workspaceTarget, facts: ({ coolingOffHours }) => ({ coolingOffHours }) },
);

/** `itself` means that it ended by itself, because there is somebody again who can act as second person (SPR-9). */
export const secondPersonEnded = event(
  'second_person.ended',
  z.strictObject({ ...state, itself: z.boolean() }),
  {
    target: workspaceTarget,
    facts: ({ itself }) => ({ itself }),
  },
);

export const secondPersonWaived = event(
  'second_person.waived',
  z.strictObject({
    useId: id(),
    userId: userId(),
    step: z.enum(secondPersonSteps),
    targetKind: z.string(),
    targetId: z.string(),
    reason: z.string(),
  }),
  {
    target: ({ targetKind, targetId }) => ({ kind: targetKind, id: targetId }),
    facts: ({ step, userId: alone }) => ({ step, userId: alone, singlePerson: true }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** One for each owner to notify; `useId` names the use if the notice is about one (SPR-8). */
export const secondPersonNotice = event(
  'second_person.notice',
  z.strictObject({
    ownerUserId: userId(),
    notice: z.enum(['enabled', 'changed', 'disabled', 'ended', 'waived']),
    useId: id().nullable(),
  }),
  null,
);

/** Ids and states of a member (WHK-14); names and addresses are read by the list of members. */
const webhookOfMember = <D extends { readonly userId: string; readonly role: Role }>(
  stateAfter: (data: D) => WebhookData,
): { readonly webhook: WebhookEntry<D> } => ({
  webhook: {
    context: 'workspace',
    data: (data) => ({ userId: data.userId, role: data.role, ...stateAfter(data) }),
  },
});

export const memberJoined = event(
  'member.joined',
  z.strictObject({
    userId: userId(),
    role: z.enum(roles),
    /** The invitation that was accepted, and who sent it; null for the founder. */
    invitationId: id().nullable(),
    invitedByUserId: userId().nullable(),
  }),
  {
    target: (data) => ({ kind: 'member', id: data.userId, version: 1 }),
    facts: ({ role, invitationId, invitedByUserId }) => ({ role, invitationId, invitedByUserId }),
  },
  webhookOfMember(() => ({ status: 'active', version: 1 })),
);

const memberTarget = (data: { readonly userId: string; readonly version: number }) => ({
  kind: 'member',
  id: data.userId,
  version: data.version,
});
const member = { userId: userId(), role: z.enum(roles), version: z.int() };
const reasonOf = ({ reason }: { readonly reason: string }) => (reason === '' ? null : { reason });

export const memberRoleChanged = event(
  'member.role_changed',
  z.strictObject({ ...member, roleBefore: z.enum(roles) }),
  {
    target: memberTarget,
    facts: ({ role, roleBefore }) => ({ role, roleBefore }),
  },
  webhookOfMember(({ version }) => ({ status: 'active', version })),
);

export const memberSuspended = event('member.suspended', z.strictObject({ ...member, reason: z.string() }), {
  target: memberTarget,
  facts: ({ role }) => ({ role }),
  detail: reasonOf,
});

export const memberReactivated = event('member.reactivated', z.strictObject(member), {
  target: memberTarget,
  facts: ({ role }) => ({ role }),
});

/** `left`: the member left by their own choice. `heirUserId` took over what had to continue. */
export const memberRemoved = event(
  'member.removed',
  z.strictObject({ ...member, left: z.boolean(), heirUserId: userId().nullable() }),
  {
    target: memberTarget,
    facts: ({ role, left, heirUserId }) => ({ role, left, heirUserId }),
  },
  webhookOfMember(({ version }) => ({ status: 'removed', version })),
);
