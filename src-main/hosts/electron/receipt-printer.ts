import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserWindow, nativeImage, session, type NativeImage, type WebContents } from 'electron';
import type { Paper, Printer, PrinterFault, PrintJob } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { createSerialQueue } from '../../core/serial-queue.ts';
import { appPage, appScheme } from './addresses.ts';
import { unlessSilent } from './hidden-work.ts';
import { blackAndWhite, drawnHeight, sheetStrips } from './receipt-pixels.ts';
import {
  imagesPage,
  isCancelled,
  printOptions,
  receiptHeaders,
  sheetDots,
  withFonts,
  type ReceiptFonts,
} from './receipt-sheet.ts';
import { receiptPartition, receiptWindowOptions } from './window-options.ts';

type Shelf = Map<string, Uint8Array<ArrayBuffer> | string>;

/**
 * Prints receipts as images, so that every printer puts Arabic down as it was drawn. Each job has a hidden window to
 * itself, in a session that keeps nothing and reaches nothing; it is gone when the system has the job. Nothing is
 * written to a file.
 */
export function receiptPrinter(fonts: ReceiptFonts, window: () => WebContents | null): Printer {
  const jobs = createSerialQueue();
  return {
    names: async () => ((await window()?.getPrintersAsync()) ?? []).map(({ name }) => name),
    // One after the other: they share the session.
    print: (job) => jobs.run(() => inWindowOfItsOwn(job, fonts)),
  };
}

async function inWindowOfItsOwn(job: PrintJob, fonts: ReceiptFonts): Promise<Result<void, PrinterFault>> {
  const shelf: Shelf = new Map();
  const own = session.fromPartition(receiptPartition, { cache: false });
  own.protocol.handle(appScheme, ({ url }) => answer(shelf, url));
  const hidden = new BrowserWindow(receiptWindowOptions(job.paper.dots));
  try {
    const images = await unlessSilent(hidden, draw(hidden, shelf, fonts, job), null);
    if (images === null) return err({ code: 'not_drawn' });
    // It may have come out: the person is asked, as about any print.
    const asksPerson = job.printerName === null;
    return await unlessSilent(hidden, put(hidden, shelf, images, job), ok(undefined), { asksPerson });
  } catch {
    return err({ code: 'not_drawn' });
  } finally {
    if (!hidden.isDestroyed()) hidden.destroy();
    own.protocol.unhandle(appScheme);
  }
}

function answer(shelf: Shelf, url: string): Response {
  const name = url.slice(appPage.length);
  const kept = url.startsWith(appPage) ? shelf.get(name) : undefined;
  return kept === undefined
    ? new Response(null, { status: 404 })
    : new Response(kept, { headers: receiptHeaders(name) });
}

/** Every document as an image of the paper's dots; null where one is not whole. */
async function draw(
  hidden: BrowserWindow,
  shelf: Shelf,
  fonts: ReceiptFonts,
  { documents, paper }: PrintJob,
): Promise<readonly NativeImage[] | null> {
  const images: NativeImage[] = [];
  for (const document of documents) {
    shelf.set('receipt', withFonts(document, fonts));
    await hidden.loadURL(`${appPage}receipt`);
    const pictures = drawn(await settledPicture(hidden.webContents), paper);
    if (pictures === null) return null;
    images.push(...pictures);
  }
  return images;
}

/** Loaded is not yet painted, least of all on a busy computer: a picture counts when the next one is the same. */
async function settledPicture(contents: WebContents): Promise<NativeImage> {
  let picture = await contents.capturePage();
  for (let left = 20; left > 0; left -= 1) {
    await sleep(60);
    const next = await contents.capturePage();
    if (next.toBitmap().equals(picture.toBitmap())) return next;
    picture = next;
  }
  return picture;
}

/** As long as there is something on it, and on sheets in pieces that one sheet holds. */
function drawn(captured: NativeImage, paper: Paper): readonly NativeImage[] | null {
  const { dots, heightMicrons } = paper;
  const image = captured.getSize().width === dots ? captured : captured.resize({ width: dots });
  const { width, height } = image.getSize();
  const bytes = image.toBitmap();
  const used = drawnHeight({ bytes, width, height });
  if (used === null) return null;
  if (heightMicrons === null) {
    const pixels = blackAndWhite({ bytes, width, height: used });
    return [nativeImage.createFromBitmap(pixels, { width, height: used })];
  }
  const strips = sheetStrips({ bytes, width, height: used }, sheetDots(paper, heightMicrons));
  return strips.map((strip) => image.crop({ x: 0, width, ...strip }));
}

async function put(
  hidden: BrowserWindow,
  shelf: Shelf,
  images: readonly NativeImage[],
  { paper, printerName }: PrintJob,
): Promise<Result<void, PrinterFault>> {
  images.forEach((image, index) => shelf.set(`${index}.png`, new Uint8Array(image.toPNG())));
  shelf.set('images', imagesPage(images.length, paper));
  await hidden.loadURL(`${appPage}images`);
  const lines = images.reduce((sum, image) => sum + image.getSize().height, 0);
  return new Promise((resolve) => {
    hidden.webContents.print(printOptions(paper, lines, printerName), (success, reason) => {
      resolve(success ? ok(undefined) : err({ code: isCancelled(reason) ? 'refused' : 'printer_gone' }));
    });
  });
}
