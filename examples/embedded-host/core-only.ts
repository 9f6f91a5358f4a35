import { type Caller, isFailure, systemIds } from '@chancery/core';
import { dataDirectory, openInstallation } from './installation.ts';

// The core in a script, without HTTP. The same gates and rules apply as behind a server.
const { chancery, worker, close } = await openInstallation(dataDirectory);

/** Each call says who makes it; a credential is an access token or an API key. */
const caller = (credential: string | null): Caller => ({
  credential,
  address: '127.0.0.1',
  userAgent: null,
  requestId: systemIds.uuid7(),
  correlationId: systemIds.uuid7(),
  idempotencyKey: null,
});

const registration = {
  email: 'ada@example.com',
  password: 'a long walk by the river',
  displayName: 'Ada Lovelace',
};
const session = await chancery.identity.registerAccount(registration, caller(null));
const ada = caller(session.accessToken);
const { secret } = await chancery.integrations.createApiKey(
  { name: 'Nightly import', scopes: ['meetings.write'] },
  ada,
);

const meeting = await chancery.meetings.createIntegrationMeeting(
  {
    title: 'Review',
    scheduledStartAt: `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`,
    invitees: [{ email: 'client@example.org' }],
  },
  caller(secret),
);
console.log(`${meeting.title}: ${meeting.joinUrl}`);

try {
  await chancery.meetings.listIntegrationMeetings({}, caller(secret));
} catch (error) {
  if (!isFailure(error)) throw error;
  console.log(`refused: ${error.code} (${error.details.map(({ code }) => code).join(', ')})`);
}

// A worker does what follows from the calls, such as mail: here at once, in a server beside the requests. Mails about a
// meeting wait for a minute, so that several changes become one mail: it is sent by the next run.
console.log(`background jobs done: ${await worker.drain()}`);
await close();
