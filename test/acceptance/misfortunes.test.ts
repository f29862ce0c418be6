import { afterAll, beforeAll, describe } from 'vitest';
import { misfortunes } from './parts/misfortunes.ts';
import { unsettled } from './parts/unsettled.ts';
import { Counter, isOurOwn } from './service.ts';

/** Beside a service of its own, which can be made to misbehave while another is asked for all else. */
describe.skipIf(!isOurOwn)('a service that misbehaves', () => {
  const counter = new Counter();
  beforeAll(async () => {
    await counter.open();
    await counter.enrol();
    await counter.chooseCard();
  });
  afterAll(() => counter.close());

  describe('orders that do not settle at once', () => unsettled(counter));
  describe('misfortunes', () => misfortunes(counter));
});
