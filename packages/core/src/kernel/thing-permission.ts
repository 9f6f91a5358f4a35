import type { Role } from './access.ts';
import { permissionDenied } from './errors.ts';
import type { UserPrincipal } from './principal.ts';
import { standingWords } from './standing-words.ts';

/** Who asks: the person, and how far the access of the use case reaches for their role. */
export interface Asker {
  readonly user: UserPrincipal;
  readonly reach: 'any' | 'own' | null;
}

/**
 * What somebody of a role can be to a thing that they see: always, so that a permission of that standing is one of the
 * role; or perhaps, as the thing decides.
 */
export type StandingsOfRoles<S extends string = string> = Readonly<
  Record<Role, { readonly always: readonly S[]; readonly perhaps: readonly S[] }>
>;

/** Who may do one action to a thing, as data: the pipeline enforces it after `find`, and every page prints it. */
export interface ThingPermission<F, I> {
  /** What the action is done to, such as `meeting`. */
  readonly on: string;
  readonly action: string;
  /** Whoever is one of these to the thing may. */
  readonly standings: readonly string[];
  /** Null if the standing is that of `own`: the access of the use case says for each role how far it reaches. */
  readonly ofRoles: StandingsOfRoles | null;
  /** When it is asked for, in words that follow "when"; null: always. */
  readonly when: string | null;
  applies(found: F, input: I, asker: Asker): boolean;
  /** All that the caller is to the thing. */
  standingsOf(found: F, input: I, asker: Asker): readonly string[];
  /** What comes after "who" of somebody with a standing, if "is <standing> of the <thing>" does not say it. */
  readonly words?: Readonly<Record<string, string>>;
  /** What the refused caller reads, if the usual sentence would not help. */
  readonly message?: string;
}

/** What a use case declares: every permission that applies must pass. */
export type ThingPermissions<F, I> = ThingPermission<F, I> | readonly ThingPermission<F, I>[];

/** A permission table as data: each action with the standings that may. */
type PermissionTable<S extends string> = Readonly<Record<string, readonly S[]>>;

const always = () => true;

/** Makes the permissions of one kind of thing from its table: `onMeeting('edit')`. */
export const permissionsOn =
  <S extends string, T extends PermissionTable<S>, F, I = unknown>(
    on: string,
    table: T,
    thing: {
      readonly ofRoles: StandingsOfRoles<S>;
      standingsOf(found: F, input: I, asker: Asker): readonly S[];
      readonly words?: Readonly<Record<string, string>>;
      readonly message?: string;
    },
  ) =>
  (action: keyof T & string): ThingPermission<F, I> => ({
    on,
    action,
    // A key of the table has its list; the index type does not say so.
    standings: table[action] ?? [],
    when: null,
    applies: always,
    ...thing,
  });

/** Open to whom the access of the use case says `any`, and to whom it says `own` if the thing is theirs. */
export const own = <F, I>(on: string, ownerOf: (found: F, input: I) => string): ThingPermission<F, I> => ({
  on,
  action: 'own',
  standings: ['any', 'own'],
  ofRoles: null,
  when: null,
  applies: always,
  standingsOf: (found, input, { user, reach }) =>
    reach === 'any' ? ['any'] : user.userId === ownerOf(found, input) ? ['own'] : [],
});

const standsAsRole: StandingsOfRoles<Role> = {
  owner: { always: ['owner'], perhaps: [] },
  admin: { always: ['admin'], perhaps: [] },
  member: { always: ['member'], perhaps: [] },
  guest: { always: ['guest'], perhaps: [] },
};

/** Open to some of the roles that may call: for what only some of the input asks for, so beside `onlyWhen`. */
export const ofRoles = (
  on: string,
  action: string,
  roles: readonly Role[],
  message?: string,
): ThingPermission<unknown, unknown> =>
  permissionsOn(
    on,
    { [action]: roles },
    {
      ofRoles: standsAsRole,
      standingsOf: (_found: unknown, _input: unknown, { user }): readonly Role[] =>
        user.membership === null ? [] : [user.membership.role],
      ...(message === undefined ? {} : { message }),
    },
  )(action);

/** The permission is asked for in this case alone. */
export const onlyWhen = <F, I, G, J>(
  when: string,
  applies: (found: F, input: I, asker: Asker) => boolean,
  permission: ThingPermission<G, J>,
): ThingPermission<F & G, I & J> => ({ ...permission, when, applies });

// The pipeline hands each use case what its own declaration was typed with.
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyPermissions = ThingPermissions<any, any>;

/** One permission or several, as a list. */
export const listed = (may: AnyPermissions | undefined): readonly ThingPermission<unknown, unknown>[] =>
  may === undefined ? [] : 'on' in may ? [may] : may;

/** Passes, or throws `permission.denied`. */
export function requirePermission(
  may: AnyPermissions | undefined,
  found: unknown,
  input: unknown,
  asker: Asker,
): void {
  for (const permission of listed(may)) {
    if (!permission.applies(found, input, asker)) continue;
    const standings = permission.standingsOf(found, input, asker);
    if (standings.some((standing) => permission.standings.includes(standing))) continue;
    throw permissionDenied({ message: permission.message ?? refusalOf(permission) });
  }
}

/** Who may: what decides is what somebody is to the thing, and not the role in the workspace that the usual sentence names. */
function refusalOf({
  ofRoles: byRole,
  on,
  standings,
  when,
  words,
}: ThingPermission<unknown, unknown>): string {
  if (byRole === null) {
    const thing = on.replaceAll('_', ' ');
    return `Your role in this workspace allows this only for what is your own, which this ${thing} is not.`;
  }
  const forWhom = `this is only for whoever ${standingWords({ on, standings, ...(words && { words }) })}.`;
  return when === null ? `T${forWhom.slice(1)}` : `When ${when}, ${forWhom}`;
}
