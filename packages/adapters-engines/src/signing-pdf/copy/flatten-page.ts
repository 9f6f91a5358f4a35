import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { writtenAll } from '../content.ts';
import { arrayEntry, asText, dictEntry, name, nameEntry, numbersOf } from '../names.ts';
import { contentStream, drawOver, freeName } from '../pages.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import {
  appearancePlace,
  identity,
  type Matrix,
  normalised,
  type Rectangle,
  uprightPlace,
} from './appearance-place.ts';
import { madeAppearance } from './made-appearance.ts';
import { elementsOf, type FormFacts, isWidget, Widget } from './widget.ts';

/** Kinds of annotations that play, open or hold something. What they show stays. */
const acting: ReadonlySet<string> = new Set([
  'Screen',
  'Movie',
  'Sound',
  'RichMedia',
  '3D',
  'FileAttachment',
]);
const off = 'Off';

/** What is drawn over a page in place of its annotations. */
interface Drawn {
  /** An appearance that is in the file, or the content of one that we have made. */
  readonly what: PDFRef | string;
  readonly place: Matrix;
  readonly rectangle: Rectangle;
}

/** Draws what a viewer shows of the form on this page into the page, and takes its fields away (SIG-28). */
export function flattenPage(page: PDFDict, form: FormFacts, fonts: DocumentFonts): void {
  const annotations = arrayEntry(page, 'Annots');
  if (annotations === undefined) return;
  const drawn: Drawn[] = [];
  const kept: PDFObject[] = [];
  // From the last, which is on top of all others.
  for (const [index, annotation] of [...elementsOf(annotations).entries()].reverse()) {
    const said = annotations.get(index);
    if (!(annotation instanceof PDFDict)) continue;
    const widget = new Widget(annotation, form);
    if (isFlattened(widget) || isBelow(widget, drawn)) {
      const shown = shownOf(widget, form, fonts);
      if (shown !== null) drawn.unshift(shown);
      if (said instanceof PDFRef) page.context.delete(said);
    } else kept.unshift(said);
  }
  if (kept.length === 0) page.delete(name('Annots'));
  else page.set(name('Annots'), page.context.obj(kept));
  drawAll(page, drawn, fonts);
}

const isFlattened = ({ dict }: Widget): boolean =>
  isWidget(dict) || acting.has(nameEntry(dict, 'Subtype') ?? '');

/** What is left as an annotation is on top of the page, so it would cover fields that were on top of it. */
function isBelow(annotation: Widget, drawn: readonly Drawn[]): boolean {
  const { rectangle } = annotation;
  if (rectangle === null || appearanceOf(annotation) === null) return false;
  const [left, bottom, right, top] = normalised(rectangle);
  return drawn.some(({ rectangle: other }) => {
    const [otherLeft, otherBottom, otherRight, otherTop] = normalised(other);
    return left < otherRight && otherLeft < right && bottom < otherTop && otherBottom < top;
  });
}

function drawAll(page: PDFDict, drawn: readonly Drawn[], fonts: DocumentFonts): void {
  if (drawn.length === 0) return;
  const graphics = drawn.map(({ what }, index) => ({
    name: freeName(page, `ChanceryField${index + 1}-`),
    ref: typeof what === 'string' ? madeForm(page.context, what, fonts) : what,
  }));
  const operators = drawn.map(
    ({ place }, index) => `q ${writtenAll(...place)} cm /${graphics[index]?.name} Do Q`,
  );
  drawOver(page, graphics, operators.join('\n'));
}

const farAway = 14_400;

function madeForm(context: PDFContext, content: string, fonts: DocumentFonts): PDFRef {
  return contentStream(context, content, {
    Type: PDFName.of('XObject'),
    Subtype: PDFName.of('Form'),
    BBox: context.obj([-farAway, -farAway, farAway, farAway]),
    Resources: context.obj({ Font: fonts.resources() }),
  });
}

function shownOf(widget: Widget, { form }: FormFacts, fonts: DocumentFonts): Drawn | null {
  const { rectangle } = widget;
  if (rectangle === null || !widget.isVisible) return null;
  const appearance = widget.needsAppearance ? null : appearanceOf(widget);
  if (appearance !== null) {
    const place = placeOf(appearance.stream, rectangle);
    return place === null ? null : { what: asForm(appearance, form), place, rectangle };
  }
  // Where there are appearances for some states, a state without one shows nothing.
  if (!isWidget(widget.dict) || (!widget.needsAppearance && hasAppearances(widget))) return null;
  const { matrix, ...size } = uprightPlace(rectangle, widget.degrees);
  const content = size.width > 0 && size.height > 0 ? madeAppearance(widget, size, fonts) : '';
  return content === '' ? null : { what: content, place: matrix, rectangle };
}

interface Appearance {
  readonly ref: PDFRef;
  readonly stream: PDFStream;
}

const hasAppearances = ({ dict }: Widget): boolean =>
  dictEntry(dict, 'AP')?.lookup(name('N')) instanceof PDFDict;

/** What the file shows of it: one appearance, or the one for its state. */
function appearanceOf({ dict, state, value }: Widget): Appearance | null {
  const appearances = dictEntry(dict, 'AP');
  const normal = appearances?.lookup(name('N'));
  if (normal instanceof PDFStream) return appearanceAt(appearances, 'N', dict.context);
  if (!(normal instanceof PDFDict)) return null;
  return appearanceAt(normal, state ?? asText(value) ?? off, dict.context);
}

function appearanceAt(dict: PDFDict | undefined, key: string, context: PDFContext): Appearance | null {
  const stream = dict?.lookup(name(key));
  if (!(stream instanceof PDFStream)) return null;
  const said = dict?.get(name(key));
  return { stream, ref: said instanceof PDFRef ? said : context.register(stream) };
}

function placeOf({ dict }: PDFStream, rectangle: Rectangle): Matrix | null {
  const box = numbersOf(arrayEntry(dict, 'BBox'), 4) as Rectangle | null;
  const matrix = numbersOf(arrayEntry(dict, 'Matrix'), 6) as Matrix | null;
  return box === null ? null : appearancePlace(box, matrix ?? identity, rectangle);
}

/** An appearance that does not say so itself is a form, and has the fonts of the whole form. */
function asForm({ ref, stream }: Appearance, form: PDFDict | undefined): PDFRef {
  stream.dict.set(name('Type'), name('XObject'));
  stream.dict.set(name('Subtype'), name('Form'));
  const shared = form?.get(name('DR'));
  if (dictEntry(stream.dict, 'Resources') === undefined && shared !== undefined)
    stream.dict.set(name('Resources'), shared);
  return ref;
}
