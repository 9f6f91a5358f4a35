import { id, text, visibleName } from '../../kernel/shapes.ts';

export const attachmentId = () => id().describe('The id of the attachment.');
export const caption = () =>
  text(500).nullable().default(null).describe('What people read beside the file; null for nothing.');
export const attachedFileName = () =>
  visibleName(255).optional().describe('What the file is called from now on; by default what it is called.');
