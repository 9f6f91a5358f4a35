import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { renewedRecoveryCodes } from './enrolment.ts';
import { noFactorEnrolled } from './errors.ts';
import { recoveryCodesRenewed } from './events.ts';
import { recoveryCodesShown } from './views.ts';

export const renewRecoveryCodes = command({
  summary: 'Make new recovery codes',
  description: 'The old recovery codes stop working at once.',
  access: 'account',
  databaseRole: 'identity',
  stepUp: 'factor',
  secret: true,
  input: z.strictObject({}),
  output: z.object({
    recoveryCodes: recoveryCodesShown(),
    generatedAt: shown.instant().describe('When they were made.'),
  }),
  errors: [noFactorEnrolled],

  async find(_, { user, accounts }) {
    if (!(await accounts.get(user.userId)).hasSecondFactor) throw noFactorEnrolled();
  },

  async run(_, context) {
    const { user, now, factors, emitFor } = context;
    await factors.lock(user.userId);
    const recoveryCodes = await renewedRecoveryCodes(user.userId, context);
    emitFor(user.userId, recoveryCodesRenewed, { userId: user.userId });
    return { recoveryCodes: [...recoveryCodes], generatedAt: now };
  },
});
