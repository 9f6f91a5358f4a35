import { type Access, isScopeAccess, type Role, reachOf, roles } from './access.ts';
import { standingWords } from './standing-words.ts';
import { listed, type ThingPermission, type ThingPermissions } from './thing-permission.ts';

/** What of a use case says who may call it. */
interface Permitted {
  readonly access: Access;
  readonly bearer?: 'optional';
  // biome-ignore lint/suspicious/noExplicitAny: what is printed does not depend on what the use case finds
  readonly may?: ThingPermissions<any, any>;
}

/** The standings of which somebody of a role must have one; none of them: such a call is refused to the role. */
type Need = Pick<ThingPermission<unknown, unknown>, 'on' | 'standings' | 'when' | 'words'>;

/** What a role may: null is nothing. */
type Right = { readonly reach: 'any' | 'own'; readonly needs: readonly Need[] } | null;

function rightOf({ access, may }: Permitted, role: Role): Right {
  const reach = typeof access === 'string' ? 'any' : reachOf(access, role);
  if (reach === null) return null;
  const needs = listed(may).flatMap((permission) => needOf(permission, role));
  const isRefused = needs.some(({ standings, when }) => standings.length === 0 && when === null);
  return isRefused ? null : { reach, needs };
}

function needOf(permission: ThingPermission<unknown, unknown>, role: Role): Need[] {
  const { standings, ofRoles } = permission;
  if (ofRoles === null) return [];
  const { always, perhaps } = ofRoles[role];
  const isEnough = (standing: string) => standings.includes(standing);
  // Who is nothing always is one of the others to what they see.
  const isAnyEnough = always.length === 0 && perhaps.length > 0 && perhaps.every(isEnough);
  if (isAnyEnough || always.some(isEnough)) return [];
  return [{ ...permission, standings: perhaps.filter(isEnough) }];
}

/** Who may call a use case, role by role, as the pipeline enforces it: by role, and by the standing to the thing. */
export function permissionsOfRoles(useCase: Permitted): Readonly<Record<Role, string>> {
  const cell = (role: Role): string => {
    const right = rightOf(useCase, role);
    if (right === null) return '–';
    if (right.needs.length === 0) return right.reach;
    const cells = [...(right.reach === 'own' ? ['own'] : []), ...right.needs.map(cellOf)];
    return [...new Set(cells)].join('; ');
  };
  return { owner: cell('owner'), admin: cell('admin'), member: cell('member'), guest: cell('guest') };
}

function cellOf({ standings, when }: Need): string {
  if (when === null) return standings.join(', ');
  return standings.length === 0 ? `not when ${when}` : `${standings.join(', ')} when ${when}`;
}

/** The permissions on the thing that a use case declares, as plain data. */
export const declaredPermissions = ({ may }: Permitted) =>
  listed(may).map(({ on, action, standings, when, words = {} }) => ({ on, action, standings, when, words }));

/** Who may call, as one English sentence. */
export function permissionSentence(useCase: Permitted): string {
  const { access, bearer } = useCase;
  if (access === 'anyone')
    return bearer === 'optional' ? 'Public; a signed-in person is known by their token.' : 'Public.';
  if (access === 'account') return 'For any signed-in person.';
  if (isScopeAccess(access)) return `For an API key with the scope ${access.scope}.`;

  const groups = new Map<string, { readonly names: Role[]; readonly words: string }>();
  for (const role of roles) {
    const right = rightOf(useCase, role);
    if (right === null) continue;
    const words = `${limitsOf(right.needs) || ' of the workspace'}${right.reach === 'own' ? ', for what is their own' : ''}`;
    const { names } = groups.get(words) ?? { names: [] };
    groups.set(words, { names: [...names, role], words });
  }
  const parts = [...groups.values()].map(({ names, words }) => `any ${eitherOf(names)}${words}`);
  return `For ${parts.join('; for ')}.`;
}

const eitherOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function limitsOf(needs: readonly Need[]): string {
  const whole = needs.filter(({ when }) => when === null).map((need) => `who ${standingWords(need)}`);
  const parts = needs
    .filter(({ when }) => when !== null)
    .map((need) =>
      need.standings.length === 0
        ? `, except when ${need.when}`
        : `, but when ${need.when}, only one who ${standingWords(need)}`,
    );
  return [whole.length === 0 ? '' : ` ${whole.join(' and ')}`, ...parts].join('');
}
