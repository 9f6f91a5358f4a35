import type { EgressOutcome, UseCase } from '@chancery/core';
import { changeThings, fileNote, registerWebhook } from '@chancery/core/testing';
import { anAnswer, type EgressRequest } from './doubles.ts';
import { type Person, type World, world } from './world.ts';

type Wanted = (typeof registerWebhook)['input']['_zod']['input'];
type Registered = (typeof registerWebhook)['output']['_zod']['output'];

/** The use cases of the example context of webhooks in this world. */
export function webhookTestContext({ chancery, ports, owner }: Pick<World, 'chancery' | 'ports' | 'owner'>) {
  const run = async (name: string, useCase: object, input: object, by: Person = owner): Promise<unknown> =>
    // `execute` accepts any declaration.
    (await chancery.execute(name, useCase as UseCase, input, by.session)).data;
  const aThing = (count = 1) => Array.from({ length: count }, () => ports.ids.uuid7());
  return {
    register: async (wanted: Partial<Wanted> = {}, by?: Person) =>
      // The type is that of the declaration's own output.
      (await run(
        'registerWebhook',
        registerWebhook,
        { url: 'https://receiver.example.com/hook', ...wanted },
        by,
      )) as Registered,
    change: (thingIds: string[] = aThing(), version = 1) =>
      run('changeThings', changeThings, { thingIds, version }),
    fail: () => run('changeThings', changeThings, { thingIds: aThing(), fails: true }),
    file: (labels: string[]) => run('fileNote', fileNote, { noteId: ports.ids.uuid7(), labels }),
    aThing,
  };
}

/** A world with one endpoint of context `lifecycle`, whose receiver answers as the test says. Sessions last for years. */
export async function webhookWorld(
  answer?: (request: EgressRequest) => EgressOutcome | Promise<EgressOutcome>,
  over: Parameters<typeof world>[0] = {},
) {
  const here: World = await world({ settings: { accessTokenSeconds: 3600 * 24 * 365 }, ...over });
  const { chancery, owner } = here;
  const url = `https://${here.workspaceId.slice(10)}.example.com/hook`;
  // Other tests of this process left jobs behind, which the worker of this one runs too.
  if (answer) here.ports.egress.answer = (request) => (request.url === url ? answer(request) : anAnswer(204));
  const things = webhookTestContext(here);
  const { webhook, secret } = await things.register({ url });
  const endpointId = webhook.id;
  const deliveries = async () =>
    (await chancery.webhooks.listWebhookDeliveries({ endpointId }, owner.session)).deliveries;
  return {
    ...here,
    things,
    webhook,
    endpointId,
    secret,
    url,
    deliveries,
    /** The requests that arrived at the receiver, oldest first. */
    sent: () => here.ports.egress.sent.filter((request) => request.url === url),
    /** The newest delivery with payload and attempts. */
    async delivery() {
      const [latest] = await deliveries();
      const asked = chancery.webhooks.getWebhookDelivery({ deliveryId: latest?.id ?? '' }, owner.session);
      return (await asked).delivery;
    },
    endpoint: async () =>
      (await chancery.webhooks.getWebhookEndpoint({ endpointId }, owner.session)).webhookEndpoint,
  };
}
