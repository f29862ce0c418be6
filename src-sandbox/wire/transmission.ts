import type { FastifyReply } from 'fastify';
import type { WireAnswer } from './answers.ts';

/**
 * How an answer leaves: the socket closed or reset without a byte, cut short, or let out one byte at a time without
 * end.
 */
export type Transmission =
  | 'whole'
  | 'drop'
  | 'reset'
  | { readonly cutAfterBytes: number | undefined }
  | { readonly byteEveryMs: number };

const readableBeforeResetMs = 20;

/** Lets an answer out, or what a broken network leaves of it. */
export function transmit(reply: FastifyReply, answer: WireAnswer, transmission: Transmission): FastifyReply {
  if (transmission === 'whole') return reply.code(answer.status).headers(answer.headers).send(answer.body);
  if (transmission === 'drop') return hangUp(reply);
  if (transmission === 'reset') return reset(reply);
  return 'byteEveryMs' in transmission
    ? drip(reply, answer, transmission.byteEveryMs)
    : cut(reply, answer, transmission.cutAfterBytes);
}

/** Ends the connection without an answer. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Resets the connection without an answer. */
export function reset(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}

function cut(
  reply: FastifyReply,
  { status, headers, body }: WireAnswer,
  afterBytes = Math.floor(body.length / 2),
): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, { ...headers, 'content-length': String(body.length) });
  // A reset may overtake bytes that the other side has not read yet.
  reply.raw.write(body.subarray(0, Math.max(1, afterBytes)), () =>
    setTimeout(() => reply.raw.socket?.resetAndDestroy(), readableBeforeResetMs),
  );
  return reply;
}

/** The body byte by byte, and then blanks for as long as somebody listens. */
function drip(reply: FastifyReply, { status, headers, body }: WireAnswer, everyMs: number): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, headers);
  reply.raw.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    reply.raw.write(sent < body.length ? body.subarray(sent, sent + 1) : ' ');
    sent += 1;
  }, everyMs);
  reply.raw.once('close', () => clearInterval(timer));
  return reply;
}
