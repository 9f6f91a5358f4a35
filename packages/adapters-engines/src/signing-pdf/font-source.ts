import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Faces of fonts beside the bundled ones, which cover Latin, Greek, Cyrillic, Hebrew and Arabic: those of a folder. */
export class FontSource {
  /** Files of TrueType and OpenType, in the order of their names, in which they are asked for a character. */
  readonly files: readonly string[];

  /** Throws if the folder cannot be read. */
  constructor(folder: string | null = null) {
    this.files =
      folder === null
        ? []
        : readdirSync(folder)
            .filter((file) => /\.(ttf|otf)$/iu.test(file))
            .sort()
            .map((file) => join(folder, file));
  }
}
