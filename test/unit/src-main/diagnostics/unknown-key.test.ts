import { expect, it } from 'vitest';
import { err, ok } from '../../../../src-main/core/result.ts';
import type { ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import type { CheckContext } from '../../../../src-main/diagnostics/check-context.ts';
import { unknownKey } from '../../../../src-main/diagnostics/unknown-key.ts';
import { profileOf } from '../partner-api/partner.ts';

const profile = profileOf({ baseUrl: 'https://partner.example' });

/** What a search notes where the address of the keys is read with this result. */
async function noted(looked: Awaited<ReturnType<ServiceKeys['look']>>) {
  const notes: unknown[] = [];
  const context = {
    counter: { session: { profile, serviceKeys: { look: () => Promise.resolve(looked) } } },
    note: (kind: string, facts?: object) => notes.push(facts === undefined ? [kind] : [kind, facts]),
  };
  const step = await unknownKey(context as unknown as CheckContext, profile, []);
  return { step, notes };
}

it('says with which status the address of the keys gave no set', async () => {
  expect(await noted(err({ code: 'answer_unreadable', httpStatus: 404 }))).toEqual({
    step: { cause: 'service_key_unknown', fields: ['serviceKeys.url'] },
    notes: [['keySetUnread', { status: 404 }]],
  });
});

it.each(['service_unreachable', 'connection_lost', 'answer_timeout', 'answer_too_large'] as const)(
  'speaks of no status where no whole answer came: %s',
  async (code) => {
    expect(await noted(err({ code }))).toEqual({
      step: { cause: 'service_key_unknown', fields: ['serviceKeys.url'] },
      notes: [['keySetUnreached']],
    });
  },
);

it('says that a set has no key that can be used', async () => {
  expect(await noted(ok({ believed: [], offered: [] }))).toEqual({
    step: { cause: 'service_form', fields: ['serviceKeys.url'] },
    notes: [['keySetUnusable']],
  });
});
