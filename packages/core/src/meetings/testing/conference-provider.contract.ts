import { expect } from 'chai';
import { base64urlOf, bytesOfBase64url, hmacSha256 } from '../../kernel/crypto.ts';
import { instantOf, millisecondsOf } from '../../kernel/time.ts';
import type { ConferenceProvider, ConferenceSeat } from '../room/conference-provider.ts';

export interface ConferenceWorld {
  readonly provider: ConferenceProvider;
  /** What the media server checks tokens with. */
  readonly key: Uint8Array;
}

const now = '2026-11-23T12:00:00.000Z';
const until = '2026-11-23T12:10:00.000Z';
const seat: ConferenceSeat = {
  room: 'chn-abcdefghijklmnopqrstuvwxyz',
  admissionId: '01900000-0000-7000-8000-00000000000a',
  displayName: 'Grace "G" Höpper',
  role: 'attendee',
  grants: { publishAudio: true, publishVideo: false, shareScreen: false, subscribe: true, moderate: false },
};

/** What every conference provider promises; the tokens are read here by RFC 7515 and 7519, with no library. */
export function conferenceProviderContract(adapter: string, open: () => Promise<ConferenceWorld>): void {
  describe(`ConferenceProvider by ${adapter}`, () => {
    it('MTG-60: signs a token with HS256 that opens one room for ten minutes at most', async () => {
      const { provider, key } = await open();

      const [head = '', body = '', signature] = (await provider.joinToken(seat, now, until)).split('.');

      expect(JSON.parse(textOf(head))).to.deep.equal({ alg: 'HS256', typ: 'JWT' });
      expect(signature).to.equal(base64urlOf(hmacSha256(key, `${head}.${body}`)));
      const { nbf, exp } = JSON.parse(textOf(body));
      expect([instantOf(nbf * 1000), instantOf(exp * 1000)]).to.deep.equal([
        instantOf(millisecondsOf(now) - 10_000),
        until,
      ]);
    });

    it('MTG-60: names the room exactly, the admission, and nothing else that tells who or what it is', async () => {
      const { provider } = await open();

      const claims = claimsOf(await provider.joinToken(seat, now, until));

      const text = JSON.stringify(claims);
      expect(text).to.include(JSON.stringify(seat.room)).and.to.include(seat.admissionId);
      expect(text).to.not.match(/@|email|title|code/);
    });

    it('gives a host the moderation that an attendee does not get', async () => {
      const { provider } = await open();
      const host = { ...seat, role: 'host', grants: { ...seat.grants, moderate: true } };

      const [plain, moderating] = await Promise.all([
        provider.joinToken(seat, now, until),
        provider.joinToken(host, now, until),
      ]);
      expect(claimsOf(moderating)).to.not.deep.equal(claimsOf(plain));
      expect(JSON.stringify(claimsOf(moderating))).to.match(/"(roomAdmin|moderate|moderator)":"?true/);
      expect(JSON.stringify(claimsOf(plain))).to.not.match(/"(roomAdmin|moderate|moderator)":"?true/);
    });

    it('MTG-66: takes no event without proof that it comes from the media server', async () => {
      const { provider } = await open();
      const body = new TextEncoder().encode('{"event":"room_finished","room":{"name":"x"},"createdAt":"1"}');

      for (const authorization of [null, '', 'Bearer ', 'Bearer nonsense', 'e30.e30.e30'])
        expect(await provider.readEvents(authorization, body, now)).to.equal(null);
    });
  });
}

const textOf = (part: string) => new TextDecoder().decode(bytesOfBase64url(part));
const claimsOf = (token: string): Record<string, unknown> => JSON.parse(textOf(token.split('.')[1] ?? ''));
