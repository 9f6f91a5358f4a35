import type { Role } from '../../kernel/access.ts';
import { invalidField } from '../../kernel/validation.ts';
import { memberNotFound } from '../member.ts';

/** Refuses whoever is no active member, and guests: to lead a project is to change it, which none of them may (PRJ-4). */
export function requireEligibleLead(
  { status, role }: { readonly status: string; readonly role: Role },
  path: string,
): void {
  if (status !== 'active') throw memberNotFound();
  if (role === 'guest')
    throw invalidField(path, 'field.invalid', 'A guest cannot lead a project; choose a member.');
}
