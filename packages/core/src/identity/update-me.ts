import { z } from 'zod';
import { httpsUrl, locale, timeZone, version, visibleName } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import type { Account } from './account.ts';
import { command } from './ports.ts';
import { UserView, userView } from './views.ts';

const fields = z
  .strictObject({
    displayName: visibleName(120)
      .describe('The name that others see, in every workspace.')
      .meta({ examples: ['Ada Byron'] }),
    avatarUrl: httpsUrl().nullable().describe('The https address of a picture of you; null removes it.'),
    jobTitle: visibleName(120, 0).nullable().describe('Your job title; null removes it.'),
    locale: locale().describe('The language of mails to you.'),
    timeZone: timeZone(),
  })
  .partial();

export const updateMe = command({
  summary: 'Change your profile',
  description: 'Send at least one field; fields that you leave out stay as they are.',
  access: 'account',
  cli: { command: 'account update' },
  databaseRole: 'identity',
  input: z.strictObject({ ...fields.shape, expectedVersion: version().optional() }),
  output: z.object({ user: UserView }),

  async find({ expectedVersion: _, ...changes }, { user, accounts, timeZones }) {
    if (Object.values(changes).every((value) => value === undefined))
      throw invalidField('', 'field.required', 'Send at least one field to change.');
    if (changes.timeZone !== undefined && !timeZones.has(changes.timeZone))
      throw invalidField(
        '/timeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    return accounts.get(user.userId);
  },
  version: (account) => account.version,

  async run({ expectedVersion: _, ...changes }, { found: account, now, accounts }) {
    const wanted = Object.entries(changes).filter(([, value]) => value !== undefined);
    const edited = { ...account, ...(Object.fromEntries(wanted) as Partial<Account>), updatedAt: now };
    return { user: userView(await accounts.saveProfile(edited)) };
  },
});
