import type { BlobPieces, BlobStore } from '../kernel/ports.ts';

/**
 * The object into which this process writes the chunks of one session, each at its place. Other processes write into others,
 * so that nobody has to wait for a process that may be dead.
 */
interface SharedObject {
  readonly key: string;
  readonly begun: Promise<void>;
  /** Chunks on their way into it. */
  arriving: number;
  /** Whether a row refers to it, or may do so. */
  mayBeNamed: boolean;
}

/** What has become of bytes that were stored: a row names them, none ever will, or nobody knows. */
export type Naming = 'named' | 'unnamed' | 'unknown';

/** Objects in use, by session; the one that was used longest ago gives way, and later chunks then begin another. */
const mostObjects = 1000;
const objects = new Map<string, SharedObject>();
/** Places of chunks that somebody in this process may be writing to. */
const takenPlaces = new Set<string>();

/**
 * Takes the place at this offset, so that nobody else writes there; null while another has it. It is taken before the
 * chunk's row is looked for and left after that row is written: whoever has it and finds no row may write.
 */
export function takePlace(sessionId: string, offset: number | undefined): (() => void) | null {
  const place = `${sessionId}/${offset}`;
  if (takenPlaces.has(place)) return null;
  takenPlaces.add(place);
  return () => void takenPlaces.delete(place);
}

/** The key of the object that this process writes the chunks of the session into. */
export const sharedKeyOf = (sessionId: string): string | null => objects.get(sessionId)?.key ?? null;

/** The object of a session, begun under the new key if there is none; `leave` it when it is known what became of the chunk. */
export function enterSharedObject(
  sessionId: string,
  { blobs, pieces, newKey }: { blobs: BlobStore; pieces: BlobPieces; newKey: () => string },
) {
  const object = objects.get(sessionId) ?? begunObject(pieces, newKey());
  keepInReach(sessionId, object);
  object.arriving += 1;
  return {
    key: object.key,
    begun: object.begun,
    async leave(naming: Naming): Promise<void> {
      object.arriving -= 1;
      object.mayBeNamed ||= naming !== 'unnamed';
      const isUnused = object.arriving === 0 && !object.mayBeNamed;
      // A row that appears later would name a place that others take for free, so nobody writes into this object again.
      if (isUnused || naming === 'unknown') forget(sessionId, object);
      if (isUnused) await blobs.delete(object.key);
    },
    /** Somebody deleted it: the session has ended, or will begin another object. */
    forget: () => forget(sessionId, object),
  };
}

function begunObject(pieces: BlobPieces, key: string): SharedObject {
  const begun = pieces.begin(key);
  begun.catch(() => undefined); // whoever writes a chunk learns of it
  return { key, begun, arriving: 0, mayBeNamed: false };
}

function keepInReach(sessionId: string, object: SharedObject): void {
  objects.delete(sessionId);
  objects.set(sessionId, object);
  const [oldest] = objects.keys();
  if (objects.size > mostObjects && oldest !== undefined) objects.delete(oldest);
}

function forget(sessionId: string, object: SharedObject): void {
  if (objects.get(sessionId) === object) objects.delete(sessionId);
}
