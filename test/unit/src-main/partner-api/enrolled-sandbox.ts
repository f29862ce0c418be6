import { spawn } from 'node:child_process';
import { sign, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { WalletId } from '../../../../src-main/core/ids.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { generatePrivateKey, publicHalf } from '../../../../src-main/signatures/keys.ts';
import { projectRoot } from '../../../support/project.ts';
import { makeTempFolder } from '../../../support/temp.ts';
import { profileOf, sessionOf } from './partner.ts';

const announcementSchema = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
  deploymentFile: z.string(),
  invitationId: z.string(),
  enrollmentTokenFile: z.string(),
  walletIds: z.array(z.string()),
});
type Announcement = z.infer<typeof announcementSchema>;

export interface EnrolledSandbox {
  readonly session: PartnerSession;
  readonly keyId: string;
  readonly walletIds: readonly WalletId[];
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

/** The training service as a process of its own, from its sources, with an activated key. */
export async function startEnrolledSandbox(): Promise<EnrolledSandbox> {
  const folder = makeTempFolder();
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'src-sandbox/main.ts'), '--port', '0', '--data', folder.path, '--activate', 'manual'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (first === null) throw new Error('the sandbox ended before it was ready');
  const line = announcementSchema.parse(JSON.parse(String(first[0])));
  const control = async (path: string, body: object): Promise<void> => {
    await post(line.controlUrl + path, body, { authorization: `Bearer ${line.controlToken}` });
  };
  const privateJwk = generatePrivateKey();
  const keyId = await enrol(line, privateJwk);
  await control('/activate', {});
  return {
    session: sessionOf({ profile: profileOf(documentIn(line.deploymentFile)), keyId, privateJwk }),
    keyId,
    walletIds: z.array(z.custom<WalletId>()).parse(line.walletIds),
    control,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      folder.remove();
    },
  };
}

async function enrol(line: Announcement, privateJwk: ReturnType<typeof generatePrivateKey>): Promise<string> {
  const address = `${line.baseUrl}/v1/enrollments/${line.invitationId}`;
  const authorization = { authorization: `Enrollment ${readFileSync(line.enrollmentTokenFile, 'utf8').trim()}` };
  const [notBefore, expiresAt] = [0, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const submitted = await post(
    `${address}/keys`,
    { publicJwk: publicHalf(privateJwk), notBefore, expiresAt },
    authorization,
  );
  const { keyId, challenge } = z.object({ keyId: z.string(), challenge: z.string() }).parse(submitted);
  const key = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(challenge), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  await post(`${address}/proof`, { keyId, challenge, signature }, authorization);
  return keyId;
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${String(answer.status)} from ${new URL(url).pathname.split('/').at(-1) ?? ''}`);
  return answer.json();
}

function documentIn(file: string): object {
  return z.looseObject({}).parse(JSON.parse(readFileSync(file, 'utf8')));
}
