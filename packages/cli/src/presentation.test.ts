import { expect } from 'chai';
import { present } from './presentation.ts';

const manner = { width: 80, style: (_: string, text: string) => text, viewpoint: null };
const officer = { userId: 'usr_1', displayName: 'Ada' };

describe('what is shown of one thing', () => {
  it('says in words that a list is empty, and leaves a dash for what is not known', () => {
    const { text } = present({ project: { name: null, tags: [] } }, manner);
    expect(text.split('\n')).to.deep.equal(['name  –', 'tags  none']);
  });

  it('says that nobody would be told of an emergency, or who would', () => {
    const nobody = present({ drill: { told: [], reviewers: [] } }, manner);
    expect(nobody.text.split('\n')).to.deep.equal(['told       none', 'reviewers  none']);

    const told = present({ drill: { told: [{ person: officer }], reviewers: [officer] } }, manner);
    expect(told.text).to.include('told[0].person.displayName');
  });
});
