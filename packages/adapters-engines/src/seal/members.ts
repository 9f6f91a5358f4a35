import { type BaseBlock, Constructed, Sequence, Set as SetOf } from 'asn1js';

/** The members of a SEQUENCE. Throws a `TypeError` of anything else. */
export function membersOf(block: unknown): readonly BaseBlock[] {
  if (!(block instanceof Sequence)) throw new TypeError('It is no SEQUENCE');
  return block.valueBlock.value;
}

/** The members of a SET. Throws a `TypeError` of anything else. */
export function setMembersOf(block: unknown): readonly BaseBlock[] {
  if (!(block instanceof SetOf)) throw new TypeError('It is no SET');
  return block.valueBlock.value;
}

/** Whether it has members, and this tag. */
export const isTagged = (block: BaseBlock | undefined, number: number): block is Constructed =>
  block instanceof Constructed && block.idBlock.tagClass === 3 && block.idBlock.tagNumber === number;
