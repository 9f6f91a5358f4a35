import { failureOf, type Person, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isScopeAccess, reachOf, roles, scopes } from '../kernel/access.ts';
import { useCases } from './declarations.ts';

describe('permissions, every use case as everybody', () => {
  let made: World;
  const people = new Map<string, Person>();
  before(async () => {
    made = await world();
    people.set('owner', made.owner);
    for (const role of ['admin', 'member', 'guest'] as const) people.set(role, await made.person(role));
  });

  // Role and scope are decided before the input is looked at (PLT-1), so an empty input shows the gate alone.
  const attempt = (name: string, caller: Person['session']) => {
    const found = useCases().find((entry) => entry.name === name);
    if (found === undefined) throw new Error(`no use case ${name}`);
    return failureOf(made.chancery.execute(name, found.useCase, { unknown: true }, caller));
  };

  for (const { context, name, useCase } of useCases()) {
    const { access } = useCase;
    if (typeof access === 'object' && !isScopeAccess(access)) {
      for (const role of roles) {
        const allowed = reachOf(access, role) !== null;
        it(`${context}.${name} ${allowed ? 'lets' : 'refuses'} ${role}${allowed ? ' in' : ''}`, async () => {
          const code = await attempt(name, people.get(role)?.session ?? made.owner.session);

          expect(code === 'permission.denied').to.equal(!allowed);
        });
      }
    }
    if (isScopeAccess(access)) {
      it(`KEY-7: ${context}.${name} needs the scope ${access.scope} and no other`, async () => {
        const without = await made.apiKey(...scopes.filter((scope) => scope !== access.scope));
        const only = await made.apiKey(access.scope);

        expect(await attempt(name, without.caller)).to.equal('scope.missing');
        expect(await attempt(name, only.caller)).to.not.equal('scope.missing');
      });
    }
  }

  it('AUT-1: every use case but the public ones asks for a credential first', async () => {
    for (const { name, useCase } of useCases()) {
      const code = await attempt(name, { ...made.owner.session, credential: null });

      expect(code === 'auth.required', name).to.equal(useCase.access !== 'anyone');
    }
  });
});
