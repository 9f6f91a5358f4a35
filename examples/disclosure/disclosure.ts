import { Chancery } from '@chancery/sdk';
import { disclose } from './disclose.ts';
import { signedIn } from './signed-in.ts';
import { take } from './take.ts';

// Gives a note about a client to their insurer: `disclose` prints the link, and `take <link> <file>` is what the insurer does.
const {
  CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080',
  CHANCERY_EMAIL: email = '',
  CHANCERY_APPROVER_EMAIL: approverEmail = '',
  CHANCERY_PASSWORD: password = '',
  CHANCERY_WORKSPACE_ID: workspaceId = '',
} = process.env;

const [command, link = '', file = 'release.json'] = process.argv.slice(2);
if (command === 'disclose') {
  const writer = await signedIn(baseUrl, { email, password, workspaceId });
  const lead = await signedIn(baseUrl, { email: approverEmail, password, workspaceId });
  await disclose({ writer, lead, password });
} else if (command === 'take') await take(new Chancery({ baseUrl }), link, file);
else throw new Error('Say `disclose` or `take <link> <file>`.');
