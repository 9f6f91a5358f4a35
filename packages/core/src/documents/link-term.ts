import { type Instant, plusDays, plusMinutes } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';

/** How far ahead the end of what people outside may open must be: of a share, and of the signing of a document. */
export const shortestLinkMinutes = 60;
export const longestLinkDays = 365;

/** The same for whoever reads the reference or a refusal. */
export const linkTermWords = `from one hour to ${longestLinkDays} days ahead`;

/** Refuses an end that is too near or too far, and names the field that says it. */
export function requireLinkTerm(field: `/${string}`, end: Instant, now: Instant): void {
  if (end < plusMinutes(now, shortestLinkMinutes) || end > plusDays(now, longestLinkDays))
    throw invalidField(field, 'field.out_of_range', `Choose an instant ${linkTermWords}.`);
}
