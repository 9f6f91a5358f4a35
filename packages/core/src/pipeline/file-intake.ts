import { z } from 'zod';
import { streamingSha256 } from '../kernel/crypto.ts';
import type { FileAdmission } from '../kernel/declaration.ts';
import { dependencyUnavailable, requestInvalid } from '../kernel/errors.ts';
import {
  type BodyInParts,
  fileField,
  type GivenFile,
  type PartLimits,
  type ReceivedFile,
  takesFile,
} from '../kernel/incoming-file.ts';
import { type Principal, workspaceOf } from '../kernel/principal.ts';
import { uploadEmpty, uploadFileMissing, uploadTooLarge, uploadTooManyFiles } from '../uploads/index.ts';
import type { Admission } from './admission.ts';
import type { Call } from './call.ts';
import { readInput } from './input.ts';
import { planOf } from './plan.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

const mostTextBytes = 64 * 1024;

/** What a file has to pass before it is read: the gates about the caller, and what the path of the call leads to. */
interface FileGates {
  readonly admission: Admission;
  admitted(path: unknown, principal: Principal): Promise<FileAdmission | null>;
}

/**
 * PLT-20: takes in the file of a call before the call goes through its gates, for only then is it known what was asked. The
 * gates about the caller come first: whoever may not call stores nothing. Unless the call keeps the file, its object is
 * deleted at once, or by the sweep if a crash comes before.
 */
export async function takingFile<T extends { readonly replayed: boolean }>(
  ports: ChanceryPorts,
  call: Call,
  rawInput: unknown,
  { admission, admitted }: FileGates,
  pass: (input: unknown) => Promise<T>,
): Promise<T> {
  if (!takesFile(call.useCase)) return pass(rawInput);
  const principal = await admission.beforeBody();
  const place = await admittedByPath(admitted, call, rawInput, principal);
  const ofPlan =
    place?.mostBytes ??
    planOf(ports, principal, call.now).plan.limits.upload_max_bytes ??
    Number.POSITIVE_INFINITY;
  const limits = { mostFileBytes: Math.min(ports.settings.directUploadMaxBytes, ofPlan), mostTextBytes };
  const intake = new FileIntake(ports, call, place?.workspaceId ?? workspaceOf(principal), limits);
  let isKept = false;
  try {
    const outcome = await pass(await intake.input(rawInput));
    // A repeat was given the first answer, which is about the first file.
    isKept = !outcome.replayed;
    return outcome;
  } finally {
    if (!isKept) await intake.end();
  }
}

/** What the path of the call leads to, where its use case asks for that first; of the input nothing else is there yet. */
async function admittedByPath(
  admitted: FileGates['admitted'],
  call: Call,
  rawInput: unknown,
  principal: Principal,
): Promise<FileAdmission | null> {
  const { useCase, name } = call;
  if (useCase.admitsFile === undefined) return null;
  const { [fileField]: _, ...path } = rawInput as Record<string, unknown>;
  // The token is what is asked for: a call without one is refused here, and not by who looks it up.
  const given = Object.entries(useCase.input.shape).filter(([field]) => field in path || field === 'token');
  const fields = { ...useCase, input: z.object(Object.fromEntries(given)) };
  const { input, faults } = readInput({ name, useCase: fields }, path);
  if (faults !== null) throw requestInvalid({ details: faults });
  return admitted(input, principal);
}

/** The object belongs to the transaction of the call, if that commits. */
export async function keptIn(transaction: Transaction, { useCase }: Call, input: unknown): Promise<void> {
  if (!takesFile(useCase)) return;
  const { blobKey } = (input as Record<typeof fileField, ReceivedFile>)[fileField];
  const isKept = await transaction.incomingFiles.keep(blobKey);
  if (!isKept)
    throw dependencyUnavailable({ cause: new Error('The file was on its way for longer than a day') });
}

/** One file on its way into the blob store. */
class FileIntake {
  readonly #ports: ChanceryPorts;
  readonly #now: string;
  /** Of the endpoint, for whoever watches how long a connection is held. */
  readonly #name: string;
  readonly #workspaceId: string | null;
  readonly #limits: PartLimits;
  readonly #blobKey: string;
  #begun = false;
  #received: ReceivedFile | null = null;

  constructor(ports: ChanceryPorts, call: Call, workspaceId: string | null, limits: PartLimits) {
    this.#ports = ports;
    this.#now = call.now;
    this.#name = call.name;
    this.#workspaceId = workspaceId;
    this.#limits = limits;
    this.#blobKey = `${workspaceId === null ? '' : `ws/${workspaceId}/`}in/${ports.ids.uuid7()}`;
  }

  /** The input of the call, with the stored file in it. */
  async input(rawInput: unknown): Promise<Record<string, unknown>> {
    // A use case that takes a file has an object for its input, and hosts give them the file or the parts in this field.
    const { [fileField]: given, ...others } = rawInput as Record<string, GivenFile | BodyInParts | undefined>;
    if (given === undefined) throw uploadFileMissing();
    const take = (file: GivenFile) => this.#take(file);
    const texts = 'readParts' in given ? await given.readParts(this.#limits, take) : await take(given);
    if (this.#received === null) throw uploadFileMissing();
    return { ...others, ...texts, [fileField]: this.#received };
  }

  async #take({ fileName, mediaType, content }: GivenFile): Promise<void> {
    if (this.#begun) throw uploadTooManyFiles();
    this.#begun = true;
    const { blobs } = this.#ports;
    await this.#noted((transaction) => transaction.incomingFiles.begin(this.#blobKey, this.#now));
    const hash = streamingSha256();
    const { sizeBytes } = await blobs.put(this.#blobKey, this.#measured(content, hash));
    if (sizeBytes === 0) throw uploadEmpty();
    this.#received = { blobKey: this.#blobKey, sizeBytes, sha256: hash.hex(), fileName, mediaType };
  }

  async *#measured(
    content: AsyncIterable<Uint8Array>,
    hash: { update(bytes: Uint8Array): void },
  ): AsyncIterable<Uint8Array> {
    let size = 0;
    for await (const part of content) {
      size += part.byteLength;
      if (size > this.#limits.mostFileBytes)
        throw uploadTooLarge({ message: `Send a file of at most ${this.#limits.mostFileBytes} bytes.` });
      hash.update(part);
      yield part;
    }
  }

  /** Deletes the object unless the call kept it. What fails here is left to the sweep, and the call is answered all the same. */
  async end(): Promise<void> {
    if (!this.#begun) return;
    const key = this.#blobKey;
    try {
      if (!(await this.#noted(({ incomingFiles }) => incomingFiles.giveUp(key, this.#now)))) return;
      await this.#ports.blobs.delete(key);
      await this.#noted(({ incomingFiles }) => incomingFiles.forget(key));
    } catch (error) {
      this.#ports.log.warn({ reason: String(error) }, 'a file that was not taken is left to the sweep');
    }
  }

  #noted<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#ports.unitOfWork.run(
      'write',
      'app',
      (transaction) => {
        transaction.enter(this.#workspaceId);
        return work(transaction);
      },
      this.#name,
    );
  }
}
