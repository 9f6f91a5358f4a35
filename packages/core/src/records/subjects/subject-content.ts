import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import type { PhoneNumbers } from '../../kernel/ports.ts';
import { invalidField } from '../../kernel/validation.ts';
import { isBefore } from './partial-dates.ts';
import { isTelephone, type Subject, type SubjectContent } from './subject.ts';
import { aNameIsNeeded, type subjectFields } from './subject-fields.ts';

type Given = { readonly [F in keyof SubjectContent]?: z.output<(typeof subjectFields)[F]> | undefined };

type Making = Pick<HandlerContext, 'user' | 'now' | 'timeZones'> & {
  readonly phoneNumbers: PhoneNumbers;
  newId(): string;
};

/** What was given, with ids for the parts that have one, and telephone numbers in their one form. */
export function completed<G extends Pick<Given, 'aliases' | 'contacts' | 'addresses'>>(
  given: G,
  { newId, phoneNumbers }: Pick<Making, 'newId' | 'phoneNumbers'>,
) {
  const { aliases, contacts, addresses, ...rest } = given;
  return {
    ...rest,
    ...(aliases && { aliases: aliases.map((alias) => ({ id: newId(), ...alias })) }),
    ...(addresses && { addresses: addresses.map((address) => ({ id: newId(), ...address })) }),
    ...(contacts && {
      contacts: contacts.map((contact) => ({
        id: newId(),
        ...contact,
        value: isTelephone(contact) ? (phoneNumbers.parse(contact.value) ?? contact.value) : contact.value,
      })),
    }),
  };
}

/** Passes if the subject has a name and its dates can be those of a life. */
export function requireSound(
  content: Pick<Subject, 'displayName' | 'birthDate' | 'deceasedOn'>,
  { user, now, timeZones }: Pick<Making, 'user' | 'now' | 'timeZones'>,
): void {
  if (content.displayName === '') throw invalidField('/displayName', 'field.required', aNameIsNeeded);
  const zone = user.workspace?.settings.defaultTimeZone ?? 'UTC';
  const today = localDate(now, zone, timeZones);
  for (const field of ['birthDate', 'deceasedOn'] as const) {
    const date = content[field];
    if (date !== null && isBefore(today, date))
      throw invalidField(`/${field}`, 'field.out_of_range', 'Give a date that is not in the future.');
  }
  const { birthDate, deceasedOn } = content;
  if (birthDate !== null && deceasedOn !== null && isBefore(deceasedOn, birthDate))
    throw invalidField('/deceasedOn', 'field.out_of_range', 'Let death not come before birth.');
}
