import type { Session } from 'electron';
import { isAllowedRequest } from './addresses.ts';

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setSpellCheckerEnabled'
> & {
  readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>;
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
};

/**
 * Takes everything from a session but the screens: no permission, no device, no download, no request to anywhere else
 * (law 7).
 */
export function guardSession(session: GuardedSession, packaged: boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // The spell checker would fetch its dictionaries.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isAllowedRequest(details.url, packaged) }));
}
