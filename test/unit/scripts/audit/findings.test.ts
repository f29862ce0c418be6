import { describe, expect, it } from 'vitest';
import {
  advisoryFinding,
  dependencyFinding,
  electronFinding,
  licenceFinding,
} from '../../../../scripts/audit/findings.ts';

const weak = {
  auditReportVersion: 2,
  vulnerabilities: {
    fastify: { via: [{ title: 'Crash', severity: 'high', url: 'https://advisory.example/1' }] },
    'uses-it': { via: ['fastify'] },
  },
};

describe('the weaknesses that the registry knows', () => {
  it('are bad, and named once each', () => {
    expect(advisoryFinding(weak)).toMatchObject({
      outcome: 'bad',
      says: ['fastify: high: Crash (https://advisory.example/1)'],
    });
  });

  it('are none where it names none', () => {
    expect(advisoryFinding({ auditReportVersion: 2, vulnerabilities: {} }).outcome).toBe('good');
  });

  it.each([
    ['an answer that refuses the question', { message: '405 Method Not Allowed', statusCode: 405 }],
    ['no answer', null],
    ['an answer of another form', { auditReportVersion: 3, vulnerabilities: {} }],
    ['a list in the place of names', { auditReportVersion: 2, vulnerabilities: [] }],
  ])('are unknown, and said to be, for %s', (_what, printed) => {
    expect(advisoryFinding(printed)).toMatchObject({
      outcome: 'unasked',
      says: ['Could not ask the registry. Nothing is known of them.'],
    });
  });

  it('are bad where one of them cannot be read', () => {
    for (const broken of [{ via: [7] }, {}, 'text'])
      expect(advisoryFinding({ auditReportVersion: 2, vulnerabilities: { odd: broken } }).outcome).toBe('bad');
  });
});

describe('the pinned Electron', () => {
  const nowMs = Date.parse('2026-11-26T00:00:00Z');
  const times = {
    created: '2014-01-01T00:00:00Z',
    '43.9.0': '2026-11-01T00:00:00Z',
    '45.4.1': '2026-11-10T00:00:00Z',
    '45.10.0': '2026-11-20T00:00:00Z',
    '46.0.0-beta.1': '2026-11-21T00:00:00Z',
  };

  it('has an age, and is one of the three majors that are mended', () => {
    expect(electronFinding(times, '45.4.1', nowMs)).toMatchObject({
      outcome: 'good',
      says: [
        '45.4.1, released 16 days ago. The newest of its major is 45.10.0.',
        'Its major is one of the three that are mended; the newest is 45.',
      ],
    });
    expect(electronFinding(times, '43.9.0', nowMs).outcome).toBe('good');
  });

  it('is bad once three newer majors are there, and no sooner', () => {
    expect(electronFinding({ ...times, '46.0.0': '2026-11-22T00:00:00Z' }, '43.9.0', nowMs).outcome).toBe('bad');
  });

  it.each([null, {}, { '45.4.0': '2026-11-10T00:00:00Z' }, { '45.4.1': 'soon' }])(
    'is unknown, and said to be, where the registry says %j',
    (printed) => {
      expect(electronFinding(printed, '45.4.1', nowMs)).toMatchObject({ outcome: 'unasked' });
    },
  );
});

describe('a licence', () => {
  const of = (licence: string, key = 'node_modules/x') =>
    ({ key, name: 'x', version: '1.0.0', licence, integrity: '', dependencies: [] }) as const;
  const outcome = (licence: string, handedOn: boolean): string =>
    licenceFinding([of(licence)], new Set(handedOn ? ['node_modules/x'] : [])).outcome;

  it.each([
    ['MIT', 'good', 'good'],
    ['(MIT OR GPL-3.0)', 'good', 'good'],
    ['MIT AND GPL-3.0', 'bad', 'bad'],
    ['GPL-3.0', 'bad', 'bad'],
    ['MPL-2.0', 'bad', 'good'],
    ['', 'bad', 'bad'],
    ['MIT OR (GPL-3.0 AND X)', 'good', 'good'],
    ['SEE LICENSE IN LICENSE', 'bad', 'bad'],
  ])('%s is %s for what is handed on, and %s for tools', (licence, forShops, forTools) => {
    expect([outcome(licence, true), outcome(licence, false)]).toEqual([forShops, forTools]);
  });

  it('that is missing is named with its package', () => {
    expect(licenceFinding([of('')], new Set()).says).toEqual(['x 1.0.0: no licence named']);
  });
});

it('exactly two packages run beside the bundles', () => {
  expect(dependencyFinding(['fastify', 'better-sqlite3']).outcome).toBe('good');
  for (const other of [['fastify'], ['better-sqlite3', 'fastify', 'left-pad'], []])
    expect(dependencyFinding(other).outcome).toBe('bad');
});
