import { afterAll, beforeAll, describe } from 'vitest';
import { badInput } from './parts/bad-input.ts';
import { enrolment } from './parts/enrolment.ts';
import { purchases } from './parts/purchases.ts';
import { reads } from './parts/reads.ts';
import { records } from './parts/records.ts';
import { shell } from './parts/shell.ts';
import { Counter } from './service.ts';

/** One file, in this order: an invitation takes one key, and what is bought first is read later. */
const counter = new Counter();
beforeAll(() => counter.open());
afterAll(() => counter.close());

describe('enrolment', () => enrolment(counter));
describe('reads', () => reads(counter));
describe('purchases', () => purchases(counter));
describe('bad input', () => badInput(counter));
describe('the records', () => records(counter));
describe('the shell', () => shell(counter));
