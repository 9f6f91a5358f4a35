import type { Caller } from '@chancery/core';
import { aPdf, chunkOf, declared } from '@chancery/core/testing';
import { type World, world } from './world.ts';

type Options = Parameters<typeof world>[0];

export interface UploadingWorld extends World {
  /** 600,000 bytes in chunks of 262,144. */
  readonly file: Buffer;
  /** Begins the upload of the file. */
  begin(over?: object, caller?: Caller): Promise<string>;
  /** Sends one chunk of the file, or of other bytes. */
  send(
    uploadSessionId: string,
    index: number,
    bytes?: Buffer,
    caller?: Caller,
  ): Promise<{ readonly replayed: boolean }>;
  /** Begins the upload and sends all chunks. */
  sent(over?: object, bytes?: Buffer, caller?: Caller): Promise<string>;
  /** Sends all chunks and completes the upload. */
  completed(over?: object, bytes?: Buffer, caller?: Caller): Promise<string>;
  read(
    uploadSessionId: string,
  ): Promise<Awaited<ReturnType<World['chancery']['uploads']['getUploadSession']>>['uploadSession']>;
  usage(): Promise<{ readonly used: number; readonly reserved: number }>;
  /** What is left of an upload when the worker is through with it. */
  remains(uploadSessionId: string): Promise<Remains>;
  /** The keys in the blob store, without the workspace and the random end of each. */
  keys(): Promise<string[]>;
}

interface Remains {
  readonly status: string;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly usage: { readonly used: number; readonly reserved: number };
  readonly lastEvent: { readonly type: string; readonly facts: Readonly<Record<string, unknown>> };
  readonly keys: readonly string[];
}

/** What is left of an upload that has failed for good: its storage is free, and none of its bytes are kept. */
export const failedFor = (code: string, message: string): Remains => ({
  status: 'failed',
  failure: { code, message },
  usage: { used: 0, reserved: 0 },
  lastEvent: { type: 'upload.failed', facts: { code } },
  keys: [],
});

export const smallChunk = 262_144;

/** A world with a file in hand. */
export async function uploadingWorld(options: Options = {}): Promise<UploadingWorld> {
  const made = await world(options);
  const { chancery, owner, ports, sql, workspaceId } = made;
  const blobs = options?.ports?.blobs ?? ports.blobs;
  const file = aPdf(600_000);

  const begin = async (over: object = {}, caller: Caller = owner.session) =>
    (
      await chancery.uploads.createUploadSession(
        declared(file, { chunkSizeBytes: smallChunk, ...over }),
        caller,
      )
    ).uploadSession.id;
  const send = async (uploadSessionId: string, index: number, bytes = file, caller: Caller = owner.session) =>
    (
      await chancery.uploads.storeUploadChunk(
        { uploadSessionId, ...chunkOf(bytes, smallChunk, index) },
        caller,
      )
    ).chunk;
  const sent = async (over: object = {}, bytes = file, caller: Caller = owner.session) => {
    const { sizeBytes, sha256 } = declared(bytes);
    const id = await begin({ sizeBytes, sha256, ...over }, caller);
    for (let index = 0; index * smallChunk < bytes.length; index += 1) await send(id, index, bytes, caller);
    return id;
  };
  const read: UploadingWorld['read'] = async (uploadSessionId) =>
    (await chancery.uploads.getUploadSession({ uploadSessionId }, owner.session)).uploadSession;
  const usage = async () => {
    const [row] = await sql<{ used: number; reserved: number }>(
      "select used, reserved from usage_counters where workspace_id = $1 and code = 'storage_bytes'",
      [workspaceId],
    );
    return row ?? { used: 0, reserved: 0 };
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const key of blobs.list(`ws/${workspaceId}/`))
      found.push(key.replace(`ws/${workspaceId}/`, '').replace(/\.[0-9a-f-]{36}$/, ''));
    return found.sort();
  };
  return {
    ...made,
    file,
    begin,
    send,
    sent,
    async completed(over = {}, bytes = file, caller = owner.session) {
      const uploadSessionId = await sent(over, bytes, caller);
      await chancery.uploads.completeUploadSession({ uploadSessionId }, caller);
      return uploadSessionId;
    },
    read,
    usage,
    keys,
    async remains(uploadSessionId) {
      const { status, failure } = await read(uploadSessionId);
      const { type, facts } = (await made.happened()).at(-1) ?? { type: 'nothing', facts: {} };
      const used = await usage();
      await made.worker.drain();
      return { status, failure, usage: used, lastEvent: { type, facts }, keys: await keys() };
    },
  };
}
