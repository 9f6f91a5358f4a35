import { z } from 'zod';
import { roles, signInMethods } from '../../kernel/access.ts';
import { email, locale, multiline, shown, text, timeZone, visibleName } from '../../kernel/shapes.ts';

const once = <T>(values: T[]): T[] => [...new Set(values)];
const domain = () =>
  z
    .string()
    .max(253)
    .overwrite((value) => value.trim().toLowerCase())
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
      'Give a domain such as example.com, without @.',
    );
/** `HTTPS://App.Example.com:443/` is written as browsers compare it: https://app.example.com. What is more than an origin stays as it is. */
const asOrigin = (value: string): string => {
  const trimmed = value.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const { origin, href } = new URL(trimmed);
  return href === `${origin}/` ? origin : trimmed;
};
const originWords = 'Give the https origin of a web app, such as https://app.example.com, without a path.';
const httpsOrigin = () =>
  z
    .string()
    .max(270)
    .overwrite(asOrigin)
    .regex(
      /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[0-9]{1,5})?$/,
      { error: originWords, abort: true },
    )
    // A host or a port that cannot be.
    .refine((value) => URL.canParse(value) && new URL(value).origin === value, originWords);

/** Both null and an empty text mean that there is none. */
const none = <T extends z.ZodType>(shape: T) => shape.nullable();

/** The fields that can be changed, each in the form in which the settings hold it. */
const allowedEmailDomains =
  'Domains that the addresses of members other than guests must belong to; an empty list allows any.';

const embeddingOrigins =
  'Origins of web apps that may show signing links of this workspace in a frame, such as https://app.example.com; an empty list allows none.';

export const settingsFields = {
  defaultTimeZone: timeZone().describe(
    'The IANA time zone of meetings for which none is named, such as Europe/Berlin.',
  ),
  defaultLocale: locale().describe('The language for new members, meetings and mail.'),
  weekStartsOn: z.enum(['monday', 'sunday']).describe('The first day of the week.'),
  invitePolicy: z
    .enum(['owners', 'admins', 'members'])
    .describe('The lowest role that may invite members and guests.'),
  allowedEmailDomains: z.array(domain()).max(50).overwrite(once).describe(allowedEmailDomains),
  guestsEnabled: z.boolean().describe('True if guests can be invited.'),
  allowedSignInMethods: z
    .array(z.enum(signInMethods))
    .min(1)
    .max(signInMethods.length)
    .overwrite(once)
    .describe(
      'The allowed ways to sign in; a session that began in another way cannot act in this workspace.',
    ),
  secondFactorRoles: z
    .array(z.enum(roles))
    .max(4)
    .overwrite(once)
    .describe('Roles that must have a second factor.'),
  secondFactorGraceDays: z
    .int()
    .min(0)
    .max(30)
    .describe('How many days a member has to enrol once the requirement applies to them.'),
  secondPerson: z
    .enum(['required', 'cooling_off'])
    .describe('Whether a person alone in the workspace may decide what they asked for themselves.'),
  secondPersonCoolingOffHours: z
    .int()
    .min(1)
    .max(720)
    .describe(
      'How many hours such a decision waits. A change does not shorten the wait of a decision that waits already.',
    ),
  sessionMaxAgeHours: z.int().min(1).max(2160).describe('An older session cannot act in this workspace.'),
  sessionIdleMinutes: z
    .int()
    .min(5)
    .max(43_200)
    .describe('A session that was idle for longer cannot act in this workspace.'),
  reauthenticationMinutes: z
    .int()
    .min(5)
    .max(1440)
    .describe('How recent the proof of the credential must be for sensitive changes.'),
  apiKeysEnabled: z.boolean().describe('If false, every API key is refused at once.'),
  apiKeyMaxLifetimeDays: z
    .int()
    .min(1)
    .max(730)
    .nullable()
    .describe('New and changed API keys must expire within this many days; null means no limit.'),
  meetingRepliesToOrganizer: z
    .boolean()
    .describe(
      'If true, replies to mails about a meeting go to its organizer, whose verified address everybody who is invited therefore sees.',
    ),
  embeddingOrigins: z.array(httpsOrigin()).max(20).overwrite(once).describe(embeddingOrigins),
  legalName: none(visibleName(200, 0)).describe('The legal name on invoices; null for none.'),
  billingAddress: none(multiline(500)).describe('The postal address on invoices; null for none.'),
  taxId: none(text(50, 0)).describe('The tax number on invoices; null for none.'),
  supportEmail: none(email()).describe('Where members ask for help; null for none.'),
} as const;

export type SettingsField = keyof typeof settingsFields;

/** The fields that admins may change as well as owners (platform 4.5). */
export const fieldsOfAdmins: ReadonlySet<string> = new Set<SettingsField>([
  'defaultTimeZone',
  'defaultLocale',
  'weekStartsOn',
  'invitePolicy',
  'meetingRepliesToOrganizer',
  'legalName',
  'billingAddress',
  'taxId',
  'supportEmail',
]);

/** The fields whose change needs a recent proof of the credential (SES-14). */
export const fieldsOfStepUp: ReadonlySet<string> = new Set<SettingsField>([
  'secondPerson',
  'secondPersonCoolingOffHours',
  'secondFactorRoles',
  'secondFactorGraceDays',
  'allowedSignInMethods',
  'reauthenticationMinutes',
  'sessionMaxAgeHours',
  'sessionIdleMinutes',
  'allowedEmailDomains',
  'apiKeysEnabled',
  'apiKeyMaxLifetimeDays',
  'embeddingOrigins',
]);

export const WorkspaceSettingsView = z
  .object({
    ...settingsFields,
    defaultTimeZone: z.string().describe('The time zone of meetings for which none is named.'),
    defaultLocale: z.string().describe('The language for which none is named.'),
    allowedEmailDomains: z.array(z.string()).describe(allowedEmailDomains),
    allowedSignInMethods: z.array(z.enum(signInMethods)).describe('How members may sign in.'),
    secondFactorRoles: z.array(z.enum(roles)).describe('The roles that need a second factor.'),
    embeddingOrigins: z.array(z.string()).describe(embeddingOrigins),
    legalName: z.string().nullable().describe('The legal name on invoices; null without one.'),
    billingAddress: z.string().nullable().describe('The postal address on invoices; null without one.'),
    taxId: z.string().nullable().describe('The tax number on invoices; null without one.'),
    supportEmail: z.string().nullable().describe('Where members ask for help; null without one.'),
    createdAt: shown.createdAt(),
    updatedAt: shown
      .instant()
      .describe('When the workspace, to which the settings belong, was last changed.'),
    version: z.int().describe('The version of the workspace to which the settings belong.'),
  })
  .meta({ id: 'WorkspaceSettings', description: 'The settings of a workspace.' });
