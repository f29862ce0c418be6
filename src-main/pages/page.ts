import { languages, type Language } from '../../src-shared/words/languages.ts';
import { sha256Base64url } from '../core/hash.ts';

/**
 * A document that main drew itself, and the policy that it must be served with. Nothing in it runs, and it may load
 * nothing.
 */
export interface DrawnPage {
  readonly html: string;
  readonly policy: string;
}

interface Drawing {
  readonly language: Language;
  readonly title: string;
  readonly style: string;
  /** Markup; every text in it went through `escaped`. */
  readonly body: string;
  /** It holds no secret, and the window may measure it. */
  readonly isMeasured?: boolean;
}

/**
 * Draws a page for a frame of the screens: it has no script, and no origin unless it is measured, and its one style is
 * named by its hash.
 */
export function drawPage({ language, title, style, body, isMeasured }: Drawing): DrawnPage {
  return {
    html:
      `<!doctype html><html lang="${language}" dir="${languages[language].dir}">` +
      `<head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head>` +
      `<body>${body}</body></html>`,
    policy:
      `default-src 'none'; style-src 'sha256-${hashOf(style)}'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'self'; ` +
      `sandbox${isMeasured === true ? ' allow-same-origin' : ''}`,
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** CSP takes the usual base64. */
function hashOf(style: string): string {
  return Buffer.from(sha256Base64url(style), 'base64url').toString('base64');
}
