import { foundFaults, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import type { UseCase } from '../kernel/declaration.ts';
import { event } from '../kernel/events.ts';
import { command } from '../workspace/ports.ts';

const said = event('paper.said', z.object({ title: z.string(), workspaceId: z.string() }), {
  target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
  facts: ({ title }) => ({ title }),
});

/** A use case that takes what its caller gave for a fact. */
const careless = command({
  summary: 'Say what changed',
  access: { owner: 'any' },
  input: z.strictObject({ title: z.string() }),
  output: z.object({}),
  errors: [],

  async run({ title }, { emit, workspaceId }) {
    emit(said, { title, workspaceId });
    return {};
  },
}) as unknown as UseCase; // as the pipeline takes each use case

describe('the facts of every use case that a test calls', () => {
  it('REC-75: a test fails if one of them is a word that somebody gave as a name, a title or an address', async () => {
    const { chancery, owner } = await world();

    await chancery.execute('sayWhatChanged', careless, { title: 'Bartholomew' }, owner.session);

    expect(foundFaults()).to.deep.equal([
      'paper.said puts what somebody gave into the chain (REC-75): Bartholomew',
    ]);
  });

  it('REC-75: what reads like text stops the use case, and nothing of it is written', async () => {
    const { chancery, owner, happened } = await world();
    const before = await happened();

    const outcome = await chancery
      .execute('sayWhatChanged', careless, { title: 'Ada Lovelace' }, owner.session)
      .catch(({ name }: Error) => name);

    expect(outcome).to.equal('FactRefused');
    expect(await happened()).to.deep.equal(before);
  });
});
