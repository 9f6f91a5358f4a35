import { z } from 'zod';
import { userId } from '../../kernel/shapes.ts';
import { own } from '../../kernel/thing-permission.ts';
import { memberNotFound } from '../member.ts';
import { query } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';

export const getMember = query({
  summary: 'Show a member of the workspace',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'own' },
  input: z.strictObject({ userId: userId().describe('The id of the person.') }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound],

  // This runs before the look-up, so that a guest cannot find out who else is a member (WSP-8).
  may: own('member', (_, input: { readonly userId: string }) => input.userId),

  async run(input, { members, user }) {
    return { member: memberView(await members.get(input.userId), user.membership?.role) };
  },
});
