import type { Transport } from './core/ports.ts';

export interface Connection {
  readonly transport: Transport;
  readonly isOnline: () => boolean;
}

/** Online is what the last exchange showed: anything that came back at all, or a connection that never came up. */
export function watchConnection(transport: Transport, onChange: (online: boolean) => void): Connection {
  let online = true;
  const saw = (now: boolean): void => {
    if (online === now) return;
    online = now;
    onChange(now);
  };
  return {
    isOnline: () => online,
    transport: {
      exchange: async (request, options) => {
        const answer = await transport.exchange(request, options);
        if (answer.ok) saw(true);
        else if (answer.error.code === 'not_sent') saw(false);
        return answer;
      },
    },
  };
}
