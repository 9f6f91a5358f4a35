import type { Practice } from '../practice.ts';

/** Something that people of the practice do; the weight says how often, among all. */
export interface Act {
  readonly name: string;
  readonly weight: number;
  run(practice: Practice): Promise<void>;
}

/** Members and above: guests only read. */
export const staff = ({ people, random }: Practice) => random.pick(people.slice(0, 17));
/** The owner and the admins. */
export const leads = ({ people, random }: Practice) => random.pick(people.slice(0, 3));
