import { setTimeout as wait } from 'node:timers/promises';
import { session } from 'electron';
import { securityHeaders, type RendererFiles } from '../renderer-files.ts';
import { appOrigin, appPartition, appScheme } from './addresses.ts';
import { answerAppRequest, type Served } from './app-scheme.ts';
import { filesNamedIn, firstFiles, type FirstFiles } from './first-files.ts';

interface Screens extends Pick<Served, 'page' | 'begins'> {
  readonly files: Promise<RendererFiles>;
  readonly look: () => Served['look'];
}

/** A page that never comes holds nothing up for longer. */
const patienceMs = 1_000;

/** Each resolves when the page has that, or seems not to come for it. */
type GivenScreens = Pick<FirstFiles, 'frame' | 'screens'>;

/** Serves the screens. Whatever keeps this thread busy for long comes when the page has them. */
export function serveScreens({ files, look, begins, page }: Screens): GivenScreens {
  const headers = securityHeaders('none');
  const first = files.then((read) => firstFiles(filesNamedIn(new TextDecoder().decode(read.get('/')?.bytes))));
  const { protocol, webRequest } = session.fromPartition(appPartition);
  protocol.handle(appScheme, async (request) =>
    answerAppRequest({ files: await files, headers, page, look: look(), begins }, request),
  );
  // That the last byte was taken is not enough: it is this thread that tells the page of a file's end (0083).
  webRequest.onCompleted(({ url }) => void first.then(({ note }) => note(url.slice(appOrigin.length))));
  const within = (given: (files: FirstFiles) => Promise<void>): Promise<void> =>
    Promise.race([first.then(given), wait(patienceMs)]);
  const frame = within((given) => given.frame);
  return { frame, screens: frame.then(() => within((given) => given.screens)) };
}
