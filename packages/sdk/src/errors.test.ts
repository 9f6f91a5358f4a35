import { expect } from 'chai';
import { errorOf } from './errors.ts';

describe('errorOf', () => {
  const kinds: Record<number, string> = {
    400: 'ValidationError',
    401: 'AuthenticationError',
    403: 'PermissionError',
    404: 'NotFoundError',
    408: 'UnavailableError',
    409: 'ConflictError',
    410: 'GoneError',
    412: 'VersionConflictError',
    413: 'ValidationError',
    415: 'ValidationError',
    422: 'ConflictError',
    429: 'RateLimitError',
    500: 'ChanceryError',
    502: 'UnavailableError',
    503: 'UnavailableError',
    504: 'UnavailableError',
  };
  for (const [status, name] of Object.entries(kinds)) {
    it(`makes a ${name} of ${status}`, () => {
      const error = errorOf(Number(status), new Headers(), undefined);
      expect(error).to.include({ name, status: Number(status) });
      expect(error.constructor.name).to.equal(name);
    });
  }

  it('never waits a negative time for a date that has passed', () => {
    const headers = new Headers({ 'retry-after': 'Thu, 01 Jan 2004 00:00:00 GMT' });
    expect(errorOf(503, headers, undefined).retryAfterSeconds).to.equal(0);
  });
});
