import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchConnection } from '../../../../../src-main/app/counter/connection.ts';
import { createHttpTransport } from '../../../../../src-main/hosts/http-transport.ts';
import type { ConnectionView } from '../../../../../src-shared/contract/schemas.ts';
import { HandClock } from '../../../../support/hand-clock.ts';

const answering: ConnectionView = { online: true };
const silent: ConnectionView = { online: true, trouble: 'silent' };
const none: ConnectionView = { online: false };

/** A service that accepts every call and answers when it is told to, watched over real HTTP in a time of its own. */
async function watchedService() {
  const held: ServerResponse[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((_, response) => {
    held.push(response);
    waiting.shift()?.();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const clock = new HandClock();
  const views: [ConnectionView, boolean][] = [];
  const answered: string[] = [];
  const connection = watchConnection(
    createHttpTransport(),
    clock,
    (view, isBack) => views.push([view, isBack]),
    (at) => answered.push(at),
  );
  const ask = (port = address.port) =>
    connection.transport.exchange(
      { method: 'GET', url: `http://127.0.0.1:${String(port)}/`, headers: [], body: null },
      { waitMs: 20_000, maxBytes: 1_000 },
    );
  /** A call that the service has and does not answer. */
  const askInVain = async () => {
    const arrived = new Promise<void>((resolve) => waiting.push(resolve));
    const answer = ask();
    await arrived;
    const response = held.pop();
    return { answer, end: () => response?.end('{}'), drop: () => response?.destroy() };
  };
  const askAndHear = async (): Promise<void> => {
    const { answer, end } = await askInVain();
    end();
    await answer;
  };
  return { connection, clock, views, answered, ask, askInVain, askAndHear };
}

/** A port where nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the connection', () => {
  it('is claimed by nothing before a call was answered', async () => {
    const { connection, askAndHear, views } = await watchedService();
    expect(connection.view()).toEqual({ online: true, trouble: 'untried' });
    await askAndHear();
    expect([connection.view(), views]).toEqual([answering, [[answering, false]]]);
    connection.forget();
    expect(connection.view()).toEqual({ online: true, trouble: 'untried' });
  });

  it('tells the minute of the last answer, once for each, and no more of another service', async () => {
    const { connection, clock, answered, askAndHear, askInVain } = await watchedService();
    expect(connection.answeredAt()).toBe(null);
    await askAndHear();
    await clock.pass(59_000);
    await askAndHear();
    await clock.pass(61_000);
    await askAndHear();
    const unanswered = await askInVain();
    await clock.pass(300_000);
    unanswered.drop();
    await unanswered.answer;
    expect(answered).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:02:00.000Z']);
    expect(connection.answeredAt()).toBe('1970-01-01T00:02:00.000Z');
    connection.forget();
    expect(connection.answeredAt()).toBe(null);
  });

  it('is silent ten seconds after a call that nothing came back to, and not before', async () => {
    const { connection, clock, askAndHear, askInVain } = await watchedService();
    await askAndHear();
    await clock.pass(60_000);
    await askInVain();
    await clock.pass(9_999);
    expect(connection.view()).toEqual(answering);
    await clock.pass(1);
    expect(connection.view()).toEqual(silent);
  });

  it('is silent where the first call of all gets no answer', async () => {
    const { connection, clock, askInVain } = await watchedService();
    await askInVain();
    await clock.pass(10_000);
    expect(connection.view()).toEqual(silent);
  });

  it('is silent no more as soon as any call is answered, that one or a later one', async () => {
    const { connection, clock, views, askAndHear, askInVain } = await watchedService();
    const first = await askInVain();
    await clock.pass(10_000);
    await askAndHear();
    expect(connection.view()).toEqual(answering);
    // The first still waits, and may wait another ten seconds before that is said again.
    await clock.pass(10_000);
    expect(connection.view()).toEqual(silent);
    first.end();
    await first.answer;
    expect(views).toEqual([
      [silent, false],
      [answering, true],
      [silent, false],
      [answering, true],
    ]);
    expect(clock.sleeping).toBe(0);
  });

  it('answers where one call is slow and others are answered meanwhile', async () => {
    const { connection, clock, askAndHear, askInVain } = await watchedService();
    await askInVain();
    for (let second = 0; second < 60; second += 5) {
      await clock.pass(5_000);
      await askAndHear();
    }
    expect(connection.view()).toEqual(answering);
  });

  it('is silent where calls end without an answer and no other is answered within ten seconds', async () => {
    const { connection, clock, askAndHear, askInVain } = await watchedService();
    await askAndHear();
    const lost = await askInVain();
    lost.drop();
    expect(await lost.answer).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
    expect(connection.view()).toEqual(answering);
    await clock.pass(10_000);
    expect(connection.view()).toEqual(silent);
  });

  it('is none where no connection comes up, until a call is answered again', async () => {
    const { connection, clock, views, ask, askAndHear, askInVain } = await watchedService();
    await ask(await closedPort());
    expect(connection.view()).toEqual(none);
    await askInVain();
    await clock.pass(10_000);
    expect(connection.view()).toEqual(none);
    await askAndHear();
    expect(views).toEqual([
      [none, false],
      [answering, true],
    ]);
  });

  it('tells of a refused signature until a later answer accepts one', async () => {
    const { connection, views, askAndHear } = await watchedService();
    await askAndHear();
    connection.judged(false);
    connection.judged(false);
    connection.judged(true);
    connection.judged(true);
    expect(views.map(([view]) => view)).toEqual([answering, { online: true, trouble: 'refused' }, answering]);
  });
});
