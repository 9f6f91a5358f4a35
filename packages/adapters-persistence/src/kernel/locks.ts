/** Locks of a PostgreSQL that processes of Chancery hold for long, in the form of PostgreSQL's functions. */

/** Held by whoever changes the tables; a backup shares it, so that they stay as they are meanwhile. */
export const migrationsLock = "hashtext('chancery.migrations')";

/** Held by a backup while it copies the objects that its rows name; nobody deletes an object meanwhile. */
export const backupLock = "hashtext('chancery.backup')";
