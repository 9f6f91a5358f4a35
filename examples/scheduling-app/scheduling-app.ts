import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { planReview } from './plan-review.ts';
import { reportOn } from './report-on.ts';

// Keeps a team's weekly review: `plan` puts it into the calendars, `report` says who answers and who comes.
const {
  CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080',
  CHANCERY_EMAIL: email = '',
  CHANCERY_PASSWORD: password = '',
} = process.env;

const session = memorySession();
const chancery = new Chancery({ baseUrl, session });
const signIn = await chancery.identity.login({ email, password });
if (!isSession(signIn))
  throw new Error('This account asks for a second factor; sign in where you can answer it.');
await session.save(signIn);

const [command = 'report'] = process.argv.slice(2);
if (command === 'plan')
  await planReview(chancery, {
    reference: 'team-review',
    title: 'Weekly review',
    requestedStart: process.env.REVIEW_START ?? nextMonday(),
    timeZone: 'Europe/Berlin',
    durationMinutes: 30,
    weeks: 12,
    guests: [{ email: 'clara@client.example', displayName: 'Clara Client' }],
  });
else await reportOn(chancery, 'team-review');

/** 08:00Z of next Monday. */
function nextMonday(): string {
  const today = new Date();
  const days = (8 - today.getUTCDay()) % 7 || 7;
  return `${new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)}T08:00:00Z`;
}
