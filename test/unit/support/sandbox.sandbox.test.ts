import { describe, expect, it, onTestFinished } from 'vitest';
import { Sandbox } from '../../support/sandbox.ts';
import { tempFolder } from '../../support/temp.ts';

describe('planting faults from a test', () => {
  it('takes a name, parameters, a script, or several of them', async () => {
    const sandbox = await Sandbox.start({ data: tempFolder() });
    onTestFinished(() => sandbox.stop());
    await sandbox.fault('slow');
    await sandbox.fault({ name: 'slow', ms: 20, operation: 'createPartnerOrder', count: 3 });
    await sandbox.fault([
      { operation: 'getPartnerOrder', sequence: ['unsigned', null, ['slow', { name: 'bad-digest' }]] },
      'drop-before',
    ]);
    expect(await sandbox.faults()).toMatchObject({
      pending: [
        { name: 'slow', count: 1 },
        { name: 'slow', ms: 20, operation: 'createPartnerOrder', count: 3 },
        {
          operation: 'getPartnerOrder',
          sequence: [[{ name: 'unsigned' }], [], [{ name: 'slow' }, { name: 'bad-digest' }]],
        },
        { name: 'drop-before', count: 1 },
      ],
    });
  });
});
