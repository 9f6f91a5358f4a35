/** Fields in which somebody writes words of their own. */
export type Words<K extends string> = Readonly<Record<K, string | null>>;
/** What is written about something in a case, as its row holds it: sealed under the key of the case, or null for nothing. */
export type SealedText = Uint8Array | null;
/** The same, or the words themselves in a row from before they were sealed, until a job has sealed that too. */
export type StoredText<T> = SealedText | T;
