import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Faces of fonts beside the bundled ones, which cover Latin, Greek, Cyrillic, Hebrew and Arabic: those of a folder. */
export class FontSource {
  /** Files of TrueType and OpenType in the order in which they are asked for a character: regular ones first, then by name. */
  readonly files: readonly string[];

  /** Throws if the folder cannot be read. */
  constructor(folder: string | null = null) {
    this.files =
      folder === null
        ? []
        : readdirSync(folder)
            .filter((file) => /\.(ttf|otf)$/iu.test(file))
            .sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
            .map((file) => join(folder, file));
  }
}

/** Of a family in several weights, the usual one is meant. */
const rankOf = (file: string): number => Number(!/regular/iu.test(file));
