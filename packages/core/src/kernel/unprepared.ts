/**
 * Thrown by an action in its transaction, when it needs after all what its `prepare` does and nothing was prepared. Nothing
 * of the transaction stays, and the action begins anew with its slow work.
 */
export class Unprepared extends Error {
  override readonly name = 'Unprepared';
}
