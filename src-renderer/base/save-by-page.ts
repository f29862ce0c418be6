/** Saves a file as the browser saves what it was given: where its own settings say. */
export function saveByPage({ name, text }: { readonly name: string; readonly text: string }): void {
  saved(name, new Blob([text], { type: 'text/plain' }));
}

/** The same for a file that is no text. */
export function saveBytesByPage({ name, base64 }: { readonly name: string; readonly base64: string }): void {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  saved(name, new Blob([bytes], { type: 'application/octet-stream' }));
}

function saved(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
