import { failureOf, type Person, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isScopeAccess, roles, type Scope, scopes } from '../kernel/access.ts';
import { permissionsOfRoles } from '../kernel/permission-words.ts';
import { useCases } from './declarations.ts';
import { type ExpectedAccess, expectedAccess } from './testing/expected-permissions.ts';

type Session = Person['session'];

/** What each class of caller is answered if the endpoint is not for it; anything else means that it was let in. */
const refusals = [
  'auth.required',
  'auth.access_token_required',
  'auth.api_key_required',
  'workspace.none_active',
  'permission.denied',
  'scope.missing',
];
const expectationOf = (context: string, name: string): ExpectedAccess => {
  const expected = expectedAccess[context]?.[name];
  if (expected === undefined) throw new Error(`${context}.${name} is not in the table written by hand`);
  return expected;
};
const marksOf = (expected: ExpectedAccess): string => expected.slice('roles '.length);

/** The answer that the contract asks for, of each caller in the order of `callers`. */
function expectedAnswers(expected: ExpectedAccess): readonly string[] {
  const letIn = 'let in';
  if (expected === 'public') return Array(8).fill(letIn);
  if (expected === 'public or session')
    return [...Array(5).fill(letIn), ...Array(2).fill('auth.access_token_required'), letIn];
  if (expected === 'account')
    return [...Array(5).fill(letIn), ...Array(2).fill('auth.access_token_required'), 'auth.required'];
  if (expected.startsWith('key '))
    return [...Array(5).fill('auth.api_key_required'), 'scope.missing', letIn, 'auth.required'];
  const byRole = [...marksOf(expected)].map((mark) => (mark === '-' ? 'permission.denied' : letIn));
  return [
    ...byRole,
    'workspace.none_active',
    ...Array(2).fill('auth.access_token_required'),
    'auth.required',
  ];
}

describe('permissions of every use case, by every class of caller', () => {
  let made: World;
  const people = new Map<string, Session>();
  const keys = new Map<Scope, { readonly without: Session; readonly only: Session }>();
  before(async () => {
    made = await world();
    people.set('owner', made.owner.session);
    for (const role of ['admin', 'member', 'guest'] as const)
      people.set(role, (await made.person(role)).session);
    const outsider = await made.person('member', 'Outsider');
    await made.sql("update memberships set status = 'removed' where id = $1", [outsider.membershipId]);
    people.set('outsider', outsider.session);
    for (const scope of scopes) {
      const { caller: without } = await made.apiKey(...scopes.filter((other) => other !== scope));
      keys.set(scope, { without, only: (await made.apiKey(scope)).caller });
    }
  });

  // Role and scope are decided before the input is looked at (PLT-1), so an empty input shows the gate alone.
  const attempt = (name: string, caller: Session) => {
    const found = useCases().find((entry) => entry.name === name);
    if (found === undefined) throw new Error(`no use case ${name}`);
    return failureOf(made.chancery.execute(name, found.useCase, { unknown: true }, caller));
  };

  /** Owner, admin, member, guest, one who belongs no more, a key without the scope, a key with it alone, and nobody. */
  function callers(expected: ExpectedAccess): readonly Session[] {
    const scope = scopes.find((each) => expected === `key ${each}`) ?? 'workspace.read';
    const { without, only } = keys.get(scope) ?? {};
    const nobody = { ...made.owner.session, credential: null };
    return [...people.values(), without ?? nobody, only ?? nobody, nobody];
  }

  it('PLT-1: the table written by hand names every use case, and no other', () => {
    const named = Object.entries(expectedAccess).flatMap(([context, names]) =>
      Object.keys(names).map((name) => `${context}.${name}`),
    );

    expect(named).to.have.members(useCases().map(({ context, name }) => `${context}.${name}`));
  });

  for (const { context, name, useCase } of useCases()) {
    const letsInAsTheContractSays = async () => {
      const expected = expectationOf(context, name);
      const answers: string[] = [];
      for (const caller of callers(expected)) {
        const code = await attempt(name, caller);
        answers.push(refusals.includes(code) ? code : 'let in');
      }

      expect(answers).to.deep.equal(expectedAnswers(expected));
    };
    if (isScopeAccess(useCase.access))
      it(`KEY-7: ${context}.${name} lets in a key with its scope, and nobody else`, letsInAsTheContractSays);
    else it(`AUT-1: ${context}.${name} lets in whom the contract lets in`, letsInAsTheContractSays);

    const expected = expectedAccess[context]?.[name];
    if (expected?.startsWith('roles '))
      it(`PLT-1: what is printed of ${context}.${name} is what the contract says`, () => {
        const cells = permissionsOfRoles(useCase);

        expect(roles.map((role) => markOf(cells[role])).join('')).to.equal(
          marksOf(expected).replaceAll('n', '-'),
        );
      });
  }

  it('AUT-1: every use case except the public ones asks for a credential first', async () => {
    for (const { context, name } of useCases()) {
      const code = await attempt(name, { ...made.owner.session, credential: null });

      expect(code === 'auth.required', name).to.equal(!expectationOf(context, name).startsWith('public'));
    }
  });
});

/** The mark of a printed cell. */
function markOf(cell: string): string {
  if (cell === '–') return '-';
  if (cell === 'any') return 'Y';
  if (cell === 'own') return 'o';
  return cell.startsWith('own; ') ? 'b' : 's';
}
