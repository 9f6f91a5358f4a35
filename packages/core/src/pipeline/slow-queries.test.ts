import { failureOf, foundFaults, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import type { UseCase } from '../kernel/declaration.ts';
import { permissionDenied } from '../kernel/errors.ts';
import { workspaceUpdated } from '../workspace/events.ts';
import { slowQuery, type WorkspacePreparing } from '../workspace/ports.ts';

const Report = z.object({ name: z.string(), prepared: z.string() });
type Composing = (context: WorkspacePreparing) => Promise<void>;

/** A read of the name of the workspace, which takes its time before and after. */
const report = (
  {
    before = async () => undefined,
    after = async () => undefined,
  }: { before?: Composing; after?: Composing },
  more: { readonly emits?: boolean; readonly stepUp?: boolean } = {},
): UseCase =>
  slowQuery({
    summary: 'Report',
    access: { owner: 'any' },
    input: z.strictObject({}),
    output: Report,
    errors: [permissionDenied],
    ...(more.stepUp ? { stepUp: true } : {}),

    async prepare(_, context) {
      await before(context);
      return 'before';
    },

    async run(_, { workspaces, prepared, emit, workspaceId }) {
      const { name, slug, version } = await workspaces.get();
      if (more.emits) emit(workspaceUpdated, { workspaceId, version, changed: [], name, slug });
      return { name, prepared };
    },

    async compose(read, _, context) {
      await after(context);
      return read;
    },
  }) as unknown as UseCase; // as the pipeline takes each use case

const ask = async ({ chancery, owner }: Pick<World, 'chancery' | 'owner'>, useCase: UseCase) =>
  (await chancery.execute('report', useCase, {}, owner.session)).data;

const rename = ({ chancery, owner }: Pick<World, 'chancery' | 'owner'>, name: string) =>
  chancery.workspace.updateWorkspace({ name }, owner.session);

describe('a read with slow work', () => {
  it('PLT-21: holds no connection before and after its transaction: others are answered by the only one meanwhile', async () => {
    const here = await world();
    const asked: string[] = [];
    const other = async (when: string) => {
      const { workspace } = await here.chancery.workspace.getWorkspace({}, here.owner.session);
      asked.push(`${when} ${workspace.status}`);
    };

    // The embedded database has one connection: a call that waits for another one would never end.
    await ask(here, report({ before: () => other('before'), after: () => other('after') }));

    expect(asked).to.deep.equal(['before active', 'after active']);
  });

  it('PLT-21: prepares each time, also where the same person has just read something', async () => {
    const here = await world();
    let times = 0;
    const useCase = report({
      before: async () => {
        times += 1;
      },
    });
    const answers = [];
    for (let time = 0; time < 3; time += 1) {
      await here.chancery.workspace.getWorkspace({}, here.owner.session);
      answers.push(await ask(here, useCase));
    }

    expect(answers).to.deep.equal(Array(3).fill({ name: "Ada's workspace", prepared: 'before' }));
    expect(times).to.equal(3);
  });

  it('PLT-21: shows what its transaction read, whatever is changed while it composes', async () => {
    const here = await world();
    await rename(here, 'As read');

    const answer = await ask(here, report({ after: async () => void (await rename(here, 'Later')) }));

    expect(answer).to.deep.equal({ name: 'As read', prepared: 'before' });
  });

  it('PLT-21: begins no slow work for whom a gate refuses, such as those of the role and of the recent proof', async () => {
    const here = await world();
    const { chancery, owner, person } = here;
    const begun: string[] = [];
    const note = (what: string) => async () => void begun.push(what);
    const useCase = report({ before: note('prepare'), after: note('compose') }, { stepUp: true });
    const guest = await person('guest');
    const call = (session = owner.session) => failureOf(chancery.execute('report', useCase, {}, session));

    expect(await call(guest.session)).to.equal('permission.denied');
    expect(await call()).to.equal('none');
    begun.length = 0;
    await here.sql(
      "update sessions set authenticated_at = authenticated_at - interval '1 hour' where user_id = $1",
      [owner.id],
    );
    expect(await call()).to.equal('auth.reauthentication_required');

    expect(begun).to.deep.equal([]);
  });

  for (const status of ['closing', 'suspended'])
    it(`PLT-21: counts as a read in a workspace that is ${status}`, async () => {
      const here = await world();
      await here.sql('update workspaces set status = $2 where id = $1', [here.workspaceId, status]);

      expect(await ask(here, report({}))).to.have.property('prepared', 'before');
    });

  it('PLT-21: composes after a transaction that left a line in the ledger too', async () => {
    const here = await world();
    const after = async () => void (await rename(here, 'Later'));

    const answer = await ask(here, report({ after }, { emits: true }));

    expect(answer).to.deep.include({ prepared: 'before' }).and.not.include({ name: 'Later' });
    expect((await here.happened()).map(({ type }) => type)).to.deep.equal([
      'workspace.updated',
      'workspace.updated',
    ]);
  });

  it('PLT-21: the watch of these tests names whoever calls outside from inside of a transaction', async () => {
    const here = await world();
    const useCase = {
      ...report({}),
      run: async (_: unknown, context: { prepared: unknown }) => context.prepared,
      prepare: async (_: unknown, context: WorkspacePreparing) => {
        await context.transact(async () => {
          await here.chancery.ports.mail.send({} as never);
        });
        return { name: 'x', prepared: 'y' };
      },
    } as unknown as UseCase;

    await ask(here, useCase);

    expect(foundFaults()).to.deep.equal(['Inside of a transaction (PLT-21): report: mail.send']);
  });
});
