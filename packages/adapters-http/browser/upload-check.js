import { counted } from './upload-item.js';
import { uploadTexts as texts } from './upload-words.js';
import { sizeOf } from './words.js';

/**
 * Why the server would refuse a file, as far as that shows before it is sent; empty if nothing speaks against it. The bytes
 * decide its type, so that a name without an ending is left to the server.
 * @param {import('./upload-link.js').Item} item
 * @param {File} file
 * @param {number} others how many are chosen already
 */
export function faultOf(item, file, others) {
  if (file.size === 0) return texts.refused.empty;
  if (file.size > item.maxFileSizeBytes) return texts.refused.size(sizeOf(item.maxFileSizeBytes));
  if (!isTaken(item, file)) return texts.refused.type;
  return counted(item) + others >= item.maxFiles ? texts.refused.full : '';
}

/** @param {import('./upload-link.js').Item} item @param {File} file */
function isTaken({ accept }, { name, type }) {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0];
  if (ending === undefined && ['', 'application/octet-stream'].includes(type)) return true;
  return accept.includes(type) || (ending !== undefined && accept.includes(ending));
}
