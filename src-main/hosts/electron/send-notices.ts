import type { WebContents } from 'electron';
import { noticeChannelOf } from '../../../src-shared/contract/names.ts';
import type { ReportBug } from '../../app/calls/registrar.ts';
import type { CounterApp } from '../../app/counter/ports.ts';
import { forwardNotices } from '../notices.ts';

/** Passes the counter's notices on to the window, while there is one. */
export function sendNotices(
  counter: Pick<CounterApp, 'onNotice'>,
  ownContents: () => WebContents | null,
  reportBug: ReportBug,
): void {
  forwardNotices(counter, (notice, payload) => ownContents()?.send(noticeChannelOf(notice), payload), reportBug);
}
