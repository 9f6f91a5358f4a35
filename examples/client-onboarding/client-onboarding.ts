import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { askClient } from './ask-client.ts';
import { whatIsFiled } from './what-is-filed.ts';

// Takes new clients in: `ask <name> <address>` prints the link for the client, `filed <name>` what was accepted from them.
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

const [command, name = '', address = ''] = process.argv.slice(2);
if (command === 'ask') await askClient(chancery, { name, email: address });
else if (command === 'filed') await whatIsFiled(chancery, name);
else throw new Error('Say `ask <name> <address>` or `filed <name>`.');
