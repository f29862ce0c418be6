import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../../../src-main/core/ports.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { createTrainingServices } from '../../../../../src-main/hosts/browser/training-only.ts';

const answer = { ok: true, value: { status: 200, headers: [], body: new Uint8Array() } } as const;

function services() {
  const sent: string[] = [];
  const transport: Transport = {
    exchange: ({ url }) => {
      sent.push(url);
      return Promise.resolve(answer);
    },
  };
  const stopped: string[] = [];
  const training = createTrainingServices(transport);
  const add = (baseUrl: string) =>
    training.add({
      baseUrl,
      deploymentFile: '',
      invitationId: '',
      enrollmentTokenFile: '',
      setFaults: () => Promise.resolve(ok(undefined)),
      stop: () => {
        stopped.push(baseUrl);
        return Promise.resolve();
      },
    });
  const send = (url: string) =>
    training.transport.exchange({ method: 'GET', url, headers: [], body: null }, { waitMs: 1, maxBytes: 1 });
  return { training, add, send, sent, stopped };
}

describe('the training counter', () => {
  it('speaks to the service it started', async () => {
    const { add, send } = services();
    add('http://127.0.0.1:4010');
    expect(await send('http://127.0.0.1:4010/v1/profile')).toBe(answer);
  });

  it.each([
    'http://127.0.0.1:4011/',
    'https://127.0.0.1:4010/',
    'http://localhost:4010/',
    'https://partner.example/',
    'http://127.0.0.1:4010@partner.example/',
  ])('sends nothing to %s', async (url) => {
    const { add, send, sent } = services();
    add('http://127.0.0.1:4010');
    expect(await send(url)).toEqual({ ok: false, error: { code: 'not_sent' } });
    expect(sent).toEqual([]);
  });

  it('stops every service it started', async () => {
    const { training, add, stopped } = services();
    add('http://127.0.0.1:4010');
    add('http://127.0.0.1:4011');
    await training.stopAll();
    expect(stopped).toEqual(['http://127.0.0.1:4010', 'http://127.0.0.1:4011']);
  });
});
