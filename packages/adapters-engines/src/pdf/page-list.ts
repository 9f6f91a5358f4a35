import type { DocumentPage } from '@chancery/core';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';

type Box = DocumentPage['cropBox'];

/** A file that was read in one way or another. */
export interface ReadFile {
  readonly catalog: PDFDict | null;
  resolved(object: PDFObject | undefined): PDFObject | undefined;
}

const letter: Box = [0, 0, 612, 792];
const [leastPoints, mostPoints] = [1, 14_400];
const mostPages = 100_000;
const mostNodes = 4 * mostPages;

const [kids, pages, mediaBox, cropBox, rotate, resources] = [
  'Kids',
  'Pages',
  'MediaBox',
  'CropBox',
  'Rotate',
  'Resources',
].map((text) => PDFName.of(text)) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];

/** What a page has from the nodes above it if it does not say otherwise. */
export interface Inherited {
  readonly resources: PDFObject | undefined;
  readonly mediaBox: PDFObject | undefined;
  readonly cropBox: PDFObject | undefined;
  readonly rotate: PDFObject | undefined;
}

interface Step {
  readonly node: PDFObject;
  readonly inherited: Inherited;
  /** The nodes that lead to it: none of them may be its child again. */
  readonly above: Above | null;
}
interface Above {
  readonly ref: PDFRef;
  readonly depth: number;
  readonly above: Above | null;
}
/** Deeper than any writer makes a tree. */
const mostDepth = 256;

/** The pages in their order; null if they cannot be told, or if one has a size that no page has. */
export const pagesOf = (file: ReadFile): readonly DocumentPage[] | null =>
  pageNodesOf(file)?.map(({ page }) => page) ?? null;

/** A page, and where it stands in the file. */
export interface PageNode {
  readonly page: DocumentPage;
  readonly node: PDFObject;
  readonly dict: PDFDict;
  readonly inherited: Inherited;
}

/** As `pagesOf`. */
export function pageNodesOf(file: ReadFile): readonly PageNode[] | null {
  const start = file.catalog?.get(pages);
  if (start === undefined) return null;
  const found: PageNode[] = [];
  const nothing = { resources: undefined, mediaBox: undefined, cropBox: undefined, rotate: undefined };
  const steps: Step[] = [{ node: start, inherited: nothing, above: null }];
  let nodes = 0;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    nodes += 1;
    const dict = file.resolved(step.node);
    if (!(dict instanceof PDFDict) || nodes > mostNodes || leadsBack(step)) return null;
    const inherited = inheritedBy(dict, step.inherited);
    if (dict.has(kids)) {
      const below = file.resolved(dict.get(kids));
      if (!(below instanceof PDFArray) || below.size() > mostNodes) return null;
      const above = step.node instanceof PDFRef ? under(step.node, step.above) : step.above;
      for (let index = below.size() - 1; index >= 0; index -= 1)
        steps.push({ node: below.get(index), inherited, above });
    } else {
      const page = pageAs(inherited, file);
      if (page === null || found.length === mostPages) return null;
      found.push({ page, node: step.node, dict, inherited });
    }
  }
  return found.length === 0 ? null : found;
}

const under = (ref: PDFRef, above: Above | null): Above => ({ ref, above, depth: (above?.depth ?? 0) + 1 });

function leadsBack({ node, above }: Step): boolean {
  if ((above?.depth ?? 0) > mostDepth) return true;
  for (let at = above; at !== null; at = at.above) if (at.ref === node) return true;
  return false;
}

const inheritedBy = (dict: PDFDict, from: Inherited): Inherited => ({
  resources: dict.get(resources) ?? from.resources,
  mediaBox: dict.get(mediaBox) ?? from.mediaBox,
  cropBox: dict.get(cropBox) ?? from.cropBox,
  rotate: dict.get(rotate) ?? from.rotate,
});

/** CNT-13: pages that lie about themselves. */
function pageAs(said: Inherited, file: ReadFile): DocumentPage | null {
  const media = boxOf(said.mediaBox, file) ?? letter;
  const box = meeting(media, boxOf(said.cropBox, file) ?? media) ?? media;
  const across = [box[2] - box[0], box[3] - box[1]] as const;
  if (across.some((points) => points < leastPoints || points > mostPoints)) return null;
  const rotation = rotationOf(file.resolved(said.rotate));
  const [width, height] = rotation % 180 === 0 ? across : [across[1], across[0]];
  return { width, height, rotation, cropBox: box };
}

/** Null if it is missing, empty, inverted or not made of four numbers. */
export function boxOf(said: PDFObject | undefined, file: ReadFile): Box | null {
  const list = file.resolved(said);
  if (!(list instanceof PDFArray) || list.size() !== 4) return null;
  const [left, bottom, right, top] = [0, 1, 2, 3].map((index) => {
    const number = file.resolved(list.get(index));
    return number instanceof PDFNumber ? number.asNumber() : Number.NaN;
  }) as [number, number, number, number];
  const isSound = [left, bottom, right, top].every(Number.isFinite) && right > left && top > bottom;
  return isSound ? [left, bottom, right, top] : null;
}

function meeting(one: Box, other: Box): Box | null {
  const left = Math.max(one[0], other[0]);
  const bottom = Math.max(one[1], other[1]);
  const right = Math.min(one[2], other[2]);
  const top = Math.min(one[3], other[3]);
  return right > left && top > bottom ? [left, bottom, right, top] : null;
}

function rotationOf(said: PDFObject | undefined): number {
  const degrees = said instanceof PDFNumber ? said.asNumber() : 0;
  return degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0;
}
