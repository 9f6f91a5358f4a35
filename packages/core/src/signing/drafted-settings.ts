import { requireLinkTerm } from '../documents/index.ts';
import type { Instant } from '../kernel/time.ts';
import type { RoundSettings, SigningRound } from './round.ts';
import { usualSubject } from './round-draft.ts';
import type { SigningInput } from './signing-input.ts';

/** What the round is to be like: what was given, and for the rest what it was. */
export function draftedSettings(
  round: SigningRound,
  document: { readonly name: string },
  { signers: _, fields: __, ...given }: SigningInput,
  now: Instant,
): RoundSettings {
  const settings = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
    // The names are those of the settings, each with the value that was given for it.
  ) as Partial<RoundSettings>;
  if (settings.deadlineAt != null) requireLinkTerm('/deadlineAt', settings.deadlineAt, now);
  const { language = round.language } = settings;
  const wasUsual = round.subject === usualSubject(document.name, round.language);
  return {
    ...round,
    ...(wasUsual ? { subject: usualSubject(document.name, language) } : {}),
    ...settings,
    ...(settings.message === '' ? { message: null } : {}),
  };
}
