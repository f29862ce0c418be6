import { setTimeout as wait } from 'node:timers/promises';
import { session } from 'electron';
import { securityHeaders, type RendererFiles } from '../renderer-files.ts';
import { appPartition, appScheme } from './addresses.ts';
import { answerAppRequest, type Served } from './app-scheme.ts';
import { filesNamedIn, firstFiles } from './first-files.ts';

interface Screens extends Pick<Served, 'page'> {
  readonly files: Promise<RendererFiles>;
  readonly look: () => Served['look'];
}

/** A page that never comes holds nothing up for longer. */
const patienceMs = 1_000;

/**
 * Serves the screens. Resolves when the page has what it needs before it draws: whatever keeps this thread busy for
 * long comes after that.
 */
export async function serveScreens({ files, look, page }: Screens): Promise<void> {
  const headers = securityHeaders('none');
  const first = files.then((read) => firstFiles(filesNamedIn(new TextDecoder().decode(read.get('/')?.bytes))));
  session.fromPartition(appPartition).protocol.handle(appScheme, async (request) => {
    const { note } = await first;
    return answerAppRequest({ files: await files, headers, page, look: look(), given: note }, request);
  });
  await Promise.race([first.then(({ given }) => given), wait(patienceMs)]);
}
