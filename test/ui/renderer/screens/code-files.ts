import { soldOrder } from '../complaint-data.ts';
import { mona, staffWith } from '../day-reports.ts';
import { shown, type Screen } from './screen.ts';

/** The codes of a sale in a file for a company. */
export const codeFileScreens: readonly Screen[] = [
  {
    name: 'codes for a company, asked why',
    double: { staff: staffWith(mona.id) },
    reach: async (counter) => {
      await counter.addOrder({ ...soldOrder, filesSaved: 1, basket: { id: soldOrder.operationId, line: 0 } });
      await counter.area('nav.orders').click();
      await counter.page
        .getByRole('option')
        .filter({ hasText: soldOrder.saleNumber ?? '' })
        .click();
      await counter.button('codesFile.button').click();
      await shown(counter.inQuestion('codesFile.confirm.again'));
    },
    next: [
      {
        name: 'codes for a company, the password',
        reach: async (counter) => {
          await counter.page.getByRole('textbox', { name: counter.words('codesFile.reason'), exact: true }).fill('17');
          await counter.inQuestion('codesFile.confirm.again').click();
          await shown(counter.page.frameLocator('iframe.password-frame').getByText('HKMN'));
        },
      },
      {
        name: 'codes for a company, the password hidden',
        reach: async (counter) => {
          await counter.notify('hideCodes', {});
          await shown(counter.inQuestion('codesFile.close'));
        },
      },
    ],
  },
];
