import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { readPack } from './pack.ts';
import { reportMissing } from './report-missing.ts';
import { setUp } from './set-up.ts';

// Keeps the papers of a trade in order: `set-up <pack>` makes its types and policies, `missing <pack>` reports what is missing.
const {
  CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080',
  CHANCERY_EMAIL: email = '',
  CHANCERY_PASSWORD: password = '',
} = process.env;

const [command, path] = process.argv.slice(2);
if (path === undefined || (command !== 'set-up' && command !== 'missing'))
  throw new Error('Say `set-up <file>` or `missing <file>`, for example with home-care.json.');
const pack = await readPack(path);

const session = memorySession();
const chancery = new Chancery({ baseUrl, session });
const signIn = await chancery.identity.login({ email, password });
if (!isSession(signIn))
  throw new Error('This account asks for a second factor; sign in where you can answer it.');
await session.save(signIn);

if (command === 'set-up') await setUp(chancery, pack);
else process.exitCode = (await reportMissing(chancery, pack)) ? 1 : 0;
