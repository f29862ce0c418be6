import { expect, it } from 'vitest';
import { askedBy, pointsElsewhere } from '../../../../src-main/diagnostics/gateway.ts';

function asked(status: number, page = '', headers: readonly (readonly [string, string])[] = []) {
  return askedBy({ status, headers, body: new TextEncoder().encode(page) });
}

it.each([
  [407, '', 'asksProxyLogin'],
  [511, '', 'asksProxyLogin'],
  [400, 'The plain HTTP request was sent to HTTPS port', 'asksTls'],
  [400, 'No required SSL certificate was sent', 'asksCertificate'],
  [426, 'Upgrade Required', 'asksOtherHttp'],
])('a page with %i "%s": %s', (status, page, evidence) => {
  expect(asked(status, page)).toEqual({ kind: evidence, facts: {} });
});

it('asks for a password only where it says how', () => {
  expect(asked(401, '', [['WWW-Authenticate', 'Basic realm="staging"']])?.kind).toBe('asksLogin');
  expect(asked(401)).toBeNull();
});

it.each([
  ['http://login.hotel.example/?from=x', 'login.hotel.example'],
  ['https://раураl.example/', 'xn--l-7sba6dbr.example'],
  ['/v1/profile/?a=1', '/v1/profile/'],
  ['<b>\u202e', 'b'],
])('shows of the place that it points to, %s, what cannot be taken for another', (location, shown) => {
  expect(asked(302, '', [['Location', location]])).toEqual({ kind: 'redirected', facts: { component: shown } });
});

it.each([
  [308, 'https://api2.example/v1/profile', true],
  [301, 'https://partner.example/api/v1/profile', true],
  [301, '/api/v1/profile', true],
  [302, 'https://login.hotel.example/?to=/v1/profile', false],
  [302, 'https://partner.example/v1/profile', false],
  [302, 'https://partner.example/v1/profile/', false],
  [302, 'http://', false],
  [200, 'https://api2.example/v1/profile', false],
])('takes a service for moved only where the same is sent elsewhere: %i %s', (status, location, moved) => {
  const page = { status, headers: [['Location', location]] as const, body: new Uint8Array() };
  expect(pointsElsewhere(page, { url: 'https://partner.example/v1/profile' })).toBe(moved);
});

it.each([200, 403, 404, 500])('says nothing about a bare %i', (status) => {
  expect(asked(status)).toBeNull();
});
