import { expect } from 'chai';
import { openLog } from './log.ts';

describe('openLog', () => {
  it('writes no secret, whatever field or text it came in', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    const key = `chan_live_0a1b2c3d_${'k'.repeat(43)}`;
    const link = 'L'.repeat(43);
    const error = Object.assign(new Error(`connect to postgres://chancery:hunter2@db.internal/x failed`), {
      code: 'ECONNREFUSED',
      parameters: ['ada@example.com'],
    });

    log.info(
      { authorization: 'hunter2', request: { password: 'hunter2', 'x-service-api-key': 'hunter2' } },
      `used ${key} and https://a.example/join/${link}`,
    );
    log.error({ error, err: error }, 'Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl');
    log.error('token-eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl of api.chancery.example');

    const text = lines.join('');
    for (const secret of ['hunter2', 'k'.repeat(43), link, 'c2lnbmF0dXJl', 'ada@example.com'])
      expect(text).to.not.include(secret);
    expect(text)
      .to.include('chan_live_0a1b2c3d_[redacted]')
      .and.include('ECONNREFUSED')
      .and.include('postgres://[redacted]@db.internal')
      .and.include('token-[redacted] of api.chancery.example');
  });

  it('leaves ids alone', () => {
    const lines: string[] = [];
    const id = '0190a000-0000-7000-8000-000000000001';
    openLog('info', { write: (line) => void lines.push(line) }).info(
      { requestId: id, workspaceId: `workspace_${'a'.repeat(26)}` },
      'request',
    );

    expect(lines[0])
      .to.include(id)
      .and.include(`workspace_${'a'.repeat(26)}`);
  });

  it('PLT-24: writes no header that carries a secret of an endpoint, however deep a line has it', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) }, ['x-share-passcode']);
    const headers = { 'x-share-passcode': 'hunter2', authorization: 'hunter2', 'x-purpose-of-use': 'audit' };

    log.info(headers, 'flat');
    log.info({ headers }, 'within');
    log.info({ request: { headers } }, 'deeper');

    expect(lines.join('')).to.not.include('hunter2');
    expect(lines.filter((line) => line.includes('"x-purpose-of-use":"audit"'))).to.have.length(3);
  });
});
