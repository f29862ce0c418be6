import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok } from '../../core/result.ts';
import type { CallContext } from './context.ts';

/** What a person does about updates. What comes of it later is told by `updatesChanged`. */
export function updateCalls({ updates }: CallContext): CallHandlers['updates'] {
  const seen = async (work: void | Promise<void> = undefined) => {
    await work;
    return ok(updates.view());
  };
  return {
    view: () => seen(),
    look: () => seen(updates.look()),
    lookInFolder: () => seen(updates.lookInFolder()),
    install: () => seen(updates.install()),
    putOff: () => seen(updates.putOff()),
    copyCommand: () => updates.copyCommand(),
  };
}
