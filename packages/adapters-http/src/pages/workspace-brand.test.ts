import { expect } from 'chai';
import { brandHeader, pictureOrigin } from './workspace-brand.ts';

const ofLogo = (logoUrl: string | null) => pictureOrigin({ name: 'Clinic', logoUrl });

describe('the workspace at the head of a page', () => {
  it('MTG-108: allows a picture from the origin of its logo and from nowhere else', () => {
    expect(ofLogo('https://Logos.example.com:8443/a/b.png?x=1')).to.equal('https://logos.example.com:8443');
    expect(ofLogo('https://büro.example/a.png')).to.equal('https://xn--bro-hoa.example');
    expect([ofLogo(null), pictureOrigin(undefined)]).to.deep.equal([null, null]);
  });

  for (const address of [
    'https://*.example.com/a.png',
    "https://a.example;script-src'unsafe-inline'/a.png",
    'https://a.example,b.example/a.png',
    'https://[::1]/a.png',
    'http://logos.example.com/a.png',
    'data:image/png;base64,AAAA',
    'not an address',
  ])
    it(`MTG-108: shows the name alone where an address could change the policy of the page: ${address}`, () => {
      expect(ofLogo(address)).to.equal(null);
      expect(brandHeader({ name: 'Clinic', logoUrl: address })).to.not.include('<img');
    });

  it('MTG-108: makes no markup of the name or the address', () => {
    const header = brandHeader({
      name: '<b>Clinic</b>',
      logoUrl: 'https://logos.example.com/a.png?"onerror="alert(1)',
    });

    expect(header).to.include('&lt;b&gt;Clinic&lt;/b&gt;').and.include('a.png?&quot;onerror=&quot;alert(1)"');
  });
});
