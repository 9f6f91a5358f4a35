import { open } from 'node:fs/promises';

// Loaded before a server, so that a comparison without fsync is one on both sides. Nothing but a measurement may do this.
const handle = await open(new URL(import.meta.url));
const files = Object.getPrototypeOf(handle);
await handle.close();
files.sync = async () => undefined;
files.datasync = async () => undefined;
