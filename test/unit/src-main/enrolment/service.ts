import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { parseProfile, type DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { projectRoot } from '../../../support/project.ts';
import { makeTempFolder } from '../../../support/temp.ts';

const announcement = z.object({
  controlUrl: z.string(),
  controlToken: z.string(),
  deploymentFile: z.string(),
  invitationId: z.string(),
  enrollmentTokenFile: z.string(),
});
const invitation = z.object({ invitationId: z.string(), enrollmentTokenFile: z.string() });

/** The partner service as a process of its own, as a person with an invitation meets it. */
export interface Service {
  readonly profile: DeploymentProfile;
  readonly invitationId: string;
  readonly token: string;
  fault(name: string, operation: string): Promise<void>;
  control(path: string, body?: object): Promise<unknown>;
  /** What the control port says without changing anything. */
  look(path: string): Promise<unknown>;
  furtherInvitation(): Promise<{ readonly invitationId: string; readonly token: string }>;
  /** One that is good for so many seconds. */
  invitationFor(validSeconds: number): Promise<{ readonly invitationId: string; readonly token: string }>;
  stop(): void;
}

/** Starts the service; keys wait for `control('/activate')` unless `activation` is automatic. The caller stops it. */
export async function startService(
  options: { readonly deployment?: object; readonly activation?: 'automatic' } = {},
): Promise<Service> {
  const folder = makeTempFolder();
  const data = folder.path;
  const arguments_ = [join(projectRoot, 'src-sandbox/main.ts'), '--port', '0', '--data', data];
  if (options.activation === undefined) arguments_.push('--activate', 'manual');
  if (options.deployment !== undefined) {
    const file = join(data, 'given.json');
    writeFileSync(file, JSON.stringify(options.deployment));
    arguments_.push('--deployment', file);
  }
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (): void => {
    child.kill('SIGKILL');
    folder.remove();
  };
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the service ended before it was ready')));
  });
  const { controlUrl, controlToken, deploymentFile, invitationId, enrollmentTokenFile } = announcement.parse(
    JSON.parse(line),
  );
  const profile = parseProfile(readFileSync(deploymentFile, 'utf8'));
  if (!profile.ok) throw new Error('the deployment file of the service is no profile');
  const control = async (path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(controlUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const invite = async (how: object) => {
    const further = invitation.parse(await control('/invitations', how));
    return { invitationId: further.invitationId, token: tokenIn(further.enrollmentTokenFile) };
  };
  return {
    profile: profile.value,
    invitationId,
    token: tokenIn(enrollmentTokenFile),
    control,
    look: async (path) => {
      const answer = await fetch(controlUrl + path, { headers: { authorization: `Bearer ${controlToken}` } });
      return (await answer.json()) as unknown;
    },
    stop,
    fault: async (name, operation) => {
      await control('/faults', { name, operation });
    },
    furtherInvitation: () => invite({}),
    invitationFor: (validSeconds) => invite({ validSeconds }),
  };
}

function tokenIn(file: string): string {
  return readFileSync(file, 'utf8').trim();
}
