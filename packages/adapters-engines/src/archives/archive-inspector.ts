import type { ByteSource, DetectedType } from '@chancery/core';

/** Says what a ZIP is. */
export interface ArchiveInspector {
  inspect(content: ByteSource): Promise<DetectedType>;
}
