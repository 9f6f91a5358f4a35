import { signInOrFinish } from './sign-in.js';

await signInOrFinish({ onSignedIn: () => location.replace('/') });
