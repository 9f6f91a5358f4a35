import { h } from './dom.js';
import { uploadTexts as texts } from './upload-words.js';

/** Who sends, and what they say about the files: both may be left out. */
export function uploadWords() {
  const name = h('input', { id: 'uploader-name', type: 'text', maxlength: 200, autocomplete: 'name' });
  const note = h('textarea', { id: 'upload-note', rows: 3, maxlength: 1000, autocomplete: 'off' });
  const element = h(
    'details',
    { class: 'further' },
    h('summary', {}, texts.more),
    h('div', { class: 'field' }, h('label', { for: name.id }, texts.name), name),
    h('div', { class: 'field' }, h('label', { for: note.id }, texts.note), note),
  );
  return {
    element,
    /** @returns {import('./upload-sending.js').Words} */
    given: () => ({
      ...(name.value.trim() === '' ? {} : { uploaderName: name.value.trim() }),
      ...(note.value.trim() === '' ? {} : { note: note.value.trim() }),
    }),
  };
}
