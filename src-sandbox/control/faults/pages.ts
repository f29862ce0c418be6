import type { WireAnswer } from '../../wire/answers.ts';
import { statusTexts } from '../../wire/status-texts.ts';

/** What something between the client and the service answers with: HTML, and signed by nobody. */
export function htmlPage(status: number, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const title = `${status} ${statusTexts[status] ?? ''}`.trim();
  const body = Buffer.from(
    `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  );
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}
