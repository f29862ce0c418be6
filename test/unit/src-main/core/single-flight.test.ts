import { expect, test } from 'vitest';
import { createSingleFlight } from '../../../../src-main/core/single-flight.ts';

const flight = () => createSingleFlight<string, string>();

test('whoever asks while the work of a key is under way gets its outcome', async () => {
  const once = flight();
  const first = Promise.withResolvers<string>();
  const started: string[] = [];
  const ask = (name: string) => (): Promise<string> => {
    started.push(name);
    return first.promise;
  };
  const both = [once.run('a', ask('one')), once.run('a', ask('two'))];
  first.resolve('done');
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  expect(started).toEqual(['one']);
});

test('the work of another key, and of one whose work is over, is begun', async () => {
  const once = flight();
  expect(
    await Promise.all([once.run('a', () => Promise.resolve('1')), once.run('b', () => Promise.resolve('2'))]),
  ).toEqual(['1', '2']);
  expect(await once.run('a', () => Promise.resolve('3'))).toBe('3');
});

test('work that fails fails for all who asked, and is begun again after it', async () => {
  const once = flight();
  const both = [
    once.run('a', () => Promise.reject(new Error('a fault'))),
    once.run('a', () => Promise.resolve('never begun')),
  ];
  for (const one of both) await expect(one).rejects.toThrow('a fault');
  expect(once.isUnderWay('a')).toBe(false);
  expect(await once.run('a', () => Promise.resolve('again'))).toBe('again');
});

test('says what is under way, and when nothing is any more', async () => {
  const once = flight();
  const works = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const first = once.run('a', () => works[0].promise);
  void once.run('b', () => new Promise(() => undefined));
  expect([once.keys(), once.isUnderWay('a'), once.isUnderWay('c')]).toEqual([['a', 'b'], true, false]);

  let hasEnded = false;
  const ended = once.ended('a').then(() => {
    hasEnded = true;
  });
  // Begun the moment the first is over: the key is free only after it too.
  const second = first.then(() => once.run('a', () => works[1].promise));
  works[0].resolve('first');
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect([hasEnded, once.keys()]).toEqual([false, ['b', 'a']]);
  works[1].resolve('second');
  await Promise.all([second, ended]);
  expect(once.keys()).toEqual(['b']);
});

test('waits for the end of what fails as well, and for nothing where nothing is under way', async () => {
  const once = flight();
  const failing = once.run('a', () => Promise.reject(new Error('a fault')));
  await Promise.all([once.ended('a'), expect(failing).rejects.toThrow('a fault')]);
  await once.ended('a');
});
