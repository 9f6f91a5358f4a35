import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { flagOf } from '../../pdf/content-names.ts';
import { asText, name, nameEntry } from '../names.ts';

/** What links do, which stay (SIG-5). */
const keptActions: ReadonlySet<string> = new Set(['URI', 'GoTo']);
/** Keys of actions, and of what follows after one. */
const [actionKeys, following] = [['A', 'PA'].map(name), name('Next')];
/** What else acts, attaches something, or holds what a program keeps for itself. */
const removedKeys: ReadonlySet<PDFName> = new Set([
  ...flagOf.keys(),
  ...['AF', 'EF', 'RF', 'Collection', 'PieceInfo', 'Requirements', 'Perms', 'DSS', 'Legal', 'Renditions'].map(
    name,
  ),
]);
/** Dictionaries whose keys are names that the writer has chosen. */
const chosenNames: ReadonlySet<PDFName> = new Set(
  [
    ...['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties', 'CharProcs'],
    ...['Dests', 'RoleMap', 'ClassMap', 'Colorants'],
  ].map(name),
);

/**
 * Takes everything away that acts by itself, leads outside or is attached, in every object that can be reached, and all
 * objects that cannot be (SIG-5). Links to addresses and places in the document stay.
 */
export function quietObjects({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>();
  const { Root, Info } = context.trailerInfo;
  const steps: { readonly object: PDFObject | undefined; readonly key: PDFName | null }[] = [
    { object: Root, key: null },
    { object: Info, key: null },
  ];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    let { object } = step;
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      const ref = object;
      object = packedStream(context.lookup(object));
      if (object !== undefined) context.assign(ref, object);
    }
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      if (step.key === null || !chosenNames.has(step.key)) quietDict(dict);
      for (const [key, value] of dict.entries()) steps.push({ object: value, key });
    } else if (object instanceof PDFArray)
      for (const element of object.asArray()) steps.push({ object: element, key: null });
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

function quietDict(dict: PDFDict): void {
  for (const key of dict.keys()) if (removedKeys.has(key)) dict.delete(key);
  for (const key of actionKeys) {
    const action = dict.lookup(key);
    if (action instanceof PDFDict && isAction(action) && !isKept(action)) dict.delete(key);
  }
  if (isAction(dict) && isKept(dict)) dict.delete(following);
}

/** Attributes of a structure are under `A` too, and say whose they are. */
const isAction = (dict: PDFDict): boolean => dict.has(name('S')) && !dict.has(name('O'));

function isKept(action: PDFDict): boolean {
  const kind = nameEntry(action, 'S') ?? '';
  const address = asText(action.lookup(name('URI'))) ?? '';
  return keptActions.has(kind) && !address.trim().toLowerCase().startsWith('javascript:');
}

/** What looks like an object inside of a stream that is not packed would be taken for one. */
function packedStream(object: PDFObject | undefined): PDFObject | undefined {
  if (!(object instanceof PDFRawStream) || object.dict.has(name('Filter'))) return object;
  const packed = PDFRawStream.of(object.dict, deflateSync(object.contents));
  packed.dict.set(name('Filter'), name('FlateDecode'));
  return packed;
}
