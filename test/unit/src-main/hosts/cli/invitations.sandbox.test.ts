import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Language } from '../../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../../src-shared/words/main-text.ts';
import { makeCheapVault } from '../../../../support/cheap-passphrase.ts';
import { ownService } from '../../enrolment/shared-service.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');

it('an invitation that is no good is said with what to do, and a good one is taken after it', async () => {
  const service = await ownService({ activation: 'automatic' });
  const shop = shopOf(service.profile);
  const [revoked, expired, used] = [
    await service.furtherInvitation(),
    await service.invitationFor(1),
    await service.furtherInvitation(),
  ];
  await service.control('/revoke-invitation', { invitationId: revoked.invitationId });
  expect(await enrol(shopOf(service.profile), used, 'en')).toMatchObject({ exit: 0 });
  await wait(1_500);
  const strange = { invitationId: randomUUID(), token: used.token };
  const refused = [
    [revoked, 'ar', 'cli.next.invitationOver'],
    [expired, 'en', 'cli.next.invitationOver'],
    [used, 'ar', 'cli.next.invitationUsed'],
    [strange, 'en', 'cli.next.invitation'],
  ] as const;
  for (const [given, language, key] of refused) {
    const { exit, error } = await enrol(shop, given, language);
    expect([exit, error.split('\n')]).toEqual([3, expect.arrayContaining([terminalText(language)(key)])]);
  }
  expect(await enrol(shop, { ...used, invitationId: 'none' }, 'en')).toMatchObject({ exit: 2 });
  expect(await enrol(shop, service, 'en')).toMatchObject({ exit: 0 });
});

interface Given {
  readonly invitationId: string;
  readonly token: string;
}

function shopOf(profile: object): string {
  const data = emptyFolder();
  makeCheapVault(data, 'a passphrase');
  writeFileSync(join(data, 'shop.json'), JSON.stringify(profile));
  return data;
}

async function enrol(data: string, { invitationId, token }: Given, language: Language) {
  writeFileSync(join(data, 'token'), token);
  const given = ['--invitation', invitationId, '--token-file', 'token', '--wait', '60'];
  const line = [main, '--data', data, '--deployment', 'shop.json', '--language', language, 'enrol', ...given];
  const env = { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase' };
  const child = spawn(process.execPath, line, { cwd: data, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { error: await read(child.stderr), exit: await ended };
}
