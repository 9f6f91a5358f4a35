import { Chancery, PermissionError } from '@chancery/sdk';

// An application that holds an API key: it reads a workspace and books a meeting in it.
const { CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080', CHANCERY_API_KEY: apiKey = '' } = process.env;
const chancery = new Chancery({ baseUrl, apiKey });

const { workspace, credential } = await chancery.integrations.getIntegrationWorkspace();
console.log(`${workspace.name} lets "${credential.name}" ${credential.scopes.join(', ')}`);

const [{ members }, { projects }, { meetings }] = await Promise.all([
  chancery.workspace.listIntegrationMembers(),
  chancery.workspace.listIntegrationProjects(),
  chancery.meetings.listIntegrationMeetings(),
]);
console.log(`members: ${members.map(({ displayName }) => displayName).join(', ')}`);
console.log(`projects: ${projects.map(({ key, name }) => `${key} ${name}`).join(', ')}`);
console.log(`meetings: ${meetings.length}, the newest "${meetings[0]?.title ?? 'none'}"`);

// The key identifies the appointment on our side: repeated after a crash, the call has no second effect.
const appointment = {
  id: 'appointment-4711',
  startsAt: `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`,
};
try {
  const meeting = await chancery.meetings.createIntegrationMeeting(
    {
      title: 'First consultation',
      description: 'Please have your documents at hand.',
      scheduledStartAt: appointment.startsAt,
      timeZone: 'Europe/Berlin',
      durationMinutes: 45,
      invitees: [
        { email: 'client@example.org', displayName: 'Clara Client' },
        { email: 'grace@example.com' },
      ],
      externalReference: appointment.id,
    },
    { idempotencyKey: appointment.id },
  );
  console.log(
    `booked ${meeting.externalReference} for ${meeting.scheduledStartAt}, ${meeting.invitationCount} invited: ${meeting.joinUrl}`,
  );
} catch (error) {
  if (!(error instanceof PermissionError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
