import type { Chancery, UseCase } from '@chancery/core';

/**
 * Calls use cases of the example context, which represents the contexts whose events are sent and has no endpoints, in the
 * name of whoever holds the access token.
 */
export const exampleCalls =
  (core: () => Chancery, accessToken: () => Promise<string>) =>
  async (name: string, useCase: object, input: object): Promise<unknown> => {
    const { ids } = core().ports;
    const caller = {
      credential: await accessToken(),
      address: '203.0.113.7',
      userAgent: 'test',
      requestId: ids.uuid7(),
      correlationId: ids.uuid7(),
      idempotencyKey: null,
    };
    // `execute` accepts any declaration.
    return (await core().execute(name, useCase as UseCase, input, caller)).data;
  };
