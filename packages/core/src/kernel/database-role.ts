/** The database role that a transaction runs under: what it may touch at all, whatever the code asks for. */
export type DatabaseRole = 'app' | 'identity' | 'worker';
