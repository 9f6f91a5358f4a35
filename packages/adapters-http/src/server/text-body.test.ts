import { isFailure } from '@chancery/core';
import { leastGrowth, mostLinearPower } from '@chancery/core/testing';
import { expect } from 'chai';
import { allRoutes } from '../routes/index.ts';
import { hostileBodies } from '../testing/hostile-bodies.ts';
import { leavesOf } from '../testing/input-leaves.ts';
import { jsonLimits, parseFormBody, parseJsonBody, parseParameters } from './text-body.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const mostMilliseconds = 100;
const refusal = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, ...error.details.map(({ path, code }) => `${path} ${code}`)].join(' ');
  }
};

describe('text of a body', () => {
  for (const type of [
    json,
    `${json}; charset=utf-8`,
    `${json}; charset="UTF-8"`,
    'Application/Merge-Patch+JSON;Charset = utf-8',
  ])
    it(`is read as JSON if it is sent as ${type}`, () => {
      expect(parseJsonBody(Buffer.from('{"a":"\u00e9"}'), type)).to.deep.equal({ a: '\u00e9' });
    });

  for (const charset of ['utf-16', 'utf-16le', 'iso-8859-1', 'us-ascii', '"utf-7"', 'utf-8, utf-16', ''])
    it(`PLT-28: a charset of ${charset || 'nothing'} is refused, for JSON and for forms`, () => {
      const refused = 'request.invalid /header/content-type charset.unsupported';

      expect(refusal(() => parseJsonBody(Buffer.from('{}'), `${json}; charset=${charset}`))).to.equal(
        refused,
      );
      expect(refusal(() => parseFormBody(Buffer.from('a=b'), `${form}; charset=${charset}`))).to.equal(
        refused,
      );
    });

  for (const [name, bytes] of [
    ['a byte of no letter', [0xff]],
    ['the first half of a letter', [0xc3]],
    ['a longer spelling of a slash', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a letter beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ] as const)
    it(`PLT-28: ${name} is no UTF-8 and is refused, in JSON, in a form, and percent-encoded`, () => {
      const encoded = bytes.map((byte) => `%${byte.toString(16)}`).join('');
      const within = (before: string, after: string) =>
        Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);

      expect(refusal(() => parseJsonBody(within('{"a":"', '"}'), json))).to.equal('request.malformed_json');
      expect(refusal(() => parseFormBody(within('a=', ''), form))).to.equal(
        'request.invalid  field.encoding',
      );
      expect(refusal(() => parseFormBody(Buffer.from(`a=${encoded}`), form))).to.equal(
        'request.invalid  field.encoding',
      );
      expect(refusal(() => parseParameters(`search=${encoded}`, '/query'))).to.equal(
        'request.invalid /query field.encoding',
      );
    });

  it('keeps a percent sign that encodes nothing, and reads the letters that others encode', () => {
    expect(parseParameters('search=50%&of=%C3%A9+%c3%a9', '/query').toString()).to.equal(
      'search=50%25&of=%C3%A9+%C3%A9',
    );
  });

  it('PLT-28: what nests too deep or holds too many values is refused, and the refusal says what to do', () => {
    const messageOf = (body: string) => {
      try {
        parseJsonBody(Buffer.from(body), json);
      } catch (error) {
        return isFailure(error) ? `${error.code}: ${error.message}` : String(error);
      }
      return 'none';
    };

    expect(messageOf(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).to.equal('none');
    expect(messageOf(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).to.equal(
      'request.malformed_json: Nest at most 32 levels deep.',
    );
    expect(messageOf(`{"a":[${Array(29_998).fill(0)}]}`)).to.equal('none');
    expect(messageOf(`{"a":[${Array(29_999).fill(0)}]}`)).to.equal(
      'request.malformed_json: Send at most 30,000 values in one body.',
    );
  });

  it('PLT-28: no endpoint takes as many values as a body may hold, and every list of every endpoint has a bound', () => {
    for (const { name, useCase } of allRoutes) {
      const leaves = leavesOf(useCase.input);
      for (const leaf of leaves)
        if (leaf.kind === 'list') expect(leaf.most, `${name} ${leaf.path}`).to.be.a('number');
      const listAt = (path: readonly (string | 0)[]) =>
        leaves.find(({ kind, path: list }) => kind === 'list' && list.join() === path.join());
      const held = leaves.reduce((sum, { path }) => {
        const lists = path.flatMap((part, at) => (part === 0 ? [listAt(path.slice(0, at))] : []));
        // A bound that lists of one name have together counts instead of all that is outside of it.
        return sum + lists.reduce((times, list) => list?.mostTogether ?? times * (list?.most ?? 1), 1);
      }, 0);

      expect(held * 2, name).to.be.below(jsonLimits.values);
    }
  });

  for (const { name, of } of hostileBodies)
    it(`PLT-28: reading ${name} takes time linear in the size`, async () => {
      const { power, milliseconds, readings } = await leastGrowth(
        (bytes: Buffer) => parseJsonBody(bytes, json),
        (bytes) => Buffer.from(of(bytes)),
        { from: 4096, bound: mostMilliseconds },
      );

      expect(power, JSON.stringify(readings)).to.be.below(mostLinearPower);
      expect(milliseconds).to.be.below(mostMilliseconds);
    });

  for (const unit of ['&', 'a=b&', '%', '%41', '=', '+', ';', 'a'])
    it(`PLT-28: reading a form full of ${JSON.stringify(unit)} takes time linear in the size`, async () => {
      const { power, readings } = await leastGrowth(
        (bytes: Buffer) => parseFormBody(bytes, form),
        (bytes) => Buffer.from(unit.repeat(bytes / unit.length)),
        { from: 256 },
      );

      expect(power, JSON.stringify(readings)).to.be.below(mostLinearPower);
    });
});
