/** The `X-Service-Date` of a request in seconds, rounded up, whatever its form is; null where there is none to read. */
export function serviceDateSeconds(headers: readonly (readonly [name: string, value: string])[]): number | null {
  const text = headers.find(([name]) => name.toLowerCase() === 'x-service-date')?.[1].trim() ?? '';
  const ms = /^\d{13}$/.test(text) ? Number(text) : /^\d{10}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(ms) ? null : Math.ceil(ms / 1000);
}
