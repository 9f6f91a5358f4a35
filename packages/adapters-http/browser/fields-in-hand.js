/**
 * @typedef {import('./prepare-round.js').StoredField} StoredField
 * @typedef {Omit<StoredField, 'id' | 'value' | 'completedAt'> & { readonly key: number }} PlacedField a field as it is on this page, known by its key from the beginning
 * @typedef {NonNullable<import('./chancery-sdk.js').SetDocumentFieldsInput['fields']>[number]} FieldInput
 * @typedef {{ readonly kind: 'stored' | 'waiting' | 'storing' } | { readonly kind: 'failed', readonly error: unknown }} Storing
 */

/** What is still being moved is not stored yet. */
const quietSeconds = 2;
const mostUndone = 100;

let keys = 0;
const nextKey = () => {
  keys += 1;
  return keys;
};

/**
 * The fields that are being placed: each change is at once on the page, can be undone, and is stored once nothing has changed
 * for a moment, or somebody leaves the page.
 * @param {readonly StoredField[]} stored
 * @param {(fields: readonly FieldInput[]) => Promise<readonly StoredField[] | null>} send null if others were begun with instead
 */
export function fieldsInHand(stored, send) {
  /** The fields that are stored, by their keys here. */
  let ids = new Map(stored.map(({ id }) => [nextKey(), id]));
  let fields = placedAs(stored, ids);
  /** @type {(readonly PlacedField[])[]} */
  let before = [];
  /** @type {Storing} */
  let storing = { kind: 'stored' };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const changed = listeners();

  /** @param {Storing} next */
  const turn = (next) => {
    storing = next;
    changed.tell();
  };
  /** @param {readonly PlacedField[]} next */
  const put = (next) => {
    fields = next;
    clearTimeout(timer);
    timer = setTimeout(() => void store().catch(() => undefined), quietSeconds * 1000);
    turn({ kind: 'waiting' });
  };
  const attempt = async () => {
    if (storing.kind === 'stored') return;
    const sent = fields;
    turn({ kind: 'storing' });
    try {
      const answer = await send(sent.map((field) => inputOf(field, ids.get(field.key))));
      if (answer === null) return;
      // Fields of people whom somebody else has removed are gone.
      if (answer.length < sent.length) return begin(answer);
      ids = idsIn(answer, sent, ids);
      turn({ kind: fields === sent ? 'stored' : 'waiting' });
    } catch (error) {
      turn({ kind: 'failed', error });
      throw error;
    }
  };
  /** One after the other; whoever waits finds done what the one before has stored. @type {Promise<void>} */
  let last = Promise.resolve();
  const store = () => {
    clearTimeout(timer);
    last = last.then(attempt, attempt);
    return last;
  };
  /** @param {readonly StoredField[]} next */
  function begin(next) {
    const known = new Map([...ids].map(([key, id]) => [id, key]));
    ids = new Map(next.map(({ id }) => [known.get(id) ?? nextKey(), id]));
    fields = placedAs(next, ids);
    before = [];
    clearTimeout(timer);
    turn({ kind: 'stored' });
  }
  return {
    all: () => fields,
    storing: () => storing,
    store,
    onChange: changed.add,
    canUndo: () => before.length > 0,
    /** @param {(present: readonly PlacedField[]) => readonly PlacedField[]} act */
    change(act) {
      before = [...before, fields].slice(-mostUndone);
      put(act(fields));
    },
    /** @param {Omit<PlacedField, 'key'>} field @returns {number} its key */
    add(field) {
      const key = nextKey();
      this.change((present) => [...present, { ...field, key }]);
      return key;
    },
    undo() {
      const [last] = before.slice(-1);
      if (last === undefined) return;
      before = before.slice(0, -1);
      put(last);
    },
    /** Goes on with what is stored now, after the people were changed, or somebody else has. */
    begin,
  };
}

/** @param {readonly StoredField[]} stored @param {ReadonlyMap<number, string>} ids in the same order @returns {readonly PlacedField[]} */
function placedAs(stored, ids) {
  const known = [...ids.keys()];
  return stored.map(({ id: _, value: __, completedAt: ___, ...field }, at) => ({
    ...field,
    key: known[at] ?? 0,
  }));
}

/** @param {PlacedField} field @param {string | undefined} id @returns {FieldInput} */
const inputOf = ({ key: _, ...field }, id) => (id === undefined ? field : { ...field, id });

/**
 * The ids that fields have now that they are stored: those that they had, or that of a field which was not there before and lies
 * where this one was put.
 * @param {readonly StoredField[]} answer
 * @param {readonly PlacedField[]} sent
 * @param {ReadonlyMap<number, string>} before
 */
function idsIn(answer, sent, before) {
  const old = new Set(before.values());
  const fresh = answer.filter(({ id }) => !old.has(id));
  /** @type {Map<number, string>} */
  const ids = new Map();
  for (const field of sent) {
    const at = fresh.findIndex((each) => isAt(each, field));
    const id = before.get(field.key) ?? fresh.splice(at, at === -1 ? 0 : 1)[0]?.id;
    if (id !== undefined) ids.set(field.key, id);
  }
  return ids;
}

const parts = /** @type {const} */ (['x', 'y', 'width', 'height']);
/** @param {StoredField} stored @param {PlacedField} field */
const isAt = (stored, field) =>
  stored.kind === field.kind &&
  stored.page === field.page &&
  stored.signerId === field.signerId &&
  parts.every((part) => Math.abs(stored[part] - field[part]) < 1e-6);

/** Those who want to know that something has changed. */
function listeners() {
  /** @type {(() => void)[]} */
  const all = [];
  return {
    /** @param {() => void} listen */
    add: (listen) => void all.push(listen),
    tell() {
      for (const listen of all) listen();
    },
  };
}
