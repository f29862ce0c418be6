/** The JSON value in an answer's body, or undefined when it is none. RFC 8259 section 8.1: UTF-8 only. */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

/** To make one takes longer than to read an answer with it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
