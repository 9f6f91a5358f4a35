import { VersionConflictError } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { type Command, Option } from 'commander';
import { connect } from './connection.ts';
import type { Input } from './given-fields.ts';
import { addBoardCommands } from './lifecycle-board-commands.ts';
import { note, show } from './operation-call.ts';
import { addOperation, type OwnManner } from './operation-command.ts';
import type { Surroundings } from './surroundings.ts';

/** What people do with the lifecycles of documents and no single operation does. */
export function addLifecycleCommands(
  lifecycle: Command,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const [read, trace, put] = [
    'getDocumentLifecycle',
    'getPolicyPrecedence',
    'configureDocumentLifecycle',
  ].map((id) => surroundings.operations.find((operation) => operation.id === id));
  if (!read || !trace || !put) return;
  const dashboard = surroundings.operations.find(({ id }) => id === 'getLifecycleDashboard');
  if (dashboard) addBoardCommands(lifecycle, dashboard, surroundings);
  const calculate = surroundings.operations.find(({ id }) => id === 'calculateDocumentLifecycle');
  if (calculate)
    addOperation(lifecycle.command('status'), read, surroundings, started, statusManner(calculate));
  const command = lifecycle.command('set');
  addOperation(command, put, surroundings, started, setManner(read, trace));
  command
    .summary('Change some of what is said about a document')
    .description(
      'Reads what is said about the document, changes what you name, and leaves the rest as it is. If somebody else was faster, nothing is changed, and you are shown what they changed.',
    );
}

/** What is said of a document today, or by its dates at another instant; nothing is changed. */
const statusManner = (calculate: Operation): OwnManner => ({
  options: [
    new Option('--as-of <instant>', 'Look at its dates at this instant, which only who may change them can.'),
  ],
  description: 'With --as-of it shows what its dates would come to at that instant, and changes nothing.',
  examples: [
    'chancery documents lifecycle status $DOCUMENT_ID',
    'chancery documents lifecycle status $DOCUMENT_ID --as-of 2027-03-01T00:00:00Z',
  ],
  async run(read, { documentId }, { asOf }, options, surroundings) {
    const { client } = connect(options, surroundings, read.credentials);
    if (asOf === undefined) {
      show(await client.call(read.route, { documentId }), options, surroundings, { operation: read });
      return;
    }
    const { calculation } = await client.call<{ readonly calculation: object }>(calculate.route, {
      ...{ documentId, asOf, persist: false },
    });
    show({ calculation }, options, surroundings, { operation: calculate });
  },
});

interface ReadLifecycle {
  readonly lifecycle: Input & { readonly version: number };
}
interface Precedence {
  readonly trace: readonly { readonly scope: string; readonly policyId: string | null }[];
}

/** A put clears what it leaves out, so this one puts all that was read, with what was named laid over it (LIF-30). */
const setManner = (read: Operation, trace: Operation): OwnManner => ({
  examples: [
    'chancery documents lifecycle set $DOCUMENT_ID --stated-expires-on 2027-02-28',
    'chancery documents lifecycle set $DOCUMENT_ID --owner-user-id $USER_ID',
  ],
  async run(put, input, _own, options, surroundings) {
    const { client } = connect(options, surroundings, put.credentials);
    const { documentId } = input;
    const said = async (): Promise<Input & { readonly expectedVersion: number }> => {
      const { lifecycle } = await client.call<ReadLifecycle>(read.route, { documentId });
      const places = (await client.call<Precedence>(trace.route, { documentId })).trace;
      const own = places.find(({ scope }) => scope === 'document');
      const { version: expectedVersion, ...rest } = { ...lifecycle, policyId: own?.policyId ?? null };
      const fields = put.fields.filter(({ in: place }) => place === 'body').map(({ name }) => name);
      const kept = fields.flatMap((name) => (name in rest ? [[name, rest[name as 'policyId']]] : []));
      return { ...Object.fromEntries(kept), expectedVersion };
    };
    const before = await said();
    try {
      const after = await client.call(put.route, { ...before, ...input });
      show(after, options, surroundings, { operation: put });
    } catch (error) {
      if (error instanceof VersionConflictError)
        note(changesBetween(before, await said()), options, surroundings.stderr, surroundings.env);
      throw error;
    }
  },
});

/** One line for each field that is not what it was. */
const changesBetween = (before: Input, after: Input): readonly string[] =>
  Object.keys(after)
    .filter((name) => name !== 'expectedVersion')
    .flatMap((name) => {
      const [was, is] = [before, after].map((said) => JSON.stringify(said[name]));
      return was === is ? [] : [`Somebody else has changed ${name} from ${was} to ${is}.`];
    });
