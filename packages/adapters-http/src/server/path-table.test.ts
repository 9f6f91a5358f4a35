import { expect } from 'chai';
import { PathTable } from './path-table.ts';

describe('PathTable', () => {
  const table = new PathTable<string>();
  table.add('GET', '/api/projects', 'list');
  table.add('POST', '/api/projects', 'create');
  table.add('GET', '/api/projects/{projectId}', 'get');
  table.add('GET', '/api/projects/mine', 'mine');
  table.add('GET', '/api/{any}/deep/path', 'deep');

  it('prefers a fixed segment to a parameter, and falls back if the fixed one leads nowhere', () => {
    expect(table.find('GET', '/api/projects/mine')).to.deep.equal({ entry: 'mine', values: [] });
    expect(table.find('GET', '/api/projects/42')).to.deep.equal({ entry: 'get', values: ['42'] });
    expect(table.find('GET', '/api/projects/deep/path')).to.deep.equal({
      entry: 'deep',
      values: ['projects'],
    });
    expect(table.find('GET', '/api/projects/mine/more')).to.equal(null);
    expect(table.find('GET', '/api/other/deep/path')).to.deep.equal({ entry: 'deep', values: ['other'] });
  });

  it('distinguishes a wrong method from an unknown path, and answers HEAD as GET', () => {
    expect(table.find('DELETE', '/api/projects')).to.deep.equal(['GET', 'POST']);
    expect(table.find('GET', '/api/projects/')).to.equal(null);
    expect(table.find('HEAD', '/api/projects')).to.deep.equal({ entry: 'list', values: [] });
  });

  it('refuses two routes of the same method and path', () => {
    expect(() => table.add('GET', '/api/projects', 'again')).to.throw('twice');
  });
});
