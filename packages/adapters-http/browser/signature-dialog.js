import { button } from './actions.js';
import { asked } from './dialog.js';
import { announce, h } from './dom.js';
import { loadSignatureFace } from './signature-face.js';
import { redrawn } from './signature-image.js';
import { signaturePad } from './signature-pad.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./signature-image.js').Signature} Signature
 * @typedef {import('./signing-link.js').SignatureMethod} Method
 * @typedef {'signature' | 'initials'} Mark
 * @typedef {{ readonly element: HTMLElement, readonly missing: string, readonly take: () => Promise<Signature | null> }} Way
 */

const texts = inLanguage({
  en: {
    heading: { signature: 'Your signature', initials: 'Your initials' },
    how: 'How would you like to make it?',
    methods: { drawn: 'Draw', typed: 'Type', uploaded: 'Upload' },
    typed: { signature: 'Your name', initials: 'Your initials' },
    file: 'Picture of your signature (PNG or JPEG)',
    fileHint: 'A photo on white paper works well. It is made smaller here, on your device.',
    preview: 'Preview',
    use: { signature: 'Use this signature', initials: 'Use these initials' },
    everywhere: {
      signature: 'It is put into every field for your signature. Nothing is sent before you finish.',
      initials: 'They are put into every field for your initials. Nothing is sent before you finish.',
    },
    cancel: 'Cancel',
    draw: 'Please draw something first.',
    type: 'Please type something first.',
    choose: 'Please choose a picture first.',
    noPicture: 'This file is no picture that can be read here. Choose a PNG or JPEG file.',
  },
  de: {
    heading: { signature: 'Ihre Unterschrift', initials: 'Ihr Kürzel' },
    how: 'Wie möchten Sie das machen?',
    methods: { drawn: 'Zeichnen', typed: 'Tippen', uploaded: 'Hochladen' },
    typed: { signature: 'Ihr Name', initials: 'Ihr Kürzel' },
    file: 'Bild Ihrer Unterschrift (PNG oder JPEG)',
    fileHint: 'Gut geht ein Foto auf weißem Papier. Es wird hier auf Ihrem Gerät verkleinert.',
    preview: 'Vorschau',
    use: { signature: 'Diese Unterschrift verwenden', initials: 'Dieses Kürzel verwenden' },
    everywhere: {
      signature: 'Sie kommt in jedes Feld für Ihre Unterschrift. Gesendet wird erst, wenn Sie abschließen.',
      initials: 'Es kommt in jedes Feld für Ihr Kürzel. Gesendet wird erst, wenn Sie abschließen.',
    },
    cancel: 'Abbrechen',
    draw: 'Bitte zeichnen Sie zuerst etwas.',
    type: 'Bitte tippen Sie zuerst etwas.',
    choose: 'Bitte wählen Sie zuerst ein Bild.',
    noPicture: 'Diese Datei ist kein Bild, das sich hier lesen lässt. Wählen Sie eine PNG- oder JPEG-Datei.',
  },
});

/**
 * Asks for a signature or initials; null if the person closed it.
 * @param {Mark} mark
 * @param {{ readonly methods: readonly Method[], readonly name: string }} of
 * @returns {Promise<Signature | null>}
 */
export function askForSignature(mark, { methods, name }) {
  const makers = { drawn: drawnWay, typed: () => typedWay(mark, name), uploaded: uploadedWay };
  return asked(texts.heading[mark], (answer) => {
    const fault = h('p', { class: 'fault', role: 'alert' });
    // What is said of nothing having been given is no longer so once somebody begins.
    const unsaid = () => {
      fault.textContent = '';
    };
    const place = h('div', { class: 'signature-way', pointerdown: unsaid, input: unsaid });
    let [method = 'typed'] = methods;
    /** What was begun in one way stays when another one is looked at. @type {Partial<Record<Method, Way>>} */
    const ways = {};
    /** @param {Method} next */
    const turnTo = (next) => {
      method = next;
      unsaid();
      ways[next] ??= makers[next]();
      place.replaceChildren(ways[next].element);
    };
    const use = button(
      texts.use[mark],
      async () => {
        const way = ways[method];
        const signature = (await way?.take()) ?? null;
        if (signature !== null) answer(signature);
        else announce(fault, way?.missing ?? '');
      },
      'primary',
    );
    turnTo(method);
    return [
      methods.length > 1 && methodChoice(methods, turnTo),
      place,
      fault,
      h('p', { class: 'soft' }, texts.everywhere[mark]),
      h(
        'div',
        { class: 'ways' },
        use,
        button(texts.cancel, () => answer(null), 'quiet'),
      ),
    ];
  });
}

/** @param {readonly Method[]} methods @param {(method: Method) => void} turnTo */
const methodChoice = (methods, turnTo) =>
  h(
    'fieldset',
    { class: 'segments' },
    h('legend', {}, texts.how),
    methods.map((method, index) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'method', checked: index === 0, change: () => turnTo(method) }),
        h('span', {}, texts.methods[method]),
      ),
    ),
  );

/** @returns {Way} */
function drawnWay() {
  const pad = signaturePad();
  return {
    element: pad.element,
    missing: texts.draw,
    async take() {
      const image = await pad.image();
      return image === null ? null : { method: 'drawn', image };
    },
  };
}

/** @param {Mark} mark @param {string} name @returns {Way} */
function typedWay(mark, name) {
  void loadSignatureFace();
  const value = mark === 'signature' ? name : initialsOf(name);
  const shown = h('p', { class: 'typed-preview', 'aria-hidden': 'true', dir: 'auto' }, value);
  const input = h('input', {
    id: 'typed-signature',
    maxlength: 100,
    autocomplete: mark === 'signature' ? 'name' : 'off',
    spellcheck: 'false',
    value,
    input: () => {
      shown.textContent = input.value;
    },
  });
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: 'typed-signature' }, texts.typed[mark]),
      input,
      shown,
    ),
    missing: texts.type,
    async take() {
      const text = input.value.trim();
      return text === '' ? null : { method: 'typed', text };
    },
  };
}

/** The first letter of each part of the name. @param {string} name */
const initialsOf = (name) =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .join('')
    .slice(0, 8);

/** @returns {Way} */
function uploadedWay() {
  /** @type {string | null} */
  let image = null;
  const fault = h('p', { id: 'signature-file-fault', class: 'fault' });
  const preview = h('img', { class: 'upload-preview', alt: texts.preview, hidden: true });
  const input = h('input', {
    id: 'signature-file',
    type: 'file',
    accept: 'image/png,image/jpeg',
    'aria-describedby': 'signature-file-hint signature-file-fault',
    change: async () => {
      const file = input.files?.[0];
      if (file === undefined) return;
      image = await redrawn(file);
      fault.textContent = image === null ? texts.noPicture : '';
      preview.hidden = image === null;
      preview.src = image === null ? '' : `data:image/png;base64,${image}`;
    },
  });
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: 'signature-file' }, texts.file),
      h('p', { id: 'signature-file-hint', class: 'hint' }, texts.fileHint),
      input,
      fault,
      preview,
    ),
    missing: texts.choose,
    take: async () => (image === null ? null : { method: 'uploaded', image }),
  };
}
