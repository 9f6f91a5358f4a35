import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { shown } from '../../kernel/shapes.ts';
import { duties, labels, labelsOf, type NamedUsers, UserRef } from '../../records/index.ts';
import type { DirectoryMember } from '../../workspace/index.ts';
import type { MemberAccess } from './member-access.ts';

export const MemberAccessView = z
  .object({
    userId: z.string().describe('The id of the person.'),
    displayName: z.string().describe('The name of the person.'),
    role: z.enum(roles).describe('The role in the workspace.'),
    clearances: z
      .array(z.enum(labels))
      .describe('The labels that the person is cleared for, the highest first.'),
    duties: z.array(z.enum(duties)).describe('What the person answers for in the whole workspace.'),
    changedBy: UserRef.nullable().describe('Who decided it; null until somebody does.'),
    changedAt: shown.instant().nullable().describe('When it was decided; null until then.'),
    singlePerson: z.boolean().describe('Whether they gave it to themselves, because nobody else was there.'),
    pendingChange: z
      .object({
        clearances: z.array(z.string()).describe('The labels that were asked for.'),
        duties: z.array(z.string()).describe('The duties that were asked for.'),
        requestedAt: shown.instant().describe('When they were asked for.'),
        availableAt: shown.instant().describe('From when on the same change with a reason applies them.'),
      })
      .nullable()
      .describe('What somebody who is alone has asked for themselves; null for nothing.'),
    version: z.int().describe('Grows by one with every change; 0 until somebody decides.'),
  })
  .meta({ id: 'RecordMemberAccess', description: 'What a member is cleared for and answers for.' });

export const memberAccessView = (
  { clearance, duties: held, changedByUserId, changedAt, singlePerson, pendingChange, version }: MemberAccess,
  { userId, displayName, role }: Pick<DirectoryMember, 'userId' | 'displayName' | 'role'>,
  named: NamedUsers,
): z.input<typeof MemberAccessView> => ({
  ...{ userId, displayName, role, changedAt, singlePerson, version },
  clearances: [...labelsOf(clearance)],
  duties: [...held],
  changedBy: changedByUserId === null ? null : named(changedByUserId),
  pendingChange:
    pendingChange === null
      ? null
      : {
          ...pendingChange,
          clearances: [...pendingChange.clearances],
          duties: [...pendingChange.duties],
        },
});
