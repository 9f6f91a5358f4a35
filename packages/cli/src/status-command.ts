import type { Operation } from '@chancery/sdk/operations';
import type { Command } from 'commander';
import { connect, credentialsFor } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { show } from './operation-call.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** What the two operations answer that say who calls. */
interface Answer {
  readonly user?: { readonly displayName: string; readonly email: string };
  readonly workspace?: { readonly name: string } | null;
  readonly membership?: { readonly role: string } | null;
}

/** `auth status`: as whom the next command would act, asked of the service. */
export function addStatusCommand(auth: Command, surroundings: Surroundings): void {
  const operation = (id: string) => surroundings.operations.find((each) => each.id === id);
  const [member, application] = [operation('getMe'), operation('getIntegrationWorkspace')];
  const command = auth
    .command('status')
    .summary('Show as whom you are signed in, and where')
    .description('Asks the service as whom it knows you: a member, or an application with an API key.')
    .action(async (_options, self: Command) =>
      status({ member, application }, self.optsWithGlobals<GlobalOptions>(), surroundings),
    );
  withExamples(command, () => ['chancery auth status', 'chancery auth status --json']);
}

async function status(
  {
    member,
    application,
  }: { readonly member: Operation | undefined; readonly application: Operation | undefined },
  options: GlobalOptions,
  surroundings: Surroundings,
): Promise<void> {
  const [first] = credentialsFor(options, surroundings);
  const operation = first?.apiKey ? application : member;
  if (first === undefined || operation === undefined)
    throw new UsageError('Nobody is signed in here.', 'Run `chancery auth login`, or set CHANCERY_API_KEY.');
  const { client, target } = connect(options, surroundings, operation.credentials);
  const { user, workspace, membership } = await client.call<Answer>(operation.route);
  const report = {
    baseUrl: target.baseUrl,
    profile: target.profileName,
    signedInWith: first.apiKey ? 'API key' : first.session ? 'session' : 'access token',
    name: user?.displayName ?? null,
    email: user?.email ?? null,
    workspace: workspace?.name ?? null,
    role: membership?.role ?? null,
  };
  show(report, options, surroundings);
}
