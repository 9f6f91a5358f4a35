import { z } from 'zod';
import { scopes } from './access.ts';
import { exampleValues, plannedExample } from './example-values.ts';
import { isMailAddress } from './mail-address.ts';
import { plusDays } from './time.ts';

/** Shared forms of values (conventions, "Values"). Text is NFC and trimmed before its bounds are checked. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const controlExceptLineFeed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Normalising orders the marks behind a letter, and takes the square of their number (UAX 15, stream-safe text). */
const crowdedMarks = /(?<!\p{M})\p{M}{31}/u;
export const isStreamSafe = (text: string): boolean => !crowdedMarks.test(text);
const codePoints = (text: string) => [...text].length;
const wellFormed = (text: string) => !/[\ud800-\udfff]/u.test(text);

/** Text that is not yet cleaned. What is too long ends the check, so that nothing longer is normalised or matched (PLT-28). */
const safeText = (most: number) =>
  z
    .string()
    .max(most, { abort: true })
    .refine(isStreamSafe, {
      error: 'Put at most 30 combining marks in a row.',
      params: { code: 'field.characters' },
      abort: true,
    });

const bounded = (least: number, most: number, forbidden: RegExp, clean: (text: string) => string) =>
  safeText(most * 4 + 64)
    .overwrite((text) => clean(text).normalize('NFC').trim())
    .refine((text) => codePoints(text) >= least && codePoints(text) <= most, {
      error: `Give ${least} to ${most} characters.`,
      params: { code: 'field.length' },
    })
    .refine((text) => !forbidden.test(text) && wellFormed(text), {
      error: 'Remove control characters and unpaired surrogates.',
      params: { code: 'field.characters' },
    })
    .meta({ minLength: least, maxLength: most });

/** One line of 1..most characters. */
export const text = (most: number, least = 1) => bounded(least, most, control, (value) => value);
/** What the eye does not see: format characters, fillers, white space, and the blank pattern of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/gu;
/**
 * A name that others see: of a person, a workspace, a project, a meeting, a file. It cannot reorder what stands around it,
 * and it is not empty to the eye (PLT-31).
 */
export const visibleName = (most: number, least = 1) =>
  text(most, least)
    .refine((name) => !/\p{Bidi_Control}/u.test(name), {
      error: 'Remove the characters that change the direction of writing.',
      params: { code: 'field.characters' },
    })
    .refine((name) => name === '' || name.replaceAll(invisible, '') !== '', {
      error: 'Give a name that can be seen.',
      params: { code: 'field.characters' },
    });
/** Text of least..most characters with line feeds; it may be empty unless a least length is given. */
export const multiline = (most: number, least = 0) =>
  bounded(least, most, controlExceptLineFeed, (value) => value.replaceAll('\r\n', '\n'));

export const id = () =>
  z
    .guid(`Write an id such as ${exampleValues.id}.`)
    .overwrite((value) => value.toLowerCase())
    .meta({ examples: [exampleValues.id] });
export const userId = () =>
  z
    .string()
    .regex(/^usr_[0-9a-f]{32}$/, 'Give a user id such as usr_ and 32 hexadecimal digits.')
    .meta({ examples: ['usr_0197c0de5f3a7c1e9b523f1d2a4b6c8d'] });
export const workspaceId = () =>
  z
    .string()
    .regex(/^workspace_[a-z2-7]{26}$/, 'Give a workspace id.')
    .meta({ examples: ['workspace_afs4bxtphjqhzgzsh4osuss3nr'] });
export const version = () =>
  z
    .int()
    .min(1)
    .max(2_147_483_647)
    .describe('The version you read; another one is refused with version_conflict.')
    .meta({ examples: [3] });

export const email = () =>
  safeText(254)
    .overwrite((value) => {
      const trimmed = value.normalize('NFC').trim();
      const at = trimmed.lastIndexOf('@');
      return at < 0 ? trimmed : trimmed.slice(0, at + 1) + trimmed.slice(at + 1).toLowerCase();
    })
    .refine(isMailAddress, {
      error: 'Give one e-mail address.',
      params: { code: 'email.invalid' },
    })
    .meta({ format: 'email', examples: [exampleValues.email] });

/** What the calendar of four digits holds, in UTC too: an offset may carry an instant over its ends. */
const hasYear = (value: string) => {
  const at = Date.parse(value);
  return !Number.isNaN(at) && /^(?!0000)\d{4}-/.test(new Date(at).toISOString());
};

/** Any offset in, UTC with milliseconds out. The end of a span has an example so many days after that of its beginning. */
export const instant = (daysLater = 0) =>
  z.iso
    .datetime({ offset: true, error: 'Give an instant such as 2026-05-04T09:30:00Z.' })
    .refine(hasYear, { error: 'Give an instant that exists, of the years 1 to 9999.' })
    .overwrite((value) => (Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString()))
    .meta({ format: 'date-time', examples: [plusDays(exampleValues.happenedAt, daysLater)] });
/** Like `instant`; its example lies ahead, because what is planned cannot begin in the past. */
export const plannedInstant = (daysLater = 0) => instant().meta({ examples: [plannedExample(daysLater)] });
export const date = () =>
  z.iso
    .date({ error: 'Give a date such as 2026-05-04.' })
    .refine((value) => !value.startsWith('0000'), {
      error: 'Give a date of the years 1 to 9999.',
    })
    .meta({ examples: [exampleValues.happenedAt.slice(0, 10)] });
/** Like `date`; its example lies ahead. */
export const plannedDate = (daysLater = 0) =>
  date().meta({ examples: [plannedExample(daysLater).slice(0, 10)] });
/** An IANA name; whether the loaded tz data has it is asked of `TimeZoneRules`. */
export const timeZone = () =>
  z
    .string()
    .min(1)
    .max(64)
    .describe('An IANA time zone name, such as Europe/Berlin.')
    .meta({ examples: ['Europe/Berlin'] });
export const locale = () =>
  z
    .string()
    .regex(/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8}){0,4}$/, 'Give a language tag such as en or de-CH.')
    .max(35)
    .meta({ examples: ['en'] });
/** What is too long is not parsed (PLT-28); `z.url()` would parse it first. */
export const httpsUrl = () =>
  z
    .string('Give an https address.')
    .max(2048, { abort: true })
    .check(z.url({ protocol: /^https$/, error: 'Give an https address.' }))
    .refine((value) => !control.test(value) && wellFormed(value), {
      error: 'Remove control characters and unpaired surrogates.',
      params: { code: 'field.characters' },
    })
    .meta({ examples: ['https://example.com/ada.png'] });
export const color = () =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Give a colour such as #1f6feb, in lower case.')
    .meta({ examples: ['#1f6feb'] });
export const scope = () => z.enum(scopes);
/** Declares that a value opens something, so that clients ask for it without showing it: `writeOnly` in the contract. */
export const secret = <S extends z.ZodType>(shape: S): S => shape.meta({ writeOnly: true });
export const secretToken = () =>
  secret(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Give the token of the link, 43 characters.')).meta({
    examples: ['b8Jt2m0kQ1vX5rY7nZ3cW9dF4gH6jK8lP0sA2uE5iO1'],
  });

/** The body of an endpoint that takes a byte stream: it is read once, in order. */
export const byteStream = () =>
  z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    'Give the bytes as a stream.',
  );
/** The body of an endpoint that takes its bytes in one piece, exactly as they were sent. */
export const rawBytes = () =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Give the bytes in one piece.');

/** Read back out of the database: no rules, only form. */
export const shown = {
  id: () => z.uuid(),
  instant: () => z.iso.datetime(),
  date: () => z.iso.date(),
  // What nearly every thing has, described here once.
  ownId: () => z.uuid().describe('Its id, a UUID of version 7: ids sort by when they were made.'),
  workspaceId: () => z.string().describe('The id of the workspace that it belongs to.'),
  createdAt: () => z.iso.datetime().describe('When it was created.'),
  updatedAt: () => z.iso.datetime().describe('When it was last changed.'),
  version: () =>
    z.int().describe('Grows by one with every change; send it as expectedVersion, or as If-Match.'),
  // What every list ends with.
  count: () => z.int().describe('How many are in this answer.'),
  nextCursor: () =>
    z.string().nullable().describe('Send it as cursor to get the next ones; null if these are the last.'),
  noCursor: () => z.null().describe('Always null: this answer holds all of them.'),
};

export { foldEmail } from './mail-address.ts';
