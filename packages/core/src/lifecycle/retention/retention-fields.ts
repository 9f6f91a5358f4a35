import { id } from '../../kernel/shapes.ts';

export const candidateId = () => id().describe('The id of the candidate.');
