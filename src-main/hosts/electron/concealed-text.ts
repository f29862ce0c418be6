/** Four zero bytes: what Windows reads as "no". */
const no = '\0\0\0\0';

/** What each system's histories and clouds of copied things look for, and pass over what has it. */
const marks: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<string, string>>>>> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: no,
    CanIncludeInClipboardHistory: no,
    CanUploadToCloudClipboard: no,
  },
  darwin: { 'org.nspasteboard.ConcealedType': 'secret' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

/** A text with its marks, by the names that Electron has for the formats of a clipboard. */
export function concealedText(text: string, platform: NodeJS.Platform): Readonly<Record<string, string>> {
  const own = Object.entries(marks[platform] ?? {}).map(([format, payload]): [string, string] => [
    `electron application/osclipboard;format="${format}"`,
    payload,
  ]);
  return { 'text/plain': text, ...Object.fromEntries(own) };
}
