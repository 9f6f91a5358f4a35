import type { Operation } from '@chancery/sdk/operations';
import { Option } from 'commander';
import { connect } from './connection.ts';
import { reviewManner } from './file-review.ts';
import { perform, show } from './operation-call.ts';
import type { OwnManner } from './operation-command.ts';

const deliveries = ['email', 'link'] as const;

/** What commands of requests for files do in one line that no single operation does. */
export function fileRequestManners(operations: readonly Operation[]): Readonly<Record<string, OwnManner>> {
  const operation = (id: string) => operations.find((each) => each.id === id);
  const [send, list, read, content, me] = [
    'sendFileRequest',
    'listFileRequests',
    'getFileRequest',
    'getClientUploadContent',
    'getMe',
  ].map(operation);
  return {
    ...(send && { createFileRequest: createManner(send) }),
    ...(list && read && content && me && { reviewClientUpload: reviewManner({ list, read, content, me }) }),
  };
}

/** Makes a request and, with `--delivery`, sends it, so that a link can be handed over in one line. */
const createManner = (send: Operation): OwnManner => ({
  options: [
    new Option(
      '--delivery <way>',
      'Send it at once: email mails the client a link, link prints one to hand over.',
    ).choices(deliveries),
  ],
  description: 'With --delivery link you get the link to hand over.',
  examples: [
    "chancery file-requests create --client-name 'Grace Hopper' --client-email grace@example.com --title 'Documents for your tax return' --item name=Passport,acceptedTypes=pdf,image,maxFiles=2 --item 'name=Bank statements,required=false' --delivery link",
    "chancery file-requests create --client-name 'Grace Hopper' --client-email grace@example.com --template-id $TEMPLATE_ID --delivery email",
  ],
  async run(create, input, own, options, surroundings) {
    const { delivery } = own;
    if (delivery === undefined) return perform(create, input, own, options, surroundings);
    const { client } = connect(options, surroundings, create.credentials);
    const keyed = (step: string) =>
      options.idempotencyKey ? { idempotencyKey: `${options.idempotencyKey}${step}` } : {};
    const { request } = await client.call<{ readonly request: { readonly id: string } }>(
      create.route,
      { ...input, send: false },
      keyed(''),
    );
    const sent = await client.call(send.route, { requestId: request.id, delivery }, keyed('-send'));
    show(sent, options, surroundings, { operation: send });
  },
});
