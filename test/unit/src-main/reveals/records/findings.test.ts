import { expect, it } from 'vitest';
import { noteFindings, openFindings, recordFindings } from '../../../../../src-main/reveals/records/findings.ts';
import { operationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { Till, value } from '../../orders/till.ts';

const found = { ownedCards: 3, unknownCards: [soldCardId(3)], missingCards: [soldCardId(1)] };
const unchecked = [{ walletId, code: 'wallet_not_granted' as const }];
const lost = { standing: 'completed', invoiceId: 'i', walletId: 'w', cardId: 'c', quantity: 2 };

it('findings are shown again until a person has noted them', async () => {
  const { journal } = (await Till.open()).counter.localRecords;
  expect(openFindings(journal)).toBeNull();
  expect(value(recordFindings(journal, found, undefined))).toEqual(found);
  expect(openFindings(journal)).toEqual(found);
  value(noteFindings(journal));
  expect(openFindings(journal)).toBeNull();
  value(recordFindings(journal, { ...found, ownedCards: 4 }, undefined));
  expect(openFindings(journal)?.ownedCards).toBe(4);
});

it('findings tell of lost orders as much as a person can use', async () => {
  const { journal } = (await Till.open()).counter.localRecords;
  value(recordFindings(journal, { ...found, lostOrders: [{ operationId, ...lost }] }, undefined));
  expect(openFindings(journal)?.lostOrders).toEqual([{ operationId, standing: 'completed', quantity: 2 }]);
});

it('findings make these records the one copy, with the word of whoever accepted the rest', async () => {
  const { journal } = (await Till.open()).counter.localRecords;
  journal.changeCopyStatus('copied', ['test']);
  value(recordFindings(journal, { ...found, unchecked }, 'Manager'));
  expect(journal.copyStatus()).toBe('own');
  expect(journal.events({ kind: 'unchecked-cards-accepted' })).toMatchObject([{ body: { by: 'Manager', unchecked } }]);
});

it('findings that a later version wrote in another way are not shown', async () => {
  const { journal } = (await Till.open()).counter.localRecords;
  value(journal.append({ subject: '', kind: 'owned-cards-reconciled', body: { ownedCards: 'many' } }));
  expect(openFindings(journal)).toBeNull();
});
