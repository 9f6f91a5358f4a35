import { foundFaults, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { UseCase } from '../kernel/declaration.ts';
import { planLimitReached } from '../kernel/errors.ts';
import { useCases } from './declarations.ts';
import { refusalsOf } from './declared-refusals.ts';

describe('the refusals of a use case', () => {
  it('are declared once, and what its gates refuse with is not declared again', () => {
    const declaredTwice = useCases().flatMap(({ name, useCase }) => {
      const codes = refusalsOf(useCase, true).map(({ code }) => code);
      return codes.filter((code, index) => codes.indexOf(code) !== index).map((code) => `${name}: ${code}`);
    });

    expect(declaredTwice).to.deep.equal([]);
  });

  it('are watched in every test: one that is not declared is named', async () => {
    const { chancery, owner } = await world();
    const { useCase } = useCases().find(({ name }) => name === 'getWorkspace') ?? {};
    const refusing = {
      ...useCase,
      run: () => {
        throw planLimitReached();
      },
    } as unknown as UseCase;

    for (const execute of [chancery.execute, chancery.executeForJson])
      await execute('getWorkspace', refusing, {}, owner.session).catch(() => undefined);

    const fault = 'getWorkspace does not declare plan.limit_reached';
    expect(foundFaults()).to.deep.equal([fault, fault]);
  });
});
