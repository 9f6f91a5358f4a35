/**
 * The program of the thread that hashes growing files (`hash-thread.ts` has its messages). It is text, because a thread is
 * started from a file of JavaScript, and where that would lie differs between sources, packages, bundles and tests. The
 * objects take turns, a slice each, so that nobody waits for the whole of a large file.
 */
export const hashProgram = `'use strict';
const { parentPort } = require('node:worker_threads');
const { createHash } = require('node:crypto');
const { closeSync, openSync, readSync } = require('node:fs');

const slice = Buffer.allocUnsafeSlow(256 * 1024);
const objects = new Map();
let isWorking = false;

parentPort.on('message', ({ object: id, file, end, question }) => {
  if (file === undefined) return drop(id, 'The hash was ended.');
  const object = objects.get(id) ?? { file, hash: createHash('sha256'), at: 0, end: 0, questions: [] };
  objects.set(id, object);
  object.end = Math.max(object.end, end);
  if (question !== undefined) object.questions.push({ question, end });
  if (!isWorking) setImmediate(work);
  isWorking = true;
});

function work() {
  isWorking = false;
  for (const [id, object] of objects) {
    try {
      if (object.at < object.end) hashSlice(object);
      answer(object);
      isWorking ||= object.at < object.end;
    } catch (error) {
      drop(id, error.message);
    }
  }
  if (isWorking) setImmediate(work);
}

function hashSlice(object) {
  const file = openSync(object.file, 'r');
  try {
    const size = readSync(file, slice, 0, Math.min(slice.length, object.end - object.at), object.at);
    if (size === 0) throw new Error('The file is shorter than was said.');
    object.hash.update(slice.subarray(0, size));
    object.at += size;
  } finally {
    closeSync(file);
  }
}

function answer(object) {
  const [due, later] = [[], []];
  for (const each of object.questions) (each.end <= object.at ? due : later).push(each);
  object.questions = later;
  for (const { question, end } of due) {
    if (end === object.at) parentPort.postMessage({ question, hex: object.hash.copy().digest('hex') });
    else parentPort.postMessage({ question, fault: 'More than that has been hashed.' });
  }
}

function drop(id, fault) {
  for (const { question } of objects.get(id)?.questions ?? []) parentPort.postMessage({ question, fault });
  objects.delete(id);
}
`;
