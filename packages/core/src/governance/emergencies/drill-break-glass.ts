import { z } from 'zod';
import { id, shown } from '../../kernel/shapes.ts';
import { plusMinutes } from '../../kernel/time.ts';
import {
  caseNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  UserRef,
} from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { longestMinutes, reviewDueAfter, shortestMinutes, usualMinutes } from './emergency.ts';
import { toldBecause, toldOfEmergency } from './told-people.ts';

/** When the first tries of a mail are over that does not get through: 5 s, doubled, no more than 30 s apart. */
const attemptsSeconds = [0, 5, 15, 35, 65];

export const drillBreakGlass = query({
  summary: 'See who would be told of an emergency',
  description:
    'Says who would be mailed at once, and what would be due when, if you opened records in an emergency now. Nothing changes and nobody is told.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance drill' },
  input: z.strictObject({
    caseId: id()
      .optional()
      .describe('As if this case were opened, which you see: whoever leads it is told too.'),
  }),
  output: z.object({
    drill: z
      .object({
        asOf: shown.instant().describe('The moment that it is about.'),
        told: z
          .array(
            z.object({
              person: UserRef.describe('Who would be told.'),
              because: z.enum(toldBecause).describe('Why this person would be told.'),
            }),
          )
          .describe('Everybody who would be told, by mail.'),
        mailAttemptsSeconds: z
          .array(z.int())
          .describe('After how many seconds the first attempts of these mails are made, until one succeeds.'),
        minutes: z
          .object({
            least: z.int().describe('The shortest time.'),
            usual: z.int().describe('The time if none is given.'),
            most: z.int().describe('The longest time.'),
          })
          .describe('For how long an emergency opens records.'),
        reviewDueAt: shown
          .instant()
          .describe('By when the review would be due, if it lasted the usual time.'),
        reviewers: z.array(UserRef).describe('The privacy officers who could review it.'),
      })
      .meta({ id: 'BreakGlassDrill', description: 'What would happen in an emergency.' }),
  }),

  errors: [caseNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('overview'),

  async run({ caseId }, context) {
    const { now, user, recordScopes, memberAccess, memberDirectory } = context;
    const name = { kind: 'case', id: caseId ?? '' } as const;
    if (caseId !== undefined) await recordScopes.seen(name, 'emergency', context);
    const scope = caseId === undefined ? null : await recordScopes.find(name);
    const told = await toldOfEmergency(scope, user.userId, context);
    const officers = (await memberAccess.holders(['privacy_officer'])).filter(
      ({ userId }) => userId !== user.userId,
    );
    const names = new Map(
      (await memberDirectory.find([...told, ...officers].map(({ userId }) => userId))).map((member) => [
        member.userId,
        { userId: member.userId, displayName: member.displayName },
      ]),
    );
    const personOf = (userId: string) => {
      const person = names.get(userId);
      return person === undefined ? [] : [person];
    };
    return {
      drill: {
        asOf: now,
        told: told.flatMap(({ userId, because }) => personOf(userId).map((person) => ({ person, because }))),
        mailAttemptsSeconds: attemptsSeconds,
        minutes: { least: shortestMinutes, usual: usualMinutes, most: longestMinutes },
        reviewDueAt: reviewDueAfter(plusMinutes(now, usualMinutes)),
        reviewers: officers.flatMap(({ userId }) => personOf(userId)),
      },
    };
  },
});
