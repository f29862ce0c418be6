import { BrowserWindow, session } from 'electron';
import type { AppPorts } from '../../app/counter/ports.ts';
import { createSerialQueue } from '../../core/serial-queue.ts';
import { appPage, appScheme } from './addresses.ts';
import { unlessSilent } from './hidden-work.ts';
import { receiptHeaders, withFonts, type ReceiptFonts } from './receipt-sheet.ts';
import { reportPartition, reportWindowOptions } from './window-options.ts';

/**
 * Draws reports as PDF, each in a hidden window of its own, in a session that keeps nothing and reaches nothing.
 * Nothing is written to a file here.
 */
export function pdfDrawer(fonts: ReceiptFonts): NonNullable<AppPorts['drawPdf']> {
  const jobs = createSerialQueue();
  // One after the other: they share the session.
  return (page) => jobs.run(() => inWindowOfItsOwn(withFonts(page, fonts)));
}

const name = 'report';

async function inWindowOfItsOwn(page: string): Promise<Uint8Array | null> {
  const own = session.fromPartition(reportPartition, { cache: false });
  own.protocol.handle(appScheme, ({ url }) =>
    url === `${appPage}${name}`
      ? new Response(page, { headers: receiptHeaders(name) })
      : new Response(null, { status: 404 }),
  );
  const hidden = new BrowserWindow(reportWindowOptions());
  try {
    return await unlessSilent(hidden, draw(hidden), null);
  } catch {
    return null;
  } finally {
    if (!hidden.isDestroyed()) hidden.destroy();
    own.protocol.unhandle(appScheme);
  }
}

async function draw(hidden: BrowserWindow): Promise<Uint8Array> {
  await hidden.loadURL(`${appPage}${name}`);
  return hidden.webContents.printToPDF({ pageSize: 'A4', printBackground: true, generateTaggedPDF: true });
}
