import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok } from '../../core/result.ts';
import type { CallContext } from './context.ts';

/** What a person does about updates. What comes of it later goes out as `updatesChanged`. */
export function updateCalls({ updates }: CallContext): CallHandlers['updates'] {
  const after = (work: (() => void | Promise<void>) | null) => async () => {
    await work?.();
    return ok(updates.view());
  };
  return {
    view: after(null),
    look: after(() => updates.look()),
    lookInFolder: after(() => updates.lookInFolder()),
    install: after(() => updates.install()),
    putOff: after(() => updates.putOff()),
    copyCommand: () => updates.copyCommand(),
  };
}
