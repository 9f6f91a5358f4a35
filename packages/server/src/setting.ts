import { addressesOfHosts } from '@chancery/core/internal';
import { z } from 'zod';

/** How a variable is explained to an operator; it is stored in the metadata of its schema. */
export interface SettingMeaning {
  readonly meaning: string;
  /** The default, in words. */
  readonly shownDefault: string;
}

export const settingMeanings = z.registry<SettingMeaning>();

/** Declares a variable that always has a value: `fallback` is parsed as if the operator had written it. */
export function setting<S extends z.ZodType<unknown, string>>(schema: S, fallback: string, meaning: string) {
  const made = schema.prefault(fallback as z.input<S>);
  settingMeanings.add(made, { meaning, shownDefault: fallback });
  return made;
}

/** Declares a variable that may be absent; `shownDefault` says what applies then. */
export function optionalSetting<S extends z.ZodType<unknown, string>>(
  schema: S,
  shownDefault: string,
  meaning: string,
) {
  const made = schema.optional();
  settingMeanings.add(made, { meaning, shownDefault });
  return made;
}

/** What is wrong with variables that are set all or none: names those that are missing. Empty if nothing is. */
export function halfSet<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): readonly string[] {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  const count = ['both', 'all three', 'all four'][names.length - 2] ?? 'all';
  const others = names.filter((name) => !missing.includes(name)).join(', ');
  return [`${missing.join(', ')}: missing beside ${others}; set ${count} or none.`];
}

/** Accepts text by a rule of ours. The message describes the form and never repeats the value, which may be a secret. */
export const textThat = (accepts: (text: string) => boolean, form: string) =>
  z.string().refine(accepts, { error: form });

/** Like `textThat`, but parses the text. If the parser throws, the value is refused. */
export const textAs = <T>(read: (text: string) => T, form: string) =>
  z.string().transform((text, context): T => {
    try {
      return read(text);
    } catch {
      context.issues.push({ code: 'custom', message: form, input: '' });
      return z.NEVER;
    }
  });

export const integer = (least: number, most: number) =>
  textAs((text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < least || value > most) throw new RangeError();
    return value;
  }, `give a whole number from ${least} to ${most}`);

export const flag = () =>
  z.enum(['true', 'false'], { error: 'give true or false' }).transform((text) => text === 'true');

/** Accepts an address with one of the protocols. */
export const urlOf = (...protocols: readonly string[]) =>
  textThat(
    (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
    `give an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

/** Like `urlOf`, and the address may name several hosts with commas between them. */
export const urlOfHosts = (...protocols: readonly string[]) =>
  textThat(
    (text) =>
      addressesOfHosts(text).every(
        (each) =>
          URL.canParse(each) && protocols.includes(new URL(each).protocol) && new URL(each).hostname !== '',
      ),
    `give an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );
