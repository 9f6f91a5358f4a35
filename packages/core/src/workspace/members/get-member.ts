import { z } from 'zod';
import { userId } from '../../kernel/shapes.ts';
import { memberNotFound } from '../member.ts';
import { query } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';

export const getMember = query({
  summary: 'Show a member of the workspace',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'own' },
  input: z.strictObject({ userId: userId() }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound],

  async run(input, { members, user, permitOwner }) {
    // Before the look-up: to a guest, everybody else is alike, member or not (WSP-8).
    permitOwner(input.userId);
    return { member: memberView(await members.get(input.userId), user.membership?.role) };
  },
});
