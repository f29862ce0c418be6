import { ipcMain, type WebContents } from 'electron';
import { callNames, channelOf } from '../../../src-shared/contract/names.ts';
import type { Dispatch } from '../../app/calls/registrar.ts';
import { err } from '../../core/result.ts';
import { isOwnMainFrame } from './sender.ts';

/**
 * Listens on the channels of the contract and on no other. The only file that listens to messages of a page. Resolves
 * when our own page has asked for something.
 */
export function registerCalls(dispatch: Dispatch, ownContents: () => WebContents | null): Promise<void> {
  return new Promise((resolve) => {
    for (const [domain, calls] of Object.entries(callNames)) {
      for (const call of calls) {
        ipcMain.handle(channelOf(domain, call), (event, input: unknown) => {
          if (!isOwnMainFrame(event, ownContents())) return err({ code: 'not_allowed', detail: 'foreign_sender' });
          resolve();
          return dispatch(domain, call, input);
        });
      }
    }
  });
}
