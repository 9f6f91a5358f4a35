import { type Act, leads, staff } from './act.ts';

const inDays = (now: string, days: number, hour: number) =>
  `${new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`;

/** Projects and meetings. */
export const planning: readonly Act[] = [
  {
    name: 'begin a project',
    weight: 3,
    async run(practice) {
      const { world, books, call, random } = practice;
      const name = `Project ${random.below(1_000_000)}`;
      const made = await call('project.created', leads(practice), (caller) =>
        world.chancery.workspace.createProject({ name }, caller),
      );
      if (made !== null) books.projects.set(made.project.id, 'active');
    },
  },
  {
    name: 'archive a project',
    weight: 2,
    async run({ world, books, call, random }) {
      const projectId = random.any([...books.projects].filter(([, status]) => status === 'active'))?.[0];
      if (projectId === undefined) return;
      const done = await call('project.archived', world.owner, (caller) =>
        world.chancery.workspace.archiveProject({ projectId }, caller),
      );
      if (done !== null) books.projects.set(projectId, 'archived');
    },
  },
  {
    name: 'schedule a meeting',
    weight: 8,
    async run(practice) {
      const { world, books, call, random } = practice;
      const scheduledStartAt = inDays(world.clock.now(), 1 + random.below(30), 8 + random.below(9));
      const title = `Talk ${random.below(1000)}`;
      const timeZone = random.pick(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata']);
      const email = `client${random.below(50)}@example.org`;
      const made = await call('meeting.created', staff(practice), (caller) =>
        world.chancery.meetings.createMeeting(
          {
            title,
            scheduledStartAt,
            timeZone,
            invitees: [{ email, displayName: 'A client' }],
          },
          caller,
        ),
      );
      if (made !== null) books.meetings.set(made.meeting.id, 'scheduled');
    },
  },
  {
    name: 'cancel a meeting',
    weight: 2,
    async run({ world, books, call, random }) {
      const meetingId = random.any([...books.meetings].filter(([, status]) => status === 'scheduled'))?.[0];
      if (meetingId === undefined) return;
      const done = await call('meeting.cancelled', world.owner, (caller) =>
        world.chancery.meetings.cancelMeeting({ meetingId }, caller),
      );
      if (done !== null) books.meetings.set(meetingId, 'cancelled');
    },
  },
];
